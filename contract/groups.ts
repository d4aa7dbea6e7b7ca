import * as z from 'zod';
import { requestStatuses } from './access.ts';
import { email } from './account.ts';
import { defineEndpoint } from './endpoint.ts';
import { groupLimits } from './request-limits.ts';

const id = z.strictObject({ id: z.string().max(64) });

/** The caller's request and the people who joined it, or who asked for the caller. */
export const group = z.object({
  /** Who asked the caller to join; null: the request is their own, or that account is gone. */
  askedBy: z.string().nullable(),
  /** Whether the caller may ask others: their own request is with the lab or granted, and the account is approved. */
  mayAsk: z.boolean(),
  /** Those who accepted, the first first. Nobody else is ever listed. */
  seats: z.array(
    z.object({ name: z.string(), status: z.enum(requestStatuses), since: z.string().nullable() }),
  ),
});
export type Group = z.infer<typeof group>;

/** 404 as for the request itself. */
export const getGroup = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/request/group',
  who: { kind: 'user' },
  params: id,
  data: group,
});

/**
 * Asks people by mail to join the caller's request. The same answer for every address: unknown, known, suspended, asked
 * before, declined, one's own. 400 with the path `addresses.<index>` of what is no address; 403 for an account that is not
 * approved; 409 while there is no request to join, and over the request's limit; 429 over the day's.
 */
export const askForOthers = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dataset/:id/request/group',
  who: { kind: 'user' },
  params: id,
  body: z.strictObject({
    addresses: z
      .array(email)
      .min(1, 'Enter an address.')
      .max(groupLimits.addresses, `At most ${groupLimits.addresses} addresses at a time.`),
  }),
});

/** The secret of a mailed link, which stands in its fragment: no log has it (threat 13). */
const withToken = z.strictObject({ token: z.string().min(1).max(256) });

/** What an invitation is about. 404 for one that was answered, is too old, or whose request is over. */
export const openGroupInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/v1/groupInvitation/read',
  who: { kind: 'anyone' },
  body: withToken,
  data: z.object({
    askedBy: z.string(),
    affiliation: z.string(),
    datasetName: z.string(),
    /** Of the version shown first. */
    datasetId: z.string(),
    expiresAt: z.string(),
  }),
});

/**
 * Takes the seat: a request of the caller's own with what the asker has sent. 403 for an account that is rejected or
 * suspended; 409 for the asker, and where the caller's request is with the lab or granted already.
 */
export const acceptGroupInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/v1/groupInvitation/accept',
  who: { kind: 'user' },
  body: withToken,
  data: z.object({ datasetId: z.string() }),
});

/** For good: that request never asks this address again. Needs no account. */
export const declineGroupInvitation = defineEndpoint({
  method: 'POST',
  path: '/api/v1/groupInvitation/decline',
  who: { kind: 'anyone' },
  body: withToken,
});

/** Where a mail leads to. */
export const groupInvitationLink = (publicUrl: string, token: string): string =>
  `${publicUrl}/groupInvitation#token=${encodeURIComponent(token)}`;
