import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

const id = z.strictObject({ id: z.string().check(z.maxLength(64)) });

/** A line of what differs between two texts. */
export const changedLine = z.object({ kind: z.enum(['same', 'added', 'removed']), text: z.string() });
export type ChangedLine = z.output<typeof changedLine>;

/** The terms of a dataset as anybody may read them, and what the caller has signed of them. */
export const termsToSign = z.object({
  /** Of this version of them: what is signed. */
  id: z.string(),
  title: z.string(),
  version: z.number(),
  /** Markdown. */
  text: z.string(),
  /** The same rendered and sanitised. */
  html: z.string(),
  /** Of the Markdown, lower-case hex. */
  sha256: z.string(),
  /** The name as the caller's account has it, which they type; null where nobody is signed in. */
  name: z.nullable(z.string()),
  /** The caller's last signature for this dataset; `holds`: it need not be repeated. */
  signed: z.nullable(z.object({ version: z.number(), signedAt: z.string(), holds: z.boolean() })),
  /** What is new since the text that the caller signed; null without one, and where it is this one. */
  changes: z.nullable(z.array(changedLine)),
});
export type TermsToSign = z.output<typeof termsToSign>;

/** 404 for a dataset that the caller may not see, and for one that asks for no terms. */
export const getDatasetTerms = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/terms',
  who: { kind: 'anyone' },
  params: id,
  data: termsToSign,
});

/** A signature as its signer sees it. */
export const ownSignature = z.object({
  id: z.string(),
  title: z.string(),
  version: z.number(),
  sha256: z.string(),
  datasetName: z.string(),
  /** Of `/d/{slug}`; null when no version of the dataset can be seen. */
  slug: z.nullable(z.string()),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  signedAt: z.string(),
});
export type OwnSignature = z.output<typeof ownSignature>;

/**
 * Signs the terms of a dataset. 403 for an account that is rejected or suspended; 409 when `terms` is not what is to be
 * signed any more; 400 of `name` where it is not the account's. Signing the same again answers the first signature.
 */
export const signTerms = defineEndpoint({
  method: 'POST',
  path: '/api/v1/dataset/:id/signature',
  who: { kind: 'user' },
  params: id,
  body: z.strictObject({
    /** The `id` of the text that was shown. */
    terms: z.string().check(z.maxLength(64)),
    name: z
      .string()
      .check(z.trim(), z.minLength(1, 'Type your name.'), z.maxLength(200, 'At most 200 characters.')),
    agreed: z.literal(true, 'Tick that you agree.'),
  }),
  data: ownSignature,
});

/** The caller's signatures, newest first. */
export const listOwnSignatures = defineEndpoint({
  method: 'GET',
  path: '/api/v1/signatures',
  who: { kind: 'user' },
  data: z.array(ownSignature),
});

/** A signature with the text that was signed. */
export const signatureFormats = ['pdf', 'json'] as const;

export const getOwnSignature = defineEndpoint({
  method: 'GET',
  path: '/api/v1/signatures/:id/document',
  who: { kind: 'user' },
  params: id,
  query: z.strictObject({ format: z._default(z.enum(signatureFormats), 'pdf') }),
  answers: 'file',
});
