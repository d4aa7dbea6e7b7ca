import * as z from 'zod';
import { path } from './dataset-admin.ts';

/** ms after the last byte when an upload that nothing uses is given up. */
export const UPLOAD_LIFE = 7 * 24 * 60 * 60 * 1_000;

/**
 * What an upload says of itself in `Upload-Metadata`; the values travel as base64. A folder's file names its place
 * below the folder.
 */
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
