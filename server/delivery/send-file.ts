import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  answersPerAddress,
  type ByteRange,
  matches,
  newConnections,
  noneMatch,
  parseRange,
} from '../http/index.ts';
import { contentDisposition } from '../shared/disposition.ts';
import { AppError } from '../shared/errors.ts';
import { answerPools } from './buffer-pool.ts';
import { breakOff, LEAST_RATE, pump, STALLED } from './pump.ts';
import { type Source, segmentReader } from './segment-reader.ts';

/** A file to send, with the values of its headers. */
export interface Sendable {
  fileName: string;
  contentType: string;
  /** Bytes. */
  size: number;
  /** Strong ETag, without quotes. */
  etag: string;
  /** Hex, or null while unknown. */
  sha256: string | null;
  /** An image or document embedded in pages: public and immutable, since its name is never reused. */
  shown?: boolean;
  /** Sent to somebody without credentials: it waits behind who signed in. */
  anonymous?: boolean;
  /** In place of those that all files have. */
  headers?: Record<string, string>;
  source: Source;
}

/** Observer of a response. */
export interface Watcher {
  /**
   * Called before anything is read. `cut` aborts the response at any time.
   * @throws AppError 429 over the limit
   */
  admit: (cut: () => void) => void;
  /** Called when the first bytes are read; its error is the response instead. */
  begin: (range: ByteRange) => Promise<void>;
  /** Called after the socket took `bytes` from `position` on. */
  sent: (position: number, bytes: number) => void;
  /** Called after `admit`, whatever the outcome. */
  end: () => void;
}

export interface SendOptions {
  watcher?: Watcher;
  /** ms that a client may read nothing before it is disconnected. */
  stalledAfter?: number | undefined;
}

/** One per process, as the buffer pools are. */
export const addresses = answersPerAddress();
/** ms that a response waits for its first buffer. */
const PATIENCE = 5_000;

/** CSP for an image opened by itself; browsers would not show a sandboxed PDF (threat 15). */
const shown = (contentType: string) => ({
  'cache-control': 'public, max-age=31536000, immutable',
  ...(contentType.startsWith('image/') && { 'content-security-policy': "default-src 'none'; sandbox" }),
});

const handedOut = (fileName: string) => ({
  'content-disposition': contentDisposition(fileName),
  'cache-control': 'private, no-transform',
  'content-security-policy': "default-src 'none'; sandbox",
});

/** Headers of every response about a file, 304 and HEAD included. */
export function describeFile(reply: FastifyReply, file: Omit<Sendable, 'source'>): void {
  reply.headers({
    etag: `"${file.etag}"`,
    'accept-ranges': 'bytes',
    'content-type': file.contentType,
    'x-content-type-options': 'nosniff',
    ...(file.shown ? shown(file.contentType) : handedOut(file.fileName)),
    ...(file.sha256
      ? { 'repr-digest': `sha-256=:${Buffer.from(file.sha256, 'hex').toString('base64')}:` }
      : {}),
    ...file.headers,
  });
}

/**
 * RFC 9110 §13.2.2: the preconditions in their order, then Range and If-Range.
 * @returns the range to send, or that the client's copy is current (304)
 * @throws AppError 412, 416 (with Content-Range set on the reply)
 */
export function wantedPart(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { etag, size }: { etag: string; size: number },
): ByteRange | 'whole' | 'unchanged' {
  const tag = `"${etag}"`;
  if (headers['if-match'] !== undefined && !matches(headers['if-match'], tag)) {
    throw new AppError(412, 'The file is no longer the one you began with. Fetch a new link.');
  }
  if (headers['if-none-match'] !== undefined && !noneMatch(headers['if-none-match'], tag)) return 'unchanged';
  // A strong comparison (§13.1.5): a weak tag never matches, nor does a date, since files have no Last-Modified.
  const ranged = method === 'GET' && (headers['if-range'] ?? tag) === tag;
  const range = ranged ? parseRange(headers.range, size) : 'whole';
  if (range !== 'unsatisfiable') return range;
  reply.header('content-range', `bytes */${size}`);
  throw new AppError(416, 'The wanted part lies beyond the end of the file.');
}

/** 304: the headers of the whole file, without those of a body. */
export const sendUnchanged = (reply: FastifyReply): FastifyReply =>
  reply.code(304).removeHeader('content-type').send();

const isForAnybody = ({ shown, anonymous }: Sendable): boolean => (shown ?? anonymous) === true;

/** Sends downloads and integrity files: preconditions and a single range (decisions §5), then the bytes. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Sendable,
  options: SendOptions = {},
): Promise<void> {
  describeFile(reply, file);
  const wanted = wantedPart(request, reply, file);
  if (wanted === 'unchanged') {
    sendUnchanged(reply);
    return;
  }
  if (request.method === 'HEAD') {
    reply.header('content-length', String(file.size)).send();
    return;
  }
  const { watcher } = options;
  watcher?.admit(() => breakOff(reply.raw, request.raw.socket));
  try {
    const leave = await addresses.enter(request.ip, isForAnybody(file));
    try {
      await sendPart(request, reply, file, wanted, options);
    } finally {
      leave();
    }
  } finally {
    watcher?.end();
  }
}

async function sendPart(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Sendable,
  wanted: ByteRange | 'whole',
  { watcher, stalledAfter = STALLED }: SendOptions,
): Promise<void> {
  const { source, size } = file;
  const part = wanted === 'whole' ? { start: 0, end: size } : wanted;
  const total = part.end - part.start;
  const pool = isForAnybody(file) ? answerPools.anybody : answerPools.signedIn;
  let buffer: Buffer | undefined = await pool.take(total, PATIENCE);
  const reader = segmentReader(source, part.start, part.end);
  try {
    // Reads the first bytes before the headers are sent: an unreadable file is an error response, not a broken
    // connection.
    const length = await reader.fill(buffer);
    if (length === 0 && total > 0) throw new Error('an object is shorter than its record');
    await watcher?.begin(part);
    const connection = request.raw.socket;
    reply.hijack();
    if (connection.destroyed) return;
    reply.header('content-length', String(total));
    if (wanted !== 'whole') {
      reply.code(206).header('content-range', `bytes ${part.start}-${part.end - 1}/${size}`);
    }
    const response = reply.raw;
    response.writeHead(reply.statusCode, reply.getHeaders() as Record<string, string>);
    if (total === 0) {
      response.end();
      return;
    }
    const first = { buffer, length };
    buffer = undefined;
    let position = part.start;
    const sent = (bytes: number) => {
      watcher?.sent(position, bytes);
      position += bytes;
    };
    await pump({
      response,
      connection,
      reader,
      pool,
      first,
      total,
      stalledAfter,
      leastRate: LEAST_RATE,
      // So much goes into the system's buffers of each stranger at once that a crowd of them would hold up everybody.
      ...(isForAnybody(file) && { turn: newConnections.quietTurn }),
      sent,
    });
  } catch (error) {
    if (!reply.raw.headersSent) throw error;
    // The connection is destroyed: an error response is impossible.
    reply.log.error({ err: error }, 'a download broke');
  } finally {
    if (buffer) pool.give(buffer);
    await reader.close();
  }
}
