import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';
import { listOf, listQuery } from './lists.ts';

/** A deleted dataset or subset, until its files are purged 30 days later (decisions §4). */
export const trashEntry = z.object({
  id: z.string(),
  kind: z.enum(['dataset', 'subset']),
  /** Of the dataset, or of the subset's dataset. */
  name: z.string(),
  version: z.string(),
  path: z.string(),
  /** Bytes. */
  size: z.number(),
  fileCount: z.number(),
  trashedAt: z.string(),
  /** When its files are purged. */
  purgedFrom: z.string(),
});
export type TrashEntry = z.infer<typeof trashEntry>;

const id = z.strictObject({ id: z.string() });

export const listTrash = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/trash',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  query: listQuery(['trashedAt'], {
    kind: z.enum(['dataset', 'subset']).optional(),
    keyword: z.string().trim().max(200).optional(),
  }),
  data: listOf(trashEntry),
});

/** Restores it unchanged. 409 when its name or path has been taken since. */
export const restoreFromTrash = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/trash/:id/restore',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
});

/** Purges its files now; records and hashes stay. */
export const purgeFromTrash = defineEndpoint({
  method: 'DELETE',
  path: '/api/v1/admin/trash/:id',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  params: id,
});

/** One file of a dataset's revision; kept for ever (provenance). */
export const keptHash = z.object({
  /** For a folder's file: the folder's path without `.zip`, then the file's own. */
  path: z.string(),
  /** Bytes. */
  size: z.number(),
  /** Lower-case hex. */
  sha256: z.string(),
  from: z.string(),
  /** When it was replaced or deleted; null: current. */
  until: z.string().nullable(),
  /** When its bytes were purged. */
  purgedAt: z.string().nullable(),
});
export type KeptHash = z.infer<typeof keptHash>;

/** Every file that the dataset has ever offered, oldest first; also of a trashed or purged dataset. */
export const listHashes = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/dataset/:id/hashes',
  who: { kind: 'admin', tag: 'dataset:list:read' },
  params: id,
  query: listQuery(['from'], {}).omit({ sort: true, order: true }),
  data: listOf(keptHash),
});
