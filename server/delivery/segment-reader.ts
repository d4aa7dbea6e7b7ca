import { read } from 'node:fs';
import type { Segment } from '../archive/index.ts';
import type { OpenBlob } from '../storage/index.ts';

/** Where an answer's bytes come from. */
export interface Source {
  /** The bytes from `start` (inclusive) to `end` (exclusive), piece after piece. */
  segments: (start: number, end: number) => Iterable<Segment> | AsyncIterable<Segment>;
  open: (blob: string) => Promise<OpenBlob>;
}

/** The blob that is being read. */
interface Current {
  blob: OpenBlob;
  at: number;
  end: number;
  /** Of a blob that is no local file. */
  pieces?: AsyncIterator<Uint8Array>;
}

/** What comes next in an answer: pieces at hand, and then, if there is one, a blob. */
interface Prepared {
  pieces: Uint8Array[];
  current?: Current;
  /** The answer ends here. */
  last: boolean;
}

/** So many pieces are gathered at most: headers of files lie between their blobs, and many at an archive's end. */
const AHEAD = 4;

/** Positional read; a callback costs less than a promise of the handle's own, and there is one every 256 KiB. */
const readInto = (fd: number, buffer: Buffer, offset: number, length: number, at: number): Promise<number> =>
  new Promise((resolve, reject) => {
    read(fd, buffer, offset, length, at, (error, bytes) => (error ? reject(error) : resolve(bytes)));
  });

const tooShort = () => new Error('a blob is shorter than its record');

/**
 * Fills buffers with a range of a source: a blob is opened while the one before it is read, looked at when its first
 * byte is wanted and again before its last byte is given out (decisions §4), and closed after.
 */
export function segmentReader(source: Source, start: number, end: number) {
  const segments = source.segments(start, end);
  const iterator =
    Symbol.asyncIterator in segments ? segments[Symbol.asyncIterator]() : segments[Symbol.iterator]();
  let current: Current | undefined;
  /** What follows it, being prepared. */
  let ahead: Promise<Prepared> | undefined;
  /** Bytes before it. */
  let waiting: Uint8Array[] = [];
  /** Bytes at hand that did not fit. */
  let rest: Uint8Array | undefined;

  async function release(): Promise<void> {
    const done = current;
    current = undefined;
    // First the pieces: a stream from an object store holds a connection.
    await done?.pieces?.return?.();
    await done?.blob.close();
  }

  /** Goes on to the next blob and opens it, or a few pieces further. */
  async function prepare(): Promise<Prepared> {
    const pieces: Uint8Array[] = [];
    while (pieces.length < AHEAD) {
      const { done, value } = await iterator.next();
      if (done) return { pieces, last: true };
      if (value instanceof Uint8Array) pieces.push(value);
      else if (value.start < value.end) {
        const blob = await source.open(value.blob);
        return { pieces, current: { blob, at: value.start, end: value.end }, last: false };
      }
    }
    return { pieces, last: false };
  }

  /** Takes what comes next; false when there is nothing. */
  async function advance(): Promise<boolean> {
    const { pieces, current: next, last } = await (ahead ?? prepare());
    ahead = undefined;
    current = next;
    waiting = pieces;
    if (next) {
      await next.blob.verify();
      if (!next.blob.file) next.pieces = next.blob.read(next.at, next.end)[Symbol.asyncIterator]();
    }
    if (!last) {
      // The next file is opened while this one is read. What fails is thrown when its turn comes.
      ahead = prepare();
      ahead.catch(() => {});
    }
    return pieces.length > 0 || !last;
  }

  /** Puts what is at hand into the buffer. */
  function pour(buffer: Buffer, filled: number): number {
    const piece = rest?.subarray(0, buffer.length - filled) ?? new Uint8Array();
    buffer.set(piece, filled);
    rest = rest && piece.length < rest.length ? rest.subarray(piece.length) : undefined;
    return piece.length;
  }

  /** Reads more of the current blob: into the buffer, or, where only the store can read, to the side. */
  async function readOn(from: Current, buffer: Buffer, filled: number): Promise<number> {
    const left = from.end - from.at;
    let bytes = 0;
    if (from.pieces) {
      const { done, value } = await from.pieces.next();
      if (done) throw tooShort();
      rest = value.length > left ? value.subarray(0, left) : value;
      from.at += rest.length;
    } else {
      const wanted = Math.min(buffer.length - filled, left);
      bytes = await readInto(from.blob.file?.fd ?? -1, buffer, filled, wanted, from.at);
      if (bytes === 0) throw tooShort();
      from.at += bytes;
    }
    if (from.at >= from.end) {
      await from.blob.verify();
      await release();
    }
    return bytes;
  }

  return {
    /**
     * Bytes put into the buffer: as many as fit, fewer only at the end.
     * @throws AppError 503 when a file registered in place has changed; an Error when a blob ends too early
     */
    async fill(buffer: Buffer): Promise<number> {
      let filled = 0;
      while (filled < buffer.length) {
        rest ??= waiting.shift();
        if (rest) filled += pour(buffer, filled);
        else if (current) filled += await readOn(current, buffer, filled);
        else if (!(await advance())) break;
      }
      return filled;
    },

    async close(): Promise<void> {
      const next = await ahead?.catch(() => undefined);
      await iterator.return?.();
      await release();
      await next?.current?.blob.close();
    },
  };
}

export type SegmentReader = ReturnType<typeof segmentReader>;
