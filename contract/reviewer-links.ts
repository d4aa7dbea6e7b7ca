import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { day } from './lists.ts';

/** Days that a reviewer link lasts at most. */
export const MOST_REVIEW_DAYS = 90;

const id = z.strictObject({ id: z.string() });

export const reviewerLinkStates = ['open', 'ended', 'revoked'] as const;

/** A link for anonymous peer review of one version; its secret is in no answer but the one that made it. */
export const reviewerLink = z.object({
  id: z.string(),
  name: z.string(),
  /** Of the version: that it was withdrawn or removed keeps a link from opening anything, too. */
  state: z.enum(reviewerLinkStates),
  /** The last UTC day on which it opens, `YYYY-MM-DD`. */
  until: z.string(),
  createdAt: z.string(),
  /** The administrator's name. */
  createdBy: z.string(),
  revokedAt: z.string().nullable(),
  /** Downloads begun by it. */
  downloads: z.number(),
});
export type ReviewerLink = z.infer<typeof reviewerLink>;

/** The links of a version, newest first. */
export const listReviewerLinks = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/reviewerLinks',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  data: z.object({
    list: z.array(reviewerLink),
    /** Whether one can be made now: for a draft, or a version under embargo. */
    possible: z.boolean(),
    /** The first and the last day that a new one can end on. */
    days: z.object({ first: z.string(), last: z.string() }),
  }),
});

/** Makes a link. 409 for a version that is neither a draft nor under embargo. */
export const addReviewerLink = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/dataset/:id/reviewerLinks',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
  body: z.strictObject({
    name: z.string().trim().min(1, 'Give the link a name.').max(100),
    until: day,
  }),
  data: z.object({
    link: reviewerLink,
    /** The page with the secret, which is shown this once: only its hash is stored. */
    url: z.string(),
  }),
});

/** Ends a link, with its sessions and tickets; running transfers are cut within 10 s. */
export const revokeReviewerLink = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/reviewerLink/:id',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
});

/** What a guest is told of their link. */
export const review = z.object({
  datasetId: z.string(),
  /** The link's name. */
  name: z.string(),
  /** The last UTC day on which the link opens. */
  until: z.string(),
  /** The end of this session. */
  sessionUntil: z.string(),
});

/**
 * Exchanges the secret behind `#` for a guest's session. 404 for a secret that no link has, 410 for a link that is over
 * or whose version is.
 */
export const openReview = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review',
  who: { kind: 'anyone' },
  body: z.strictObject({ secret: z.string().max(200) }),
  data: z.object({ ...review.shape, token: z.string() }),
});

/** The guest's own link. */
export const getReview = defineEndpoint({
  method: 'GET',
  path: '/api/v1/review',
  who: { kind: 'guest' },
  data: review,
});

/** Ends the guest's session; the link opens another. */
export const leaveReview = defineEndpoint({
  method: 'POST',
  path: '/api/v1/review/leave',
  who: { kind: 'guest' },
});
