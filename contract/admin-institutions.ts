import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { institution, secret } from './institutions.ts';
import { password, signedIn } from './session.ts';

/** The institutions by which administrators sign in: those that `OIDC_ADMINS` names. */
export const listAdminInstitutions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/institutions',
  who: { kind: 'anyone' },
  data: z.array(institution),
});

/**
 * `startSignIn` for the back office: opened as a link, and back by the same callback to `/auth-redirect`, whose
 * `exchangeSignIn` then answers one of the outcomes of administrators. `link`: to link it while signed in.
 */
export const startAdminSignIn = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/institutions/:id/start',
  who: { kind: 'anyone' },
  params: z.strictObject({ id: z.string().max(8) }),
  query: z.strictObject({
    to: z.enum(['sign-in', 'link']).default('sign-in'),
    redirect: z.string().max(1_000).optional(),
  }),
  answers: 'file',
});

const totp = z.string().trim().max(32);

/** Signs a linked administrator in, whose provider asked for no second factor, by a code of ours. */
export const confirmAdminSignIn = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/institutions/confirm',
  who: { kind: 'anyone' },
  body: z.strictObject({ ticket: secret, totp }),
  data: signedIn,
});

export const ownAdminLink = z.object({
  id: z.string(),
  /** The provider's name; its issuer where it is not configured any more. */
  institution: z.string(),
  subject: z.string(),
  /** False: `OIDC_ADMINS` does not name the provider any more, so that it signs nobody in. */
  works: z.boolean(),
  linkedAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type OwnAdminLink = z.infer<typeof ownAdminLink>;

/** What the caller has linked and may link; `totp`: whether their own second factor is on. */
export const listAdminLinks = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/institutions/links',
  who: { kind: 'any-admin' },
  data: z.object({ totp: z.boolean(), links: z.array(ownAdminLink), institutions: z.array(institution) }),
});
export type AdminWaysIn = NonNullable<(typeof listAdminLinks)['data']>['_zod']['output'];

/**
 * Links the sign-in of a ticket to the caller, after their password and, where their second factor is on, a code of it.
 * Where it is off, the provider must have asked for one.
 */
export const addAdminLink = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/institutions/links',
  who: { kind: 'any-admin' },
  body: z.strictObject({ ticket: secret, password, totp: totp.optional() }),
});

export const deleteAdminLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/institutions/links/:id',
  who: { kind: 'any-admin' },
  params: z.strictObject({ id: z.string().max(64) }),
});
