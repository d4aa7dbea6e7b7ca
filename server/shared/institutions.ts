/** An OpenID provider by which people sign in (access.md, "Sign-in with the institution"). */
export interface Institution {
  /** `1`, or the suffix of its variables. */
  id: string;
  /** For people to read. */
  name: string;
  /** Exactly as the provider writes it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Values of `acr` by which this provider tells of a second factor, beside the well-known ones. */
  secondFactors: string[];
  /** Named by `OIDC_ADMINS`: administrators sign in with it, too. */
  forAdmins: boolean;
}

const fields = {
  ISSUER: 'issuer',
  CLIENT_ID: 'clientId',
  CLIENT_SECRET: 'clientSecret',
  NAME: 'name',
  ACR: 'acr',
} as const;
const REQUIRED = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET', 'NAME'];
const VARIABLE = /^OIDC_(ISSUER|CLIENT_ID|CLIENT_SECRET|NAME|ACR)(?:_(.+))?$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);

/** @throws an error that names the variable */
function checkIssuer(issuer: string, variable: string): void {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined;
  if (!url || !/^https?:$/.test(url.protocol)) {
    throw new Error(`${variable}: must be an address like https://login.example.org`);
  }
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname)) {
    throw new Error(`${variable}: needs https: whoever is on the way could sign in as anybody`);
  }
  if (url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new Error(`${variable}: an issuer has no user name, query or fragment`);
  }
}

const twice = (values: string[]): string | undefined =>
  values.find((value, at) => values.indexOf(value) !== at);

/** @throws an error when `OIDC_ADMINS` names what is not there */
function namedForAdmins(named: string | undefined, list: readonly Pick<Institution, 'name'>[]): Set<string> {
  const names = (named ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const unknown = names.find((name) => !list.some((one) => one.name === name));
  if (unknown !== undefined) {
    const known = list.map(({ name }) => name).join(', ') || 'none';
    throw new Error(
      `OIDC_ADMINS: no institution is called ${unknown}; it names institutions by their OIDC_NAME, with commas between (there: ${known})`,
    );
  }
  return new Set(names);
}

/**
 * Reads `OIDC_ISSUER`, `OIDC_CLIENT_ID`, `OIDC_CLIENT_SECRET` and `OIDC_NAME`, and further ones by suffix: `_2`, `_3` …;
 * `OIDC_ACR` with the same suffixes may stay out. `OIDC_ADMINS` names those by which administrators sign in.
 * @param env without empty values
 * @throws an error that names what is incomplete or contradicts itself
 */
export function institutions(env: Record<string, string | undefined>): Institution[] {
  type Read = Partial<Record<(typeof fields)[keyof typeof fields], string>>;
  const found = new Map<string, Read>();
  for (const [variable, value] of Object.entries(env)) {
    const [, field, suffix = '1'] = VARIABLE.exec(variable) ?? [];
    if (field === undefined || value === undefined) continue;
    if (variable.endsWith('_1') || !/^[1-9]\d?$/.test(suffix)) {
      throw new Error(
        `${variable}: the first institution's variables have no suffix, further ones _2, _3 and so on to _99`,
      );
    }
    const known = found.get(suffix) ?? {};
    found.set(suffix, { ...known, [fields[field as keyof typeof fields]]: value.trim() });
  }
  const list = [...found]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([id, { name, issuer, clientId, clientSecret, acr = '' }]) => {
      const of = (field: string) => `OIDC_${field}${id === '1' ? '' : `_${id}`}`;
      if (!issuer || !clientId || !clientSecret || !name) {
        const needed = REQUIRED.map(of).join(', ');
        throw new Error(`${needed} go together: one of them is missing`);
      }
      checkIssuer(issuer, of('ISSUER'));
      const secondFactors = acr.split(/\s+/).filter(Boolean);
      return { id, name, issuer, clientId, clientSecret, secondFactors };
    });
  const sameName = twice(list.map(({ name }) => name));
  if (sameName !== undefined) throw new Error(`OIDC_NAME: two institutions are called ${sameName}`);
  const sameIssuer = twice(list.map(({ issuer }) => issuer));
  if (sameIssuer !== undefined) throw new Error(`OIDC_ISSUER: ${sameIssuer} is there twice`);
  const forAdmins = namedForAdmins(env.OIDC_ADMINS, list);
  return list.map((one) => ({ ...one, forAdmins: forAdmins.has(one.name) }));
}

/** The provider's name by its issuer; the issuer where it is not configured any more. */
export const institutionNames =
  (list: readonly Institution[]) =>
  (issuer: string): string =>
    list.find((one) => one.issuer === issuer)?.name ?? issuer;
