import * as z from 'zod';
import { applicationFields, email, proof } from './account.ts';
import { defineEndpoint } from './endpoint.ts';
import { signedIn } from './session.ts';

/** A provider by which people sign in; its id is that of its variables, `1` or the suffix. */
export const institution = z.object({ id: z.string(), name: z.string() });
export type Institution = z.infer<typeof institution>;

/** access.md, "Sign-in with the institution". Empty where none is configured. */
export const listInstitutions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/institutions',
  who: { kind: 'anyone' },
  data: z.array(institution),
});

/**
 * Opened as a link: sets a cookie for 10 minutes and redirects to the provider, or to `/auth-redirect#error=…`.
 * `redirect` is where the page leads at the end.
 */
export const startSignIn = defineEndpoint({
  method: 'GET',
  path: '/api/v1/institutions/:id/start',
  who: { kind: 'anyone' },
  params: z.strictObject({ id: z.string().max(8) }),
  query: z.strictObject({ redirect: z.string().max(1_000).optional() }),
  answers: 'file',
});

/** Where the provider sends the browser back; redirects to `/auth-redirect#code=…` or `#error=…`. */
export const finishSignIn = defineEndpoint({
  method: 'GET',
  path: '/api/v1/institutions/callback',
  who: { kind: 'anyone' },
  query: z.record(z.string(), z.unknown()),
  answers: 'file',
});

/**
 * What comes next.
 * - `signed in`: the person is linked to an account, and `session` is theirs
 * - `linked`: the caller, who is signed in, has linked this person already
 * - `link`: the caller may link it, by `addLink`
 * - `confirm`: the account with the provider's verified address may be linked, by `confirmSignIn`
 * - `address`: the provider has no verified address: ask for one, mail a code, then `confirmSignIn`
 * - `register`: there is no account with this address: `registerBySignIn`
 *
 * Of sign-ins that `startAdminSignIn` began, never of others:
 * - `admin signed in`: the person is linked to an administrator, and `session` is theirs
 * - `admin code`: so, but the provider asked for no second factor: `confirmAdminSignIn`
 * - `admin link`: an administrator may link it, by `addAdminLink`; `secondFactor`: the provider asked for one
 * - `admin linked`: the person is linked to an administrator already
 * - `admin unknown`, `admin disabled`, `admin one factor`: refused, since nobody has linked it, the administrator is
 *   disabled, or neither the provider nor the administrator has a second factor
 */
export const signInOutcomes = [
  'signed in',
  'linked',
  'link',
  'confirm',
  'address',
  'register',
  'admin signed in',
  'admin code',
  'admin link',
  'admin linked',
  'admin unknown',
  'admin disabled',
  'admin one factor',
] as const;

export const signInState = z.object({
  outcome: z.enum(signInOutcomes),
  institution: z.string(),
  /** As `startSignIn` got it. */
  redirect: z.string().nullable(),
  session: z.nullable(signedIn),
  /** Goes with the next call; good for 30 minutes. Null: nothing is left to do. */
  ticket: z.string().nullable(),
  /** Verified by the provider or proved by a code. */
  email: z.string().nullable(),
  /** What the provider calls the person, to fill the form with. */
  firstName: z.string(),
  familyName: z.string(),
  /** What the provider vouches for; empty: nothing. */
  affiliation: z.string(),
  /** The provider's name for the person, for where it tells no other. */
  subject: z.string(),
  /** Whether the provider says that it asked for a second factor. */
  secondFactor: z.boolean(),
});
export type SignInState = z.infer<typeof signInState>;

export const secret = z.string().min(1).max(128);

/** Takes the code of `/auth-redirect#code=…`, once and within 60 s, together with the cookie of `startSignIn`. */
export const exchangeSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/v1/institutions/exchange',
  who: { kind: 'anyone' },
  body: z.strictObject({ code: secret }),
  data: signInState,
});

/** Mails a code: to the provider's verified address, or to the one given where it has none. */
export const sendSignInCode = defineEndpoint({
  method: 'POST',
  path: '/api/v1/institutions/code',
  who: { kind: 'anyone' },
  body: z.strictObject({ ticket: secret, email: email.optional() }),
});

/** Links the account of the address by its password or a mailed code; an address that has none goes on to register. */
export const confirmSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/v1/institutions/confirm',
  who: { kind: 'anyone' },
  body: z.strictObject({ ticket: secret, email: email.optional(), ...proof }),
  data: signInState,
});

/** An ordinary application, of an account without a password. */
export const registerBySignIn = defineEndpoint({
  method: 'POST',
  path: '/api/v1/institutions/register',
  who: { kind: 'anyone' },
  body: z.strictObject({ ticket: secret, ...applicationFields }),
  data: z.object({ status: z.enum(['pending', 'approved']), email: z.string(), session: signedIn }),
});

export const ownLink = z.object({
  id: z.string(),
  /** The provider's name; its issuer where it is not configured any more. */
  institution: z.string(),
  subject: z.string(),
  affiliation: z.string(),
  linkedAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type OwnLink = z.infer<typeof ownLink>;

/** How the caller may sign in. */
export const listLinks = defineEndpoint({
  method: 'GET',
  path: '/api/v1/institutions/links',
  who: { kind: 'user' },
  data: z.object({ hasPassword: z.boolean(), links: z.array(ownLink), institutions: z.array(institution) }),
});
export type WaysIn = NonNullable<(typeof listLinks)['data']>['_zod']['output'];

/** Links the sign-in of a ticket to the caller's account. */
export const addLink = defineEndpoint({
  method: 'POST',
  path: '/api/v1/institutions/links',
  who: { kind: 'user' },
  body: z.strictObject({ ticket: secret, ...proof }),
});

export const deleteLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/institutions/links/:id',
  who: { kind: 'user' },
  params: z.strictObject({ id: z.string().max(64) }),
});
