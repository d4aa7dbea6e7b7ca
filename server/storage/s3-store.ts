import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
} from '@aws-sdk/client-s3';
import { getSignedUrl } from '@aws-sdk/s3-request-presigner';
import { contentDisposition } from '../shared/disposition.ts';
import { AppError } from '../shared/errors.ts';
import type { S3Config } from '../shared/storage-url.ts';
import { assertKey, type BlobStore } from './blob-store.ts';
import { hashing } from './hashing.ts';
import { type S3Place, s3Place } from './s3-place.ts';
import { readRange, type Seen, sizeOf } from './s3-read.ts';
import { abortUpload, unfinishedUploads } from './s3-sweep.ts';
import { uploadObject } from './s3-upload.ts';

/** Seconds that a presigned URL is valid (decisions §5). */
const PRESIGNED_LIFE = 15 * 60;
/** ms after which an upload with an unknown key is aborted: no call lasts longer than 1,000 s. */
const ABANDONED = 60 * 60 * 1_000;
/** Concurrent removals: each takes some 10 ms. */
const REMOVED_AT_ONCE = 8;
/** ms for the health check. */
const READY_WITHIN = 3_000;

/** The first request at start: its error is for the person who set STORAGE_URL. */
function unusable(error: unknown): Error {
  const reason = error instanceof AppError || !(error instanceof Error) ? 'it does not answer' : error.name;
  return new Error(
    `The object store of STORAGE_URL cannot be used: ${reason}. Check its address, its bucket and the keys.`,
    { cause: error },
  );
}

/**
 * Blobs as objects `<prefix>blobs/<key>` of a bucket. There is no rename: an object is written under its final name,
 * and its row in the database makes it visible. Several servers may share a bucket.
 * @param onTrouble called with the store's error, for the log
 */
export function s3Store(
  config: S3Config,
  onTrouble: (error: unknown) => void,
  now = Date.now,
): BlobStore & { place: S3Place } {
  const place = s3Place(config, onTrouble);
  const { client, bucket } = place;
  const objectOf = (key: string): { Bucket: string; Key: string } => {
    assertKey(key);
    return { Bucket: bucket, Key: place.objectOf(key) };
  };

  return {
    place,

    async put(key, source) {
      assertKey(key);
      const hash = hashing();
      await uploadObject(place, key, hash.through(source));
      return hash.result();
    },

    async *read(key, start, end) {
      assertKey(key);
      yield* readRange(place, key, start, end);
    },

    async open(key) {
      assertKey(key);
      // No request yet: an archive opens thousands of blobs, and a missing one fails with its first byte.
      const seen: Seen = {};
      return {
        read: (start, end) => readRange(place, key, start, end, seen),
        storedSize: () => sizeOf(place, key),
        // Objects are immutable, and all ranges are requested with the ETag of the first one.
        verify: async () => {},
        close: async () => {},
      };
    },

    async presign(key, { fileName, contentType }) {
      const get = new GetObjectCommand({
        ...objectOf(key),
        ResponseContentDisposition: contentDisposition(fileName),
        ResponseContentType: contentType,
        ResponseCacheControl: 'private, no-transform',
      });
      return getSignedUrl(client, get, { expiresIn: PRESIGNED_LIFE });
    },

    async delete(keys) {
      const commands = keys.map((key) => new DeleteObjectCommand(objectOf(key))).values();
      await Promise.all(
        Array.from({ length: REMOVED_AT_ONCE }, async () => {
          for (const command of commands) await place.ask((sending) => client.send(command, sending));
        }),
      );
    },

    async *keys() {
      const Prefix = place.objectOf('');
      for (let ContinuationToken: string | undefined; ; ) {
        const list = new ListObjectsV2Command({
          Bucket: bucket,
          Prefix,
          ...(ContinuationToken === undefined ? {} : { ContinuationToken }),
        });
        const page = await place.ask((sending) => client.send(list, sending));
        for (const { Key } of page.Contents ?? []) if (Key) yield Key.slice(Prefix.length);
        if (!page.IsTruncated) return;
        ContinuationToken = page.NextContinuationToken;
      }
    },

    async sweep({ dead, alive }) {
      const deadline = now() - ABANDONED;
      const names = (keys: Iterable<string>) => new Set([...keys].map(place.objectOf));
      const [gone, spared] = [names(dead), names(alive)];
      try {
        for await (const upload of unfinishedUploads(place)) {
          if (spared.has(upload.Key)) continue;
          if (gone.has(upload.Key) || upload.since < deadline) await abortUpload(place, upload);
        }
      } catch (error) {
        throw unusable(error);
      }
    },

    async ready() {
      await client.send(new HeadBucketCommand({ Bucket: bucket }), {
        abortSignal: AbortSignal.timeout(READY_WITHIN),
      });
    },
  };
}
