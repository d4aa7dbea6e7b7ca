import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { AppError } from '../../shared/errors.ts';
import { free } from '../../shared/received-memory.ts';
import { writePieces } from '../../storage/index.ts';

/** Bytes to which chunks are gathered before a write. */
const WRITE = 1024 * 1024;
/** Bytes buffered during a write: bounds the memory of a fast client. */
const MOST_WAITING = 4 * WRITE;

export interface Received {
  /** Position of the next byte: all before it are written, and none after it. */
  offset: number;
  /** Why it ended early; the bytes before are kept. */
  failure: unknown;
}

/**
 * Writes a body into a file from `offset` on, reading on while it writes. A broken connection or a stream error ends it
 * with the bytes received; a failed write ends it at once. Consumes the chunks: one that owns its ArrayBuffer is
 * detached.
 * @param end size of the file: a body beyond it is a 413, and its bytes up to there are kept
 * @param onProgress called with the offset written so far
 */
export function receive(
  body: Readable,
  file: FileHandle,
  { offset, end, onProgress }: { offset: number; end: number; onProgress: (offset: number) => void },
): Promise<Received> {
  let written = offset;
  let coming = offset;
  let waiting: Buffer[] = [];
  let bytes = 0;
  let writing = false;
  let over = false;
  let failure: unknown;

  return new Promise((resolve) => {
    const settle = () => {
      body.off('data', onData).off('end', onEnd).off('close', onClose);
      // Ignores late errors.
      body.off('error', stop).on('error', () => {});
      body.pause();
      resolve({ offset: written, failure });
    };
    const pump = () => {
      if (writing) return;
      if (bytes < WRITE && !over) return;
      if (bytes === 0) return settle();
      const [pieces, count] = [waiting, bytes];
      waiting = [];
      bytes = 0;
      writing = true;
      if (body.isPaused() && !over) body.resume();
      writePieces(file, pieces, written).then(
        () => {
          writing = false;
          written += count;
          for (const piece of pieces) free(piece);
          onProgress(written);
          pump();
        },
        (error) => {
          failure = error;
          settle();
        },
      );
    };
    const stop = (error?: unknown) => {
      if (over) return;
      over = true;
      failure = error;
      pump();
    };
    const onData = (piece: Buffer) => {
      const fits = piece.subarray(0, end - coming);
      if (fits.length > 0) {
        coming += fits.length;
        bytes += fits.length;
        waiting.push(fits);
      }
      if (fits.length < piece.length) stop(new AppError(413, 'More bytes came than the upload is long.'));
      else if (bytes >= MOST_WAITING) body.pause();
      pump();
    };
    const onEnd = () => stop();
    const onClose = () => stop(new AppError(400, 'The connection broke off. Go on from the offset.'));
    body.on('data', onData).on('end', onEnd).on('close', onClose).on('error', stop);
    if (body.destroyed) onClose();
  });
}
