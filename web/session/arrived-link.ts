import type { SignInState } from '../../contract/institutions.ts';

const storageKey = 'vitrine-arrived-link';

/** What an administrator's page needs to link a sign-in. */
export type ArrivedLink = Pick<
  SignInState,
  'institution' | 'email' | 'firstName' | 'familyName' | 'secondFactor'
> & { ticket: string };

/**
 * Hands a sign-in over from `/auth-redirect`, where the administrator's token cannot be read, to the back office. Not by
 * the address: a link with somebody else's ticket would link them.
 */
export function keepArrivedLink(
  { institution, email, firstName, familyName, secondFactor }: SignInState,
  ticket: string,
): void {
  const link: ArrivedLink = { institution, email, firstName, familyName, secondFactor, ticket };
  sessionStorage.setItem(storageKey, JSON.stringify(link));
}

/** Undefined: nothing has arrived. */
export function readArrivedLink(): ArrivedLink | undefined {
  const kept = sessionStorage.getItem(storageKey);
  return kept === null ? undefined : (JSON.parse(kept) as ArrivedLink);
}

export const dropArrivedLink = (): void => sessionStorage.removeItem(storageKey);
