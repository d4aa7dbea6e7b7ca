import type { Readable } from 'node:stream';
import { GetObjectCommand, HeadObjectCommand } from '@aws-sdk/client-s3';
import { BlobFault } from './blob-store.ts';
import type { S3Place } from './s3-place.ts';
import { isPassing, pause, StoreBroke, TRIES } from './s3-tries.ts';

/** Bytes without a fault after which the attempts are counted anew: reading terabytes takes hours. */
const RESET_AFTER = 1024 ** 3;

/** An object's ETag, from its first response: later ranges are requested with If-Match. */
export interface Seen {
  etag?: string;
}

/** Measures how long a reader waits for the store; the reader's own pauses do not count. */
function silenceWatch(limit: number, onSilence: (error: StoreBroke) => void) {
  let waiting = false;
  const timer = setTimeout(() => {
    if (waiting) onSilence(new StoreBroke(`the object store was silent for ${limit} ms`));
  }, limit);
  return {
    async wait<T>(step: Promise<T>): Promise<T> {
      waiting = true;
      timer.refresh();
      try {
        return await step;
      } finally {
        waiting = false;
      }
    },
    end: () => clearTimeout(timer),
  };
}

/** Maps an error about the object to its fault; a missing bucket is no fault of the object. */
function faultOf(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'NoSuchKey')
    return new BlobFault('ENOENT', 'a blob is not in the object store', { cause: error });
  if (name === 'InvalidRange')
    return new BlobFault('EIO', 'a blob in the object store is too short', { cause: error });
  return error;
}

/**
 * Size of the object in bytes.
 * @throws BlobFault ENOENT when it is missing
 */
export async function sizeOf(place: S3Place, key: string): Promise<number> {
  const { client, bucket: Bucket, ask } = place;
  const object = { Bucket, Key: place.objectOf(key) };
  try {
    const { ContentLength } = await ask((sending) => client.send(new HeadObjectCommand(object), sending));
    if (ContentLength === undefined) throw new Error('the object store did not say how long a blob is');
    return ContentLength;
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'NotFound') throw error;
    // A HEAD response has no body to tell a missing object from a missing bucket.
    const get = new GetObjectCommand({ ...object, Range: 'bytes=0-0' });
    const { Body } = await ask((sending) => client.send(get, sending)).catch((why) => {
      throw faultOf(why);
    });
    (Body as Readable).on('error', () => {}).destroy();
    throw error;
  }
}

interface Part {
  key: string;
  start: number;
  end: number;
}

/** One attempt at a range. Ends only when every byte was yielded. */
async function* once(place: S3Place, { key, start, end }: Part, seen: Seen): AsyncGenerator<Uint8Array> {
  const stop = new AbortController();
  let body: Readable | undefined;
  const watch = silenceWatch(place.patience, (error) => {
    stop.abort();
    body?.destroy(error);
  });
  try {
    const get = new GetObjectCommand({
      Bucket: place.bucket,
      Key: place.objectOf(key),
      Range: `bytes=${start}-${end - 1}`,
      ...(seen.etag ? { IfMatch: seen.etag } : {}),
    });
    const answer = await watch.wait(place.client.send(get, { abortSignal: stop.signal })).catch((error) => {
      throw stop.signal.aborted ? new StoreBroke('the object store gave no answer in time') : faultOf(error);
    });
    body = answer.Body as Readable;
    if (!answer.ContentRange?.startsWith(`bytes ${start}-${end - 1}/`))
      throw new BlobFault('EIO', `the object store gave ${answer.ContentRange ?? 'no range'} of a blob`);
    if (answer.ETag) seen.etag ??= answer.ETag;
    let left = end - start;
    const pieces = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
    // Reads to the end: otherwise the connection could not be reused.
    for (let next = await watch.wait(pieces.next()); !next.done; next = await watch.wait(pieces.next())) {
      left -= next.value.length;
      if (left < 0) throw new Error('the object store gave more than was asked for');
      yield next.value;
    }
    // A truncated body may end without an error: only the byte count shows it.
    if (left > 0) throw new StoreBroke(`the object store ended ${left} bytes early`);
  } finally {
    watch.end();
    body?.on('error', () => {}).destroy();
  }
}

/**
 * Yields exactly the bytes from `start` to `end` (exclusive) of a blob, or throws. A broken read is resumed at the byte
 * reached, with If-Match, after a pause with jitter; at most three attempts.
 */
export async function* readRange(
  place: S3Place,
  key: string,
  start: number,
  end: number,
  seen: Seen = {},
): AsyncGenerator<Uint8Array> {
  let at = start;
  let brokeAt = start;
  for (let tried = 1; at < end; tried++) {
    try {
      for await (const piece of once(place, { key, start: at, end }, seen)) {
        at += piece.length;
        yield piece;
      }
    } catch (error) {
      if (at - brokeAt > RESET_AFTER) tried = 1;
      if (tried === TRIES || !isPassing(error)) throw place.failed(error);
      brokeAt = at;
      await pause(tried);
    }
  }
}
