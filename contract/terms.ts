import * as z from 'zod';
import { accessPolicies } from './access.ts';
import { defineEndpoint } from './endpoint.ts';
import { label } from './label.ts';
import { limits } from './limits.ts';
import { day, listOf, listQuery } from './lists.ts';
import { changedLine, signatureFormats } from './signing.ts';

const id = z.strictObject({ id: z.string().max(64) });
const document = z.strictObject({ format: z.enum(signatureFormats).default('pdf') });

const title = label(200, 'title');
const text = z
  .string()
  .trim()
  .min(1, 'Write the text.')
  .max(limits.textCharacters, `At most ${limits.textCharacters} characters.`)
  .refine((value) => value.isWellFormed(), 'The text is well-formed Unicode.');

/** One version of a set of terms. It never changes once it is in use. */
export const termsVersion = z.object({
  id: z.string(),
  title: z.string(),
  version: z.number(),
  text: z.string(),
  html: z.string(),
  sha256: z.string(),
  /** Whether who signed an earlier version must sign this one. */
  signAgain: z.boolean(),
  createdAt: z.string(),
  signatures: z.number(),
});
export type TermsVersion = z.infer<typeof termsVersion>;

/** A set of terms in the list: as its newest version has it. */
export const termsRow = z.object({
  id: z.string(),
  title: z.string(),
  version: z.number(),
  createdAt: z.string(),
  /** Of all versions. */
  signatures: z.number(),
  /** Names of the datasets that ask for it. */
  datasets: z.array(z.string()),
});
export type TermsRow = z.infer<typeof termsRow>;

const reads = { kind: 'admin', tag: 'terms:list:read' } as const;
const writes = { kind: 'admin', tag: 'terms:list:write' } as const;

/** All sets, by title. */
export const listTerms = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/termsList',
  who: reads,
  data: z.array(termsRow),
});

/** One set with its versions, newest first. `used`: what is written is fixed, a change makes a new version. */
export const oneTerms = z.object({
  id: z.string(),
  used: z.boolean(),
  datasets: z.array(z.string()),
  versions: z.array(termsVersion),
});
export type OneTerms = z.infer<typeof oneTerms>;

export const getTerms = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/terms/:id',
  who: reads,
  params: id,
  data: oneTerms,
});

const number = z
  .string()
  .regex(/^\d{1,6}$/, 'Must be a whole number.')
  .transform(Number);

/** What differs between the texts of two versions of a set. */
export const compareTerms = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/terms/:id/changes',
  who: reads,
  params: id,
  query: z.strictObject({ from: number, to: number }),
  data: z.array(changedLine),
});

export const addTerms = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/terms',
  who: writes,
  bodyLimit: 256 * 1_024,
  body: z.strictObject({ title, text }),
  data: oneTerms,
});

/**
 * Changes the text: as long as no dataset asks for it and nobody has signed it, in place; afterwards as a new version.
 * 409 when `version` is not the newest any more, and when a new version would be made and `signAgain` is not there: the
 * terms came into use since they were read.
 */
export const updateTerms = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/terms/:id',
  who: writes,
  params: id,
  bodyLimit: 256 * 1_024,
  body: z.strictObject({
    title,
    text,
    /** The number of the version that the change starts from. */
    version: z.number().int().min(1),
    /** Whether who has signed must sign again; asked of a new version alone, which is refused without an answer. */
    signAgain: z.boolean().optional(),
  }),
  data: oneTerms,
});

/** 409 while a dataset asks for it. What was signed stays readable in the signatures. */
export const deleteTerms = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/terms/:id',
  who: writes,
  params: id,
});

/** A text as it will be shown. */
export const previewTerms = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/terms/preview',
  who: writes,
  bodyLimit: 256 * 1_024,
  body: z.strictObject({ text }),
  data: z.object({ html: z.string() }),
});

const access = z.object({
  policy: z.enum(accessPolicies),
  /** The set of terms: needed with `terms`, possible with `request`, null with `portal`. */
  termsId: z.string().max(64).nullable(),
});

/** What a dataset asks for: of all its versions. */
export const getDatasetAccess = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/access',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  data: access,
});

/** Holds from the next request on; cuts no running download. */
export const updateDatasetAccess = defineEndpoint({
  method: 'PUT',
  path: '/api/v1/admin/dataset/:id/access',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
  body: z.strictObject(access.shape),
  data: access,
});

/** A signature in the back office. */
export const signatureRow = z.object({
  id: z.string(),
  /** Null once the account is deleted. */
  userId: z.string().nullable(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  signedAt: z.string(),
  /** Empty once it is removed. */
  ip: z.string(),
  termsId: z.string(),
  title: z.string(),
  version: z.number(),
  sha256: z.string(),
  datasetName: z.string(),
});
export type SignatureRow = z.infer<typeof signatureRow>;

const filters = {
  /** In name, e-mail, affiliation and dataset. */
  keyword: z.string().trim().max(200).optional(),
  termsId: z.string().max(64).optional(),
  from: day.optional(),
  to: day.optional(),
};

export const signatureSorts = ['signedAt', 'name', 'title', 'datasetName'] as const;

/** By default newest first. */
export const listSignatures = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/signatureList',
  who: { kind: 'admin', tag: 'signature:list:read' },
  query: listQuery(signatureSorts, filters),
  data: listOf(signatureRow),
});

/** The filtered rows as CSV. */
export const exportSignatures = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/signatureList/export',
  who: { kind: 'admin', tag: 'signature:list:read' },
  query: z.strictObject(filters),
  answers: 'file',
});

export const getSignature = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/signature/:id/document',
  who: { kind: 'admin', tag: 'signature:list:read' },
  params: id,
  query: document,
  answers: 'file',
});
