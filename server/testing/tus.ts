import { UPLOADS_PATH } from '../../contract/sources.ts';
import type { Wire } from './wire.ts';

/** The Upload-Metadata header: keys with base64 values. */
export const metadataHeader = (metadata: Record<string, string>): string =>
  Object.entries(metadata)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** The tus calls of one administrator over a real socket. */
export function tusCalls(wire: Wire, token: string | undefined) {
  const headers = {
    'tus-resumable': '1.0.0',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const at = (id: string) => `${UPLOADS_PATH}/${id}`;
  return {
    create: (size: number, metadata: Record<string, string> = { filename: 'a.bin' }, more = {}) =>
      wire.send(UPLOADS_PATH, {
        method: 'POST',
        headers: {
          ...headers,
          'upload-length': String(size),
          'upload-metadata': metadataHeader(metadata),
          ...more,
        },
      }),
    head: (id: string) => wire.send(at(id), { method: 'HEAD', headers }),
    patch: (id: string, offset: number, body: Uint8Array, more = {}) =>
      wire.send(at(id), {
        method: 'PATCH',
        headers: {
          ...headers,
          'content-type': 'application/offset+octet-stream',
          'upload-offset': String(offset),
          ...more,
        },
        body,
      }),
    remove: (id: string) => wire.send(at(id), { method: 'DELETE', headers }),
    options: () => wire.send(UPLOADS_PATH, { method: 'OPTIONS', headers }),
    /** The headers of a PATCH for a bare socket: the test sends the body itself. */
    patchHead: (id: string, offset: number, length: number) =>
      [
        `PATCH ${at(id)} HTTP/1.1`,
        'Host: x',
        `Authorization: Bearer ${token}`,
        'Tus-Resumable: 1.0.0',
        'Content-Type: application/offset+octet-stream',
        `Upload-Offset: ${offset}`,
        `Content-Length: ${length}`,
        '\r\n',
      ].join('\r\n'),
  };
}

/** The upload's id in a response's Location. */
export const idOf = ({ headers }: { headers: { location?: string | undefined } }): string =>
  headers.location?.split('/').at(-1) ?? '';
