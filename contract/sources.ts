import * as z from 'zod';
import { defineEndpoint } from './endpoint.ts';

/** Where a subset's bytes come from (decisions §4). */
export const uploadSource = z.strictObject({ upload: z.string().min(1) });
export const folderSource = z.strictObject({ folder: z.string().min(1) });
/** A path on the server below an import root, as `listImports` returns it: a file, or a folder with all its files. */
export const importSource = z.strictObject({ import: z.string().min(1).max(4_096) });

export const source = z.union([uploadSource, folderSource, importSource], {
  error: 'Name one source: an upload, a folder or an import.',
});
export type Source = z.infer<typeof source>;

/** A dataset's uploaded archive is a single file. */
export const archiveSource = z.union([uploadSource, importSource], {
  error: 'Name one source: an upload or an import.',
});

/**
 * Resumable uploads by the tus protocol; not an endpoint of this contract, but bound by it (decisions §4, formats.md).
 */
export const UPLOADS_PATH = '/api/v1/admin/uploads';

/** A folder that groups uploads, by `folder` and `relativePath` in their metadata. */
export const addFolder = defineEndpoint({
  method: 'POST',
  path: '/api/v1/admin/folders',
  who: { kind: 'admin', tag: 'dataset:list:write' },
  data: z.object({ id: z.string() }),
});

export const importEntry = z.object({
  name: z.string(),
  path: z.string(),
  type: z.enum(['file', 'folder']),
  /** Bytes; 0 for a folder. */
  size: z.number(),
  mtime: z.string(),
});
export type ImportEntry = z.infer<typeof importEntry>;

/** Files on the server that may be registered in place; without a path, the import roots. */
export const listImports = defineEndpoint({
  method: 'GET',
  path: '/api/v1/admin/imports',
  who: { kind: 'admin', tag: 'dataset:import:read' },
  query: z.strictObject({ path: z.string().max(4_096).optional() }),
  data: z.object({ path: z.string(), entries: z.array(importEntry) }),
});
