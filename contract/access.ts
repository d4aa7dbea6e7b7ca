import * as z from 'zod/mini';

/**
 * What a dataset asks for besides an approved account (access.md). `terms`: the current terms signed. `request`: a
 * request granted, and the terms signed if there are any.
 */
export const accessPolicies = ['portal', 'terms', 'request'] as const;
export type AccessPolicy = (typeof accessPolicies)[number];

/** The states of a request (access.md, "Requests"). `ended`: past its end, or revoked. */
export const requestStatuses = ['draft', 'pending', 'needs_info', 'rejected', 'granted', 'ended'] as const;
export type RequestStatus = (typeof requestStatuses)[number];

/** How somebody stands with a dataset that asks for a request: `none` before the first draft. */
export const requestStandings = ['none', ...requestStatuses] as const;
export type RequestStanding = (typeof requestStandings)[number];

/**
 * What a version asks for, and what of it the reader has not done yet, whatever their account's status is: signing and
 * asking are open while an application is pending and during an embargo.
 */
export const datasetAccess = z.object({
  policy: z.enum(accessPolicies),
  /** The terms to sign, as they are now; null with `portal`, and with `request` where there are none. */
  terms: z.nullable(
    z.object({
      /** Of this version of them. */
      id: z.string(),
      title: z.string(),
      version: z.number(),
    }),
  ),
  /** Of a signed-in user: `changed` where an earlier version was signed, and the new one is to be signed again. */
  toSign: z.nullable(z.enum(['unsigned', 'changed'])),
  /** Of a signed-in user, with the policy `request`; otherwise null. */
  request: z.nullable(z.enum(requestStandings)),
});
export type DatasetAccess = z.output<typeof datasetAccess>;

/**
 * Why a dataset refuses an approved user: `errors[].message` of the path `access`, the same in every language
 * (access.md, "The decision").
 */
export const accessKeys = [
  'embargo',
  'terms_to_sign',
  'terms_changed',
  'request_to_make',
  'request_pending',
  'request_needs_info',
  'request_rejected',
  'request_ended',
] as const;
export type AccessKey = (typeof accessKeys)[number];
