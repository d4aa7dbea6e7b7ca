/** What a provider vouches for beside who somebody is. */
export interface Vouched {
  /** For people to read; empty: nothing. */
  affiliation: string;
  /** Domains of the organisations that the person belongs to, for the approval rules. */
  domains: string[];
}

const MOST = 10;
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/;
/** eduPersonScopedAffiliation's values for who belongs to an organisation; `affiliate`, `alum` and walk-ins do not. */
const BELONGS = new Set(['faculty', 'student', 'staff', 'employee', 'member']);
/** Names of claims: REFEDS and Shibboleth's OpenID Connect, Google's `hd`. */
const SCOPED = ['eduperson_scoped_affiliation', 'voperson_scoped_affiliation', 'scoped_affiliation'];
const HOMES = ['schac_home_organization', 'hd'];

/** A claim's values, whether it is a text or a list; nothing that would not be read on one line. */
const valuesOf = (claim: unknown): string[] =>
  [claim]
    .flat()
    .filter((value): value is string => typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value))
    .slice(0, MOST)
    .map((value) => value.toLowerCase());

/** @param claims of ID token and user info */
export function vouchedFor(claims: Record<string, unknown>): Vouched {
  const scoped = SCOPED.flatMap((name) => valuesOf(claims[name])).filter((value) =>
    DOMAIN.test(value.split('@')[1] ?? ''),
  );
  const homes = HOMES.flatMap((name) => valuesOf(claims[name])).filter((value) => DOMAIN.test(value));
  const belongs = scoped.filter((value) => BELONGS.has(value.split('@')[0] ?? ''));
  const domains = scoped.length > 0 ? belongs.map((value) => value.split('@')[1] ?? '') : homes;
  return {
    affiliation: [...new Set(scoped.length > 0 ? scoped : homes)].slice(0, MOST).join(', '),
    domains: [...new Set(domains)],
  };
}
