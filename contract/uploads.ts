import * as z from 'zod';
import { path } from './dataset-admin.ts';

/** ms after its last byte until an unused upload expires. */
export const UPLOAD_LIFE = 7 * 24 * 60 * 60 * 1_000;

/**
 * Stands between the SERVER_NAME of the server with the bytes and the rest of an upload's id, and in neither of them.
 * The balancer's configuration has it (deploy/haproxy.cfg, deploy/nginx-balancer.conf).
 */
export const SERVER_MARK = '~';

/** The `Upload-Metadata` of an upload; values travel as base64. A folder's file gives its path below the folder. */
export const uploadMetadata = z
  .strictObject({
    filename: path.refine((value) => !value.includes('/'), 'A file name has no slash.'),
    folder: z.string().min(1).max(100).optional(),
    relativePath: path.optional(),
  })
  .refine((given) => (given.folder === undefined) === (given.relativePath === undefined), {
    error: 'A folder’s upload has both, folder and relativePath.',
    path: ['relativePath'],
  });
export type UploadMetadata = z.infer<typeof uploadMetadata>;
