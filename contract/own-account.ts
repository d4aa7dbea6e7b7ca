import * as z from 'zod';
import { applicationFields, proof } from './account.ts';
import { defineEndpoint } from './endpoint.ts';
import { listOf, listQuery } from './lists.ts';
import { userStatuses } from './session.ts';

const status = z.enum(userStatuses);

/** One step of the caller's own application. The deciding administrator is not disclosed. */
export const ownStep = z.object({
  from: status.nullable(),
  to: status,
  reason: z.string().nullable(),
  at: z.string(),
});

/** The state of the application, and the form as last submitted. */
export const ownApplication = z.object({
  status,
  reason: z.string().nullable(),
  appliedAt: z.string().nullable(),
  reviewedAt: z.string().nullable(),
  approvedUntil: z.string().nullable(),
  /** Whether the status allows applying (again): rejected, needs_info, expired. */
  mayApply: z.boolean(),
  firstName: z.string(),
  familyName: z.string(),
  affiliation: z.string(),
  purpose: z.string(),
  country: z.string().nullable(),
  timeline: z.array(ownStep),
});
export type OwnApplication = z.infer<typeof ownApplication>;

export const getApplication = defineEndpoint({
  method: 'GET',
  path: '/api/v1/application',
  who: { kind: 'user' },
  data: ownApplication,
});

/** Decisions §3: rejected, needs_info and expired become pending again. 409 from any other status. */
export const applyAgain = defineEndpoint({
  method: 'POST',
  path: '/api/v1/application',
  who: { kind: 'user' },
  body: z.strictObject({ ...applicationFields, message: z.string().trim().max(2_000).optional() }),
  data: ownApplication,
});

export { getReviewWait } from './review-wait.ts';

export const ownSession = z.object({
  id: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string(),
  ip: z.string(),
  userAgent: z.string(),
  current: z.boolean(),
});

export const listSessions = defineEndpoint({
  method: 'GET',
  path: '/api/v1/sessions',
  who: { kind: 'user' },
  data: z.array(ownSession),
});

/** Ends one session: its current token and the ones it replaced. 404 when the caller has no such session. */
export const endOwnSession = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/sessions/:id',
  who: { kind: 'user' },
  params: z.strictObject({ id: z.string() }),
});

/** Ends all sessions, the current one included. */
export const endSessions = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/sessions',
  who: { kind: 'user' },
});

/** A personal access token in a list: without the secret. */
export const personalToken = z.object({
  id: z.string(),
  name: z.string(),
  scope: z.literal('download'),
  createdAt: z.string(),
  expiresAt: z.string(),
  lastUsedAt: z.string().nullable(),
});
export type PersonalToken = z.infer<typeof personalToken>;

export const listTokens = defineEndpoint({
  method: 'GET',
  path: '/api/v1/tokens',
  who: { kind: 'user' },
  data: z.array(personalToken),
});

/** Creating one needs the password, or a mailed code. The secret is in this response and nowhere else. */
export const addToken = defineEndpoint({
  method: 'POST',
  path: '/api/v1/tokens',
  who: { kind: 'user' },
  body: z.strictObject({
    name: z.string().trim().min(1, 'Give it a name.').max(100),
    expiresInDays: z.number().int().min(1).max(365),
    ...proof,
  }),
  data: personalToken.extend({ token: z.string() }),
});

export const deleteToken = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/tokens/:id',
  who: { kind: 'user' },
  params: z.strictObject({ id: z.string() }),
});

export const ownDownload = z.object({
  id: z.string(),
  datasetId: z.string(),
  datasetName: z.string(),
  version: z.string(),
  subsetPath: z.string(),
  bytesSent: z.number(),
  totalBytes: z.number(),
  complete: z.boolean().nullable(),
  startedAt: z.string(),
});

export const listOwnDownloads = defineEndpoint({
  method: 'GET',
  path: '/api/v1/ownDownloads',
  who: { kind: 'user' },
  query: listQuery(['startedAt'], {}),
  data: listOf(ownDownload),
});

/** All personal data of the caller, as one JSON file. */
export const exportAccount = defineEndpoint({
  method: 'GET',
  path: '/api/v1/account/export',
  who: { kind: 'user' },
  answers: 'file',
});

/** Deletes the account at once. Download records stay, anonymised. */
export const deleteAccount = defineEndpoint({
  method: 'POST',
  path: '/api/v1/account/deletion',
  who: { kind: 'user' },
  body: z.strictObject(proof),
});
