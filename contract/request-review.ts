import * as z from 'zod';
import { requestStatuses } from './access.ts';
import { adminRoles } from './administrators.ts';
import { defineEndpoint } from './endpoint.ts';
import { limits } from './limits.ts';
import { listOf, listQuery } from './lists.ts';
import { requestFile, requestLimits, requestQuestion } from './requests.ts';
import { userStatuses } from './session.ts';
import { vouchedInstitution } from './user-review.ts';

const id = z.strictObject({ id: z.string().max(64) });

/** The lab's questions of a dataset, of all its versions. */
export const requestForm = z.strictObject({
  questions: z
    .array(requestQuestion)
    .max(requestLimits.questions, `At most ${requestLimits.questions} questions.`),
});
export type RequestForm = z.infer<typeof requestForm>;

export const getRequestForm = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/requestForm',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  data: requestForm,
});

/** 400 for one id twice, for another kind under an id, and for a choice with fewer than two options. What was sent keeps the questions it answers. */
export const setRequestForm = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/dataset/:id/requestForm',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
  body: requestForm,
  data: requestForm,
});

export const requestNotices = ['at once', 'daily'] as const;

/** Who decides on a dataset's requests, besides the owners. */
export const requestReviewer = z.object({
  administratorId: z.string(),
  name: z.string(),
  username: z.string(),
  role: z.enum(adminRoles),
  disabled: z.boolean(),
  notice: z.enum(requestNotices),
});
export type RequestReviewer = z.infer<typeof requestReviewer>;

const reviewers = z.object({ reviewers: z.array(requestReviewer) });

export const getReviewers = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/reviewers',
  who: { kind: 'admin', tag: 'request:reviewer:read' },
  params: id,
  data: reviewers,
});

/** Names all of them: who is left out is no reviewer of it any more. */
export const setReviewers = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/dataset/:id/reviewers',
  who: { kind: 'admin', tag: 'request:reviewer:write' },
  params: id,
  body: z.strictObject({
    reviewers: z
      .array(z.strictObject({ administratorId: z.string().max(64), notice: z.enum(requestNotices) }))
      .max(100),
  }),
  data: reviewers,
});

/**
 * The datasets whose requests the caller decides on: all that have or ask for requests for an owner. For the menu and
 * the filter; empty for who is a reviewer of none.
 */
export const getRequestQueue = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/requestQueue',
  who: { kind: 'any-admin' },
  data: z.object({
    datasets: z.array(
      z.object({
        /** Of one of its versions. */
        datasetId: z.string(),
        name: z.string(),
        /** Pending ones. */
        waiting: z.number(),
      }),
    ),
  }),
});

/** What administrators see: drafts are the asker's own. */
export const reviewedStatuses = requestStatuses.filter((one) => one !== 'draft');
const status = z.enum(requestStatuses).exclude(['draft']);
export type ReviewedStatus = z.infer<typeof status>;

/** One row of the list. */
export const listedRequest = z.object({
  id: z.string(),
  userId: z.string(),
  firstName: z.string(),
  familyName: z.string(),
  email: z.string(),
  affiliation: z.string(),
  /** Of the account: without its approval a grant opens nothing. */
  accountStatus: z.enum(userStatuses),
  /** Of one version of the dataset. */
  datasetId: z.string(),
  datasetName: z.string(),
  purpose: z.string(),
  status,
  reason: z.string().nullable(),
  submittedAt: z.string(),
  reviewedAt: z.string().nullable(),
  grantedUntil: z.string().nullable(),
  /** The request that this person was asked to join, and whose it is; null: their own. */
  askedBy: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** How many have joined it. */
  joined: z.number(),
});
export type ListedRequest = z.infer<typeof listedRequest>;

/** One status or several, comma-joined. */
const statusFilter = z
  .string()
  .transform((value) => value.split(','))
  .pipe(z.array(status).min(1));

export const requestSorts = ['submittedAt', 'reviewedAt'] as const;

/** By default the newest first. Of the datasets whose reviewer the caller is; an owner's: all. */
export const listRequests = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/requestList',
  who: { kind: 'any-admin' },
  query: listQuery(requestSorts, {
    status: statusFilter.optional(),
    datasetId: z.string().max(64).optional(),
    /** The id of a request: it, and those who joined it. */
    group: z.string().max(64).optional(),
    /** In name, e-mail and affiliation. */
    keyword: z.string().trim().max(200).optional(),
  }),
  data: listOf(listedRequest),
});

/** One step: actor, time, from, to, reason. */
export const requestStep = z.object({
  reviewId: z.string(),
  from: status.or(z.literal('draft')).nullable(),
  to: status,
  reason: z.string().nullable(),
  by: z.string().nullable(),
  at: z.string(),
  undone: z.boolean(),
});

/** 404 too where the caller is no reviewer of its dataset. */
export const getRequest = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/request/:id',
  who: { kind: 'any-admin' },
  params: id,
  data: listedRequest.extend({
    /** As they were when it was sent. */
    questions: z.array(requestQuestion),
    answers: z.record(z.string(), z.union([z.string(), z.boolean()])),
    files: z.array(requestFile),
    /** What institutions vouch for, apart from what the person wrote. */
    institutions: z.array(vouchedInstitution),
    timeline: z.array(requestStep),
    /** Those who joined the same request and that itself, the asker first; empty where nobody joined. */
    group: z.array(z.object({ id: z.string(), name: z.string(), status })),
  }),
});

export const getRequestFile = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/request/:id/file/:fileId',
  who: { kind: 'any-admin' },
  params: z.strictObject({ id: z.string().max(64), fileId: z.string().max(64) }),
  answers: 'file',
});

const reason = z.string().trim().min(1).max(2_000).optional();
/** Null or absent: no end. */
const grantedUntil = z.iso.datetime('Must be a time such as 2027-01-31T00:00:00Z.').nullable().optional();

/** When what was read was sent. */
const submittedAt = z.iso.datetime('Must be a time such as 2027-01-31T00:00:00Z.');

/**
 * Takes effect at once; its mail waits 10 s. `granted` from any state; `rejected` and `needs_info` from pending; `ended`
 * from granted (revoking); else 409. All but `granted` need a reason. 409 too where it was sent anew after `submittedAt`.
 */
export const reviewRequest = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/requestReview/:requestId/:status',
  who: { kind: 'any-admin' },
  params: z.strictObject({ requestId: z.string().max(64), status }),
  body: z.strictObject({ reason, grantedUntil, submittedAt: submittedAt.optional() }).optional(),
  data: z.object({ reviewId: z.string() }),
});

export const reviewRequests = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/requestReview',
  who: { kind: 'any-admin' },
  body: z.strictObject({
    ids: z.array(z.string().max(64)).min(1).max(limits.reviewBatch),
    status,
    reason,
    grantedUntil,
    /** By the request's id. */
    submittedAt: z.record(z.string().max(64), submittedAt).optional(),
  }),
  data: z.object({
    done: z.array(z.object({ requestId: z.string(), reviewId: z.string() })),
    failed: z.array(z.object({ requestId: z.string(), msg: z.string() })),
  }),
});

/** Within 10 s of a decision: restores the former status and drops the mail; 409 afterwards. */
export const undoRequestReview = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/requestReview/:reviewId',
  who: { kind: 'any-admin' },
  params: z.strictObject({ reviewId: z.string().max(64) }),
});

export const peopleSorts = ['reviewedAt', 'grantedUntil'] as const;

/**
 * Who has access to a dataset by a request: granted, by default the latest first. Revoking is `requestReview` with
 * `ended`. 404 too where the caller is no reviewer of it.
 */
export const listPeople = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/people',
  who: { kind: 'any-admin' },
  params: id,
  query: listQuery(peopleSorts, {}),
  data: listOf(listedRequest),
});
