import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { contentDisposition } from './disposition.ts';
import { type ByteRange, matches, noneMatch, parseRange } from './range.ts';

/** Something to hand out, with everything its headers say. */
export interface Sendable {
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Strong, without quotes. */
  etag: string;
  /** Hex, when known. */
  sha256: string | null;
  /** A picture or document that pages show: public, and kept by browsers since its name is never reused. */
  shown?: boolean;
  read: (start: number, end: number) => AsyncIterable<Uint8Array>;
}

/** Told while bytes go out. */
export interface Watcher {
  /** Before the first byte; what it throws is answered instead. `cut` breaks the answer off at any time. */
  begin: (range: ByteRange, cut: () => void) => Promise<void>;
  /** After `bytes` from `position` were handed to the socket. */
  sent: (position: number, bytes: number) => void;
  end: () => void;
}

/** A reader that takes nothing for this long is cut (faults.md, "slow readers"). */
const STALLED = 30_000;

const SHOWN = {
  'cache-control': 'public, max-age=31536000, immutable',
};

const handedOut = (fileName: string) => ({
  'content-disposition': contentDisposition(fileName),
  'cache-control': 'private, no-transform',
  'content-security-policy': "default-src 'none'; sandbox",
});

/** Downloads and integrity files: HTTP's conditions and one range (decisions §5), then the bytes. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Sendable,
  watcher?: Watcher,
): Promise<void> {
  const { headers } = request;
  const etag = `"${file.etag}"`;
  reply.headers({
    etag,
    'accept-ranges': 'bytes',
    'content-type': file.contentType,
    'x-content-type-options': 'nosniff',
    ...(file.shown ? SHOWN : handedOut(file.fileName)),
    ...(file.sha256
      ? { 'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:` }
      : {}),
  });
  if (headers['if-match'] !== undefined && !matches(headers['if-match'], etag)) {
    throw new AppError(412, 'The file is no longer the one you began with. Fetch a new link.');
  }
  if (headers['if-none-match'] !== undefined && !noneMatch(headers['if-none-match'], etag)) {
    reply.code(304).removeHeader('content-type').send();
    return;
  }
  const ranged = request.method === 'GET' && (headers['if-range'] ?? etag) === etag;
  const range = ranged ? parseRange(headers.range, file.size) : 'whole';
  if (range === 'unsatisfiable') {
    // Sent from here: the error answer has headers of its own, and this one must say the length.
    reply.header('content-range', `bytes */${file.size}`);
    throw new AppError(416, 'The wanted part lies beyond the end of the file.');
  }
  const part = range === 'whole' ? { start: 0, end: file.size } : range;
  reply.header('content-length', String(part.end - part.start));
  if (range !== 'whole') {
    reply.code(206).header('content-range', `bytes ${part.start}-${part.end - 1}/${file.size}`);
  }
  if (request.method === 'HEAD') {
    reply.send();
    return;
  }
  await watcher?.begin(part, () => reply.raw.destroy());
  await pump(reply, file, part, watcher);
}

/** Until the socket takes more, or is gone. What lost the race stops listening: an answer waits thousands of times. */
async function drained(response: ServerResponse): Promise<void> {
  const waiting = new AbortController();
  const event = (name: string) => once(response, name, { signal: waiting.signal });
  try {
    await Promise.race([event('drain'), event('close')]);
  } finally {
    waiting.abort();
  }
}

/** Writes straight to the response: the pieces are counted as the socket takes them. */
async function pump(reply: FastifyReply, file: Sendable, part: ByteRange, watcher?: Watcher): Promise<void> {
  const response = reply.raw;
  reply.hijack();
  response.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
  // Without a body nothing is written, and the headers must go out all the same.
  response.flushHeaders();
  response.setTimeout(STALLED, () => response.destroy());
  let position = part.start;
  try {
    for await (const piece of file.read(part.start, part.end)) {
      if (response.destroyed) return;
      const taken = response.write(piece);
      watcher?.sent(position, piece.length);
      position += piece.length;
      if (!taken) await drained(response);
    }
    // A short source must never look like a whole answer: the connection breaks instead.
    if (position === part.end) response.end();
    else response.destroy();
  } catch (error) {
    if (!response.destroyed) reply.log.error({ err: error }, 'a download broke');
    response.destroy();
  } finally {
    watcher?.end();
  }
}
