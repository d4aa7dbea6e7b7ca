import type { SignInState } from '../../contract/institutions.ts';

const storageKey = 'vitrine-arrived-link';
const askedKey = 'vitrine-link-asked';
/** ms from the press of the button to the provider's answer. */
const FRESH = 10 * 60_000;

/** What an administrator's page needs to link a sign-in. */
export type ArrivedLink = Pick<
  SignInState,
  'institution' | 'email' | 'firstName' | 'familyName' | 'subject' | 'secondFactor'
> & { ticket: string };

/** Notes that linking was asked for here, by whoever uses this tab. */
export const askForLink = (): void => sessionStorage.setItem(askedKey, String(Date.now()));

/**
 * Whether this tab asked, shortly ago. Another site can send a browser through the whole way of a sign-in: with its own
 * person at the provider, it would have that one linked.
 */
export function isLinkAskedFor(): boolean {
  const since = Date.now() - Number(sessionStorage.getItem(askedKey) ?? Number.NaN);
  return since >= 0 && since < FRESH;
}

/**
 * Hands a sign-in over from `/auth-redirect`, where the administrator's token cannot be read, to the back office; that it
 * was asked for is used up. Not by the address: a link with somebody else's ticket would link them.
 */
export function keepArrivedLink(
  { institution, email, firstName, familyName, subject, secondFactor }: SignInState,
  ticket: string,
): void {
  sessionStorage.removeItem(askedKey);
  const link: ArrivedLink = { institution, email, firstName, familyName, subject, secondFactor, ticket };
  sessionStorage.setItem(storageKey, JSON.stringify(link));
}

/** Undefined: nothing has arrived. */
export function readArrivedLink(): ArrivedLink | undefined {
  const kept = sessionStorage.getItem(storageKey);
  return kept === null ? undefined : (JSON.parse(kept) as ArrivedLink);
}

/** What has arrived, and that it was asked for: neither outlasts an administrator's session. */
export function dropArrivedLink(): void {
  sessionStorage.removeItem(storageKey);
  sessionStorage.removeItem(askedKey);
}
