import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { limits } from './limits.ts';

const whole = (max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Must be a whole number.')), z.transform(Number)),
    z.number().check(z.minimum(1), z.maximum(max)),
  );
const pages = {
  pageIndex: z._default(whole(100_000_000), 1),
  pageSize: z._default(whole(limits.pageSizeMax), limits.pageSize),
};
const paged = { count: z.number(), pageIndex: z.number(), pageSize: z.number() };

/** A file of a dataset, or a folder of them; `path` is the entry name in the dataset's ZIP, a folder's without `/`. */
export const fileEntry = z.object({
  type: z.enum(['file', 'folder']),
  path: z.string(),
  /** Bytes; a folder's are those of all files below it. */
  size: z.number(),
  /** Of a folder: files below it. */
  fileCount: z.optional(z.number()),
  /** Of a file: lower-case hex SHA-256. */
  sha256: z.optional(z.string()),
  contentType: z.optional(z.string()),
  /** Of a file whose bytes were purged: its line stays, its address answers 410. */
  purged: z.optional(z.literal(true)),
});
export type FileEntry = z.output<typeof fileEntry>;

/**
 * The files of a published or withdrawn dataset (releases.md, "Files"): folders first, then by the names' UTF-8 bytes.
 * Without names for who may not see them (`filesVisible`): an empty list beside the totals.
 */
export const listFiles = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/files',
  who: { kind: 'anyone', guests: true },
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({
    /** The folder; empty or absent: the top. A trailing `/` changes nothing. One that is not there: 404. */
    prefix: z.optional(z.string().check(z.maxLength(4_096))),
    /** `true`: all files below the folder instead of its entries, no folders. */
    recursive: z.optional(z.enum(['true', 'false'])),
    /** Files below the folder whose path holds it, whatever the case; implies `recursive`. */
    keyword: z.optional(z.string().check(z.maxLength(200))),
    ...pages,
  }),
  data: z.object({
    list: z.array(fileEntry),
    ...paged,
    /** Of the whole dataset. */
    totals: z.object({ files: z.number(), size: z.number() }),
    /** Whether this reader may see names and hashes. */
    shown: z.boolean(),
    /** SHA-256 of the current `sha256` manifest: the `release` of file addresses. Null: not hashed yet, or not shown. */
    release: z.nullable(z.string()),
    /** For who may download: what the files' addresses carry. */
    ticket: z.optional(z.string()),
  }),
});

/** One file of a dataset; GET and HEAD, judged as downloads are (decisions §1, §5). */
export const getFile = defineEndpoint({
  method: 'GET',
  path: '/api/v1/file/:datasetId/*',
  who: { kind: 'download' },
  params: z.strictObject({ datasetId: z.string() }),
  query: z.strictObject({
    /** A user token or a download ticket. */
    token: z.optional(z.string().check(z.maxLength(512))),
    /** See `release` of the tree; another one than the current is 410. */
    release: z.optional(z.string().check(z.maxLength(64))),
  }),
  answers: 'file',
});
