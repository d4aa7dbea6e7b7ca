import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';

const encodings = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof encodings)[number];

/** A shared response, prepared in every content encoding. */
export interface Prepared {
  status: number;
  etag: string;
  /** Headers by encoding. */
  headers: Record<Encoding, Record<string, string>>;
  /** Headers of a 304, which repeats those for caches (RFC 9110 §15.4.5). */
  unchanged: Record<string, string>;
  /** The body if compressed already, else a promise. */
  body: (encoding: Encoding) => Buffer | Promise<Buffer>;
}

const compress = {
  br: (bytes: Buffer): Promise<Buffer> =>
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  gzip: (bytes: Buffer): Promise<Buffer> => promisify(gzip)(bytes),
};

/**
 * Compressed on first use, off the main thread, and then cached. The ETag is weak, and the same in every encoding:
 * equivalent, but not the same bytes (RFC 9110 §8.8.1).
 */
export function prepare(
  text: string,
  { status = 200, type, headers = {} }: { status?: number; type: string; headers?: Record<string, string> },
): Prepared {
  const bytes = Buffer.from(text);
  const made: Partial<Record<Encoding, Buffer | Promise<Buffer>>> = { identity: bytes };
  const etag = createHash('sha256').update(bytes).digest('base64url').slice(0, 27);
  const unchanged = {
    'cache-control': 'no-cache',
    ...headers,
    etag: `W/"${etag}"`,
    vary: [headers.vary, 'Accept-Encoding'].filter(Boolean).join(', '),
  };
  const plain = { ...unchanged, 'content-type': type };
  return {
    status,
    etag,
    headers: {
      br: { ...plain, 'content-encoding': 'br' },
      gzip: { ...plain, 'content-encoding': 'gzip' },
      identity: plain,
    },
    unchanged,
    body(encoding) {
      const body = made[encoding];
      if (body) return body;
      const coming = compress[encoding as keyof typeof compress](bytes).then((packed) => {
        made[encoding] = packed;
        return packed;
      });
      made[encoding] = coming;
      // Not cached on failure: the next request tries again.
      coming.catch(() => delete made[encoding]);
      return coming;
    },
  };
}

const accepts = (header: string, encoding: string): boolean =>
  header.split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === encoding && !parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter));
  });

function encodingFor({ headers }: FastifyRequest): Encoding {
  const header = headers['accept-encoding'];
  if (!header) return 'identity';
  return encodings.find((encoding) => accepts(String(header), encoding)) ?? 'identity';
}

/** Sends it with its headers (`no-cache` unless they say otherwise) and an ETag; 304 when the client's copy is current (RFC 9110 §13.1.2). */
export function sendPrepared(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, etag, headers, unchanged, body }: Prepared,
): FastifyReply | Promise<FastifyReply> {
  const known = request.headers['if-none-match'];
  if (known !== undefined && status === 200 && (known.trim() === '*' || known.includes(`"${etag}"`))) {
    return reply.code(304).headers(unchanged).send();
  }
  const encoding = encodingFor(request);
  const send = (bytes: Buffer) => reply.code(status).headers(headers[encoding]).send(bytes);
  const ready = body(encoding);
  // Synchronous where possible: a promise would add a good part of the response's cost.
  return ready instanceof Promise ? ready.then(send) : send(ready);
}
