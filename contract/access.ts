import * as z from 'zod/mini';

/** What a dataset asks for besides an approved account (access.md). `terms`: the current terms signed. */
export const accessPolicies = ['portal', 'terms'] as const;
export type AccessPolicy = (typeof accessPolicies)[number];

/**
 * What a version asks for, and what of it the reader has not done yet, whatever their account's status is: signing is
 * open while an application is pending and during an embargo.
 */
export const datasetAccess = z.object({
  policy: z.enum(accessPolicies),
  /** The terms to sign, as they are now; null with `portal`. */
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
});
export type DatasetAccess = z.output<typeof datasetAccess>;

/**
 * Why a dataset refuses an approved user: `errors[].message` of the path `access`, the same in every language
 * (access.md, "The decision").
 */
export const accessKeys = ['embargo', 'terms_to_sign', 'terms_changed'] as const;
export type AccessKey = (typeof accessKeys)[number];
