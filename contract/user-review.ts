import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { day, listOf, listQuery } from './lists.ts';
import { userStatuses } from './session.ts';

const status = z.enum(userStatuses);

/** One row of the shared user list (§2). */
export const listedUser = z.object({
  id: z.string(),
  email: z.string(),
  firstName: z.string(),
  familyName: z.string(),
  affiliation: z.string(),
  purpose: z.string(),
  country: z.string().nullable(),
  status,
  statusReason: z.string().nullable(),
  createdAt: z.string(),
  appliedAt: z.string().nullable(),
  reviewedAt: z.string().nullable(),
  approvedUntil: z.string().nullable(),
});
export type ListedUser = z.infer<typeof listedUser>;

/** A linked sign-in, with what its provider vouches for: the person has not written it (access.md). */
export const vouchedInstitution = z.object({
  /** The provider's name; its issuer where it is not configured any more. */
  institution: z.string(),
  subject: z.string(),
  /** Empty: nothing but who it is. */
  affiliation: z.string(),
});
export type VouchedInstitution = z.infer<typeof vouchedInstitution>;

/** One step of an application: actor, time, from, to, reason (decisions §3). */
export const reviewStep = z.object({
  reviewId: z.string(),
  from: status.nullable(),
  to: status,
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string(),
  undone: z.boolean(),
});

/** One status or several, comma-joined. */
const statusFilter = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(status).min(1));

export const userSorts = ['createdAt', 'appliedAt', 'reviewedAt', 'email', 'familyName'] as const;

export const listUsers = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/userList',
  who: { kind: 'admin', tag: 'user:list:read' },
  query: listQuery(userSorts, {
    status: statusFilter.optional(),
    keyword: z.string().trim().max(200).optional(),
    from: day.optional(),
    to: day.optional(),
  }),
  data: listOf(listedUser),
});

const id = z.strictObject({ id: z.string() });

export const getUser = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/user/:id',
  who: { kind: 'admin', tag: 'user:list:read' },
  params: id,
  data: listedUser.extend({
    downloads: z.number(),
    institutions: z.array(vouchedInstitution),
    timeline: z.array(reviewStep),
  }),
});

/** Ends the user's sessions and tickets; download records stay, anonymised. */
export const deleteUser = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/user/:id',
  who: { kind: 'admin', tag: 'user:list:write' },
  params: id,
});

const reason = z.string().trim().min(1).max(2_000).optional();
const approvedUntil = z.iso.datetime('Must be a time such as 2027-01-31T00:00:00Z.').nullable().optional();

/** §7: the two path parameters are the user's id and the requested status (decisions §3). */
export const reviewUser = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/userReview/:userId/:status',
  who: { kind: 'admin', tag: 'user:review:write' },
  params: z.strictObject({ userId: z.string(), status }),
  body: z.strictObject({ reason, approvedUntil }).optional(),
  data: z.object({ reviewId: z.string() }),
});

export const reviewUsers = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/userReview',
  who: { kind: 'admin', tag: 'user:review:write' },
  body: z.strictObject({
    ids: z.array(z.string().max(64)).min(1).max(limits.reviewBatch),
    status,
    reason,
    approvedUntil,
  }),
  data: z.object({
    done: z.array(z.object({ userId: z.string(), reviewId: z.string() })),
    failed: z.array(z.object({ userId: z.string(), msg: z.string() })),
  }),
});

/** Within 10 s of a decision: restores the former status and drops the mail; 409 afterwards. */
export const undoReview = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/userReview/:reviewId',
  who: { kind: 'admin', tag: 'user:review:write' },
  params: z.strictObject({ reviewId: z.string() }),
});
