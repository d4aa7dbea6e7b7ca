import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';

const query = z.strictObject({
  /** A user token or a download ticket. */
  token: z.optional(z.string().check(z.maxLength(512))),
  /** The object's revision; absent: the current one. */
  rev: z.optional(z.string().check(z.maxLength(64))),
});

/** §7: `/api/v1/download/{datasetId}/{subsetPath}?token={token}`; GET and HEAD. */
export const download = defineEndpoint({
  method: 'GET',
  path: '/api/v1/download/:datasetId/*',
  who: { kind: 'download' },
  params: z.strictObject({ datasetId: z.string() }),
  query,
  answers: 'file',
});

/** §7: `/api/v1/downloadInspection/{subsetPath}?token={token}`; GET and HEAD. */
export const downloadInspection = defineEndpoint({
  method: 'GET',
  path: '/api/v1/downloadInspection/*',
  who: { kind: 'download' },
  query,
  answers: 'file',
});

const encodePath = (path: string): string => path.split('/').map(encodeURIComponent).join('/');

const withQuery = (url: string, token: string, rev?: string): string =>
  `${url}?token=${encodeURIComponent(token)}${rev === undefined ? '' : `&rev=${encodeURIComponent(rev)}`}`;

/** The URL of a row's download; `path` is the label as stored. */
export const downloadUrl = (datasetId: string, path: string, token: string, rev?: string): string =>
  withQuery(`/api/v1/download/${encodeURIComponent(datasetId)}/${encodePath(path)}`, token, rev);

/** The URL of a row's integrity file. */
export const inspectionUrl = (path: string, token: string, rev?: string): string =>
  withQuery(`/api/v1/downloadInspection/${encodePath(path)}`, token, rev);
