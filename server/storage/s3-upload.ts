import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { AppError } from '../shared/errors.ts';
import { cutIntoParts, MOST_PARTS } from './parts.ts';
import type { S3Place } from './s3-place.ts';

/** Parts sent concurrently, while the next one is filled. */
const AT_A_TIME = 2;
/** Multiplies the time limit: sending a part of many megabytes, or completing thousands of parts, takes longer. */
const TRANSFER = 4;

interface Target {
  Bucket: string;
  Key: string;
}

/** Removes the remains of a failed write; `sweep` finds what cannot be removed now. */
async function undo(place: S3Place, target: Target, uploadId: string | undefined): Promise<void> {
  const { client, ask } = place;
  const abort = new AbortMultipartUploadCommand({ ...target, UploadId: uploadId });
  if (uploadId !== undefined) await ask((sending) => client.send(abort, sending)).catch(() => {});
  // The response to the last request may have been lost: then the object exists.
  await ask((sending) => client.send(new DeleteObjectCommand(target), sending)).catch(() => {});
}

/** Completes the multipart upload. When the response is lost, the object itself shows whether it succeeded. */
async function complete(
  place: S3Place,
  target: Target,
  { uploadId, etags, size }: { uploadId: string; etags: string[]; size: number },
): Promise<void> {
  const { client, ask } = place;
  const command = new CompleteMultipartUploadCommand({
    ...target,
    UploadId: uploadId,
    MultipartUpload: { Parts: etags.map((ETag, i) => ({ ETag, PartNumber: i + 1 })) },
  });
  try {
    // The response's ETag is not used: Ceph's is empty.
    await ask((sending) => client.send(command, sending), { factor: TRANSFER });
  } catch (error) {
    const there = await ask((sending) => client.send(new HeadObjectCommand(target), sending)).catch(
      () => null,
    );
    if (there?.ContentLength !== size) throw error;
  }
}

/**
 * Streams `source` into an object: one request for a small one, else a multipart upload with one part at a time in
 * memory. Each body is sent with its SHA-256 in the signed `x-amz-content-sha256`, which the store checks. When the
 * source or the store fails, nothing stays.
 */
export async function uploadObject(
  place: S3Place,
  key: string,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { client, ask } = place;
  const target = { Bucket: place.bucket, Key: place.objectOf(key) };
  const stop = new AbortController();
  const transfer = { factor: TRANSFER, signal: stop.signal };
  const etags: string[] = [];
  const underWay = new Set<Promise<void>>();
  let uploadId: string | undefined;
  let size = 0;

  async function sendPart(number: number, bytes: Buffer, release: () => void): Promise<void> {
    const command = () =>
      new UploadPartCommand({ ...target, UploadId: uploadId, PartNumber: number, Body: bytes });
    const { ETag } = await ask((sending) => client.send(command(), sending), transfer);
    if (!ETag) throw new Error('the object store gave a part no ETag');
    etags[number - 1] = ETag;
    release();
  }

  async function sendAll(): Promise<void> {
    let number = 0;
    for await (const { bytes, last, release } of cutIntoParts(source)) {
      size += bytes.length;
      number++;
      if (number > MOST_PARTS)
        throw new AppError(413, 'A file of more than 1.2 TiB does not go into this object store.');
      if (number === 1 && last) {
        await ask(
          (sending) => client.send(new PutObjectCommand({ ...target, Body: bytes }), sending),
          transfer,
        );
        return;
      }
      if (number === 1) {
        const create = new CreateMultipartUploadCommand(target);
        uploadId = (await ask((sending) => client.send(create, sending))).UploadId;
        if (!uploadId) throw new Error('the object store gave an upload no id');
      }
      if (underWay.size >= AT_A_TIME) await Promise.race(underWay);
      const slot = sendPart(number, bytes, release)
        .catch((error: unknown) => stop.abort(error))
        .finally(() => underWay.delete(slot));
      underWay.add(slot);
      stop.signal.throwIfAborted();
    }
    await Promise.all(underWay);
    stop.signal.throwIfAborted();
    if (uploadId) await complete(place, target, { uploadId, etags, size });
  }

  try {
    await sendAll();
  } catch (error) {
    stop.abort();
    // A part that arrives after the abort would stay for ever.
    await Promise.allSettled(underWay);
    await undo(place, target, uploadId);
    throw error;
  }
}
