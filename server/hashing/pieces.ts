import type { FileRange } from './messages.ts';

/** Input of a hash over a sequence of pieces. */
export interface Pieces {
  /** Adds bytes, which are copied, or a range of an open file, which may be closed when the promise resolves. */
  add(piece: Uint8Array | FileRange): Promise<void>;
  /** The CRC-32 of what `feed` adds. It is computed only for those bytes. */
  crcOf(feed: () => Promise<void>): Promise<number>;
}

/** @param crc CRC-32 so far, to be continued over the piece; undefined: not requested */
type Send = (
  piece: Uint8Array | FileRange,
  crc: number | undefined,
  transfer: ArrayBuffer[],
) => Promise<number | undefined>;

/** Bytes per message. */
const BATCH = 1024 * 1024;
/** Bytes of a file before the task yields to others. */
const TURN = 64 * 1024 * 1024;

/**
 * Batches small pieces into a buffer of their own, which is transferred to the worker thread. While one batch is hashed
 * the next one is filled.
 */
export function pieceSender(
  send: Send,
  onProgress: ((bytes: number) => void) | undefined,
): { pieces: Pieces; finish: () => Promise<void> } {
  let batch = new Uint8Array(BATCH);
  let filled = 0;
  let former = Promise.resolve();
  let crc: number | undefined;
  let sent = 0;

  async function sendOn(piece: Uint8Array | FileRange, transfer: ArrayBuffer[]): Promise<void> {
    const size = piece instanceof Uint8Array ? piece.length : piece.end - piece.start;
    crc = await send(piece, crc, transfer);
    sent += size;
    onProgress?.(sent);
  }

  async function flush(): Promise<void> {
    await former;
    if (filled === 0) return;
    former = sendOn(batch.subarray(0, filled), [batch.buffer]);
    // Avoids an unhandled rejection: the next caller that awaits it gets the error.
    former.catch(() => {});
    batch = new Uint8Array(BATCH);
    filled = 0;
  }

  async function finish(): Promise<void> {
    await flush();
    await former;
  }

  async function add(piece: Uint8Array | FileRange): Promise<void> {
    if (!(piece instanceof Uint8Array)) {
      await finish();
      for (let at = piece.start; at < piece.end; at += TURN) {
        await sendOn({ fd: piece.fd, start: at, end: Math.min(at + TURN, piece.end) }, []);
      }
      return;
    }
    for (let at = 0; at < piece.length; ) {
      const part = piece.subarray(at, at + BATCH - filled);
      batch.set(part, filled);
      filled += part.length;
      at += part.length;
      if (filled === BATCH) await flush();
    }
  }

  async function crcOf(feed: () => Promise<void>): Promise<number> {
    await finish();
    crc = 0;
    await feed();
    await finish();
    const found = crc;
    crc = undefined;
    return found;
  }

  return { pieces: { add, crcOf }, finish };
}
