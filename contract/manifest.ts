import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { limits } from './limits.ts';

const whole = (max: number) =>
  z.pipe(
    z.pipe(z.string().check(z.regex(/^\d{1,9}$/, 'Must be a whole number.')), z.transform(Number)),
    z.number().check(z.minimum(1), z.maximum(max)),
  );

export const manifestFormats = ['sha256', 'json', 'aria2', 'metalink', 'bagit'] as const;

/** Every file of a version with its hash, as text for a tool (releases.md, "Manifest"); GET and HEAD, with ranges. */
export const getManifest = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/manifest',
  who: { kind: 'anyone', guests: true },
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({
    format: z._default(z.enum(manifestFormats), 'sha256'),
    /** A version of the dataset, or the SHA-256 of a manifest: only what was added or changed since. */
    since: z.optional(z.string().check(z.minLength(1), z.maxLength(64))),
    /** Only the files below this folder, or this file; a trailing `/` changes nothing. */
    prefix: z.optional(z.string().check(z.maxLength(4_096))),
    /** Without the lines of files whose bytes were purged: what a download can be checked by. */
    only: z.optional(z.enum(['fetchable'])),
    /** A user token, a personal one or a download ticket, for tools that send no header. */
    token: z.optional(z.string().check(z.maxLength(512))),
  }),
  answers: 'file',
});

export const changeKinds = ['added', 'removed', 'changed', 'moved'] as const;

/** What differs between an older version's files and this one's (releases.md, "Changes"). */
export const fileChanges = z.object({
  totals: z.object({
    added: z.number(),
    removed: z.number(),
    changed: z.number(),
    moved: z.number(),
    same: z.number(),
    /** Of what the manifest lists with `since`: added, changed and moved, since tools fetch by name. */
    bytes: z.number(),
  }),
  /** In the order of the paths' UTF-8 bytes; empty where names are not shown. */
  list: z.array(
    z.object({
      kind: z.enum(changeKinds),
      path: z.string(),
      /** Bytes; of a removed file: what it had. */
      size: z.number(),
      /** Of a moved one: its path before. */
      from: z.optional(z.string()),
      /** Of a changed one: bytes before. */
      sizeBefore: z.optional(z.number()),
      /** Of one that is there: its bytes were purged, its line stays. */
      purged: z.optional(z.literal(true)),
    }),
  ),
  count: z.number(),
  pageIndex: z.number(),
  pageSize: z.number(),
});
export type FileChangesPage = z.output<typeof fileChanges>;

export const listChanges = defineEndpoint({
  method: 'GET',
  path: '/api/v1/dataset/:id/changes',
  who: { kind: 'anyone', guests: true },
  params: z.strictObject({ id: z.string() }),
  query: z.strictObject({
    /** The older version's number. */
    from: z.string().check(z.minLength(1), z.maxLength(60)),
    pageIndex: z._default(whole(100_000_000), 1),
    pageSize: z._default(whole(limits.pageSizeMax), limits.pageSize),
  }),
  data: z.extend(fileChanges, {
    /** Whether this reader may see names. */
    shown: z.boolean(),
  }),
});

/** The address of a manifest. */
export function manifestUrl(
  datasetId: string,
  query: { format?: (typeof manifestFormats)[number]; since?: string; prefix?: string; token?: string } = {},
): string {
  const said = new URLSearchParams(query).toString();
  return `/api/v1/dataset/${encodeURIComponent(datasetId)}/manifest${said === '' ? '' : `?${said}`}`;
}
