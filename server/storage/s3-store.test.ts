import {
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { beforeEach, describe, expect, test } from 'vitest';
import { randomBytes } from '../../tests/support/random.ts';
import { readConfig } from '../config.ts';
import { newId } from '../shared/ids.ts';
import { gather } from '../testing/gather.ts';
import { freshPlace, onObjectStore } from '../testing/object-store.ts';
import { blobStoreSuite } from './blob-store.suite.ts';
import type { S3Place } from './s3-place.ts';
import { s3Store } from './s3-store.ts';
import { unfinishedUploads } from './s3-sweep.ts';

/** ms. */
const HOUR = 3_600_000;

const name = (object: string | undefined) => object?.split('/').at(-1) ?? '';

/** Objects and unfinished uploads, listed without the store's own code. */
async function everything({ client, bucket: Bucket, prefix: Prefix }: S3Place): Promise<string[]> {
  const objects = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
  const uploads = await client.send(new ListMultipartUploadsCommand({ Bucket, Prefix }));
  return [...(objects.Contents ?? []), ...(uploads.Uploads ?? [])].map(({ Key }) => name(Key));
}

async function leaveHalf({ client, bucket: Bucket, objectOf }: S3Place, key: string): Promise<void> {
  const Key = objectOf(key);
  const { UploadId } = await client.send(new CreateMultipartUploadCommand({ Bucket, Key }));
  const Body = randomBytes(5_242_880);
  await client.send(new UploadPartCommand({ Bucket, Key, UploadId, PartNumber: 1, Body }));
}

async function freshStore() {
  const { config } = await freshPlace();
  const trouble: unknown[] = [];
  return { store: s3Store(config, (error) => trouble.push(error)), trouble };
}

onObjectStore('the Ceph object gateway', () => {
  blobStoreSuite('S3', async () => {
    const { store } = await freshStore();
    return {
      store,
      keys: () => everything(store.place),
      leaveHalf: (key) => leaveHalf(store.place, key),
      remove: async () => store.place.client.destroy(),
      // Three parts of 8 MiB, and garbage not collected yet.
      memory: { megabytes: 160, atMost: 100 },
    };
  });

  describe('what S3 alone does', () => {
    let store: Awaited<ReturnType<typeof freshStore>>['store'];
    beforeEach(async () => {
      ({ store } = await freshStore());
    });
    const put = async (bytes: Uint8Array): Promise<string> => {
      const key = newId();
      async function* once() {
        yield bytes;
      }
      await store.put(key, once());
      return key;
    };

    test('§4 several servers share a bucket: sweep spares what others write and what is young', async () => {
      const { config } = await freshPlace();
      const young = s3Store(config, () => {});
      const later = s3Store(
        config,
        () => {},
        () => Date.now() + 2 * HOUR,
      );
      const [mine, theirs, unknown] = [newId(), newId(), newId()];
      for (const key of [mine, theirs, unknown]) await leaveHalf(young.place, key);
      await young.sweep({ dead: [mine], alive: [theirs] });
      expect((await everything(young.place)).sort()).toEqual([theirs, unknown].sort());
      await later.sweep({ dead: [], alive: [theirs] });
      expect(await everything(young.place)).toEqual([theirs]);
      await later.sweep({ dead: [], alive: [] });
      expect(await everything(young.place)).toEqual([]);
    });

    test('§9 what is wrong with STORAGE_URL is said at the start, without the keys', async () => {
      const { config } = await freshPlace();
      for (const [wrong, reason] of [
        [{ bucket: 'another-bucket' }, 'NoSuchBucket'],
        [{ accessKeyId: 'nobody' }, 'InvalidAccessKeyId'],
        [{ secretAccessKey: 'wrong' }, 'SignatureDoesNotMatch'],
        [{ endpoint: 'http://127.0.0.1:1' }, 'does not answer'],
      ] as const) {
        const sweep = s3Store({ ...config, ...wrong }, () => {}).sweep({ dead: [], alive: [] });
        await expect(sweep).rejects.toThrow(`cannot be used: ${reason.replace('does not', 'it does not')}`);
        await expect(sweep).rejects.not.toThrow(config.secretAccessKey);
      }
    });

    test('sweep leaves other prefixes of the bucket alone', async () => {
      const other = await freshStore();
      const key = newId();
      await leaveHalf(other.store.place, key);
      await store.sweep({ dead: [key], alive: [] });
      expect(await everything(other.store.place)).toEqual([key]);
      await other.store.sweep({ dead: [key], alive: [] });
    });

    test('sweep looks at every page of the store’s list', async () => {
      const { client, bucket: Bucket, objectOf } = store.place;
      const keys = Array.from({ length: 8 }, newId);
      for (const key of keys)
        await client.send(new CreateMultipartUploadCommand({ Bucket, Key: objectOf(key) }));
      const found = await gather(unfinishedUploads(store.place, 3));
      expect(found.map(({ Key }) => name(Key)).sort()).toEqual(keys.sort());
    });

    test('threat 25: 100 uploads that break off leave no object and no unfinished upload', async () => {
      async function* broken(bytes: number): AsyncGenerator<Uint8Array> {
        yield Buffer.alloc(bytes);
        throw new Error('the client is gone');
      }
      for (let i = 0; i < 10; i++)
        await Promise.allSettled(
          Array.from({ length: 10 }, (_, j) => store.put(newId(), broken(j === 0 ? 17_000_000 : 1_000 * j))),
        );
      expect(await everything(store.place)).toEqual([]);
    });

    test('§5 a presigned address gives the bytes, whole and in ranges, under the name that people see', async () => {
      const bytes = randomBytes(300_000);
      const key = await put(bytes);
      const fileName = 'α "β" 100%.nii.gz';
      const url = (await store.presign?.(key, { fileName, contentType: 'application/gzip' })) ?? '';
      expect(new URL(url).searchParams.get('X-Amz-Expires')).toBe('900');
      const whole = await fetch(url);
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
      expect(whole.headers.get('content-type')).toBe('application/gzip');
      expect(whole.headers.get('content-disposition')).toContain(
        `filename*=UTF-8''${encodeURIComponent(fileName)}`,
      );
      const etag = whole.headers.get('etag') ?? '';
      const part = await fetch(url, { headers: { range: 'bytes=1000-1999', 'if-range': etag } });
      expect(part.status).toBe(206);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1_000, 2_000))).toBe(true);
      // Valid neither for another blob nor for another method.
      expect((await fetch(url.replace(key, await put(bytes)))).status).toBe(403);
      expect((await fetch(url, { method: 'DELETE' })).status).toBe(403);
      expect((await fetch(url.replace('Expires=900', 'Expires=90000'))).status).toBe(403);
    });

    test('a range beyond the end is an error, never fewer bytes', async () => {
      const key = await put(randomBytes(1_000));
      for (const [start, end] of [
        [0, 1_001],
        [999, 2_000],
        [1_000, 1_001],
      ] as const)
        await expect(gather(store.read(key, start, end)), `${start}-${end}`).rejects.toThrow();
    });

    test('a missing object is ENOENT, a short one EIO; a missing bucket says nothing of the object', async () => {
      const [key, absent] = [await put(randomBytes(1_000)), newId()];
      expect(await (await store.open(key)).storedSize?.()).toBe(1_000);
      const gone = await store.open(absent);
      await expect(gather(gone.read(0, 1))).rejects.toMatchObject({ code: 'ENOENT' });
      await expect(gone.storedSize?.()).rejects.toMatchObject({ code: 'ENOENT' });
      for (const start of [0, 1_000])
        await expect(gather(store.read(key, start, 1_001))).rejects.toMatchObject({ code: 'EIO' });
      const { config } = await freshPlace();
      const elsewhere = await s3Store({ ...config, bucket: 'another-bucket' }, () => {}).open(key);
      await expect(gather(elsewhere.read(0, 1))).rejects.toMatchObject({ name: 'NoSuchBucket' });
      await expect(elsewhere.storedSize?.()).rejects.toMatchObject({ name: 'NoSuchBucket' });
    });

    test('an object that is another than the one opened is refused', async () => {
      const key = await put(randomBytes(1_000));
      const blob = await store.open(key);
      expect(await gather(blob.read(0, 10))).toHaveLength(1);
      async function* other() {
        yield randomBytes(1_000);
      }
      await store.put(key, other());
      await expect(gather(blob.read(0, 10))).rejects.toThrow();
    });
  });
});

describe('§9 STORAGE_URL', () => {
  const keys = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };
  const storage = (url: string, env: Record<string, string> = keys) =>
    readConfig({ STORAGE_URL: url, ...env }).storage;

  test('bucket, prefix, endpoint and region', () => {
    expect(storage('s3://lab-data/portal/v1/?endpoint=http://127.0.0.1:7480&region=eu-central-1')).toEqual({
      bucket: 'lab-data',
      prefix: 'portal/v1/',
      endpoint: 'http://127.0.0.1:7480',
      region: 'eu-central-1',
      patience: 30_000,
      accessKeyId: 'id',
      secretAccessKey: 'secret',
      sessionToken: undefined,
    });
    expect(storage('s3://lab-data?region=eu-west-1&timeout=5')).toMatchObject({
      prefix: '',
      endpoint: undefined,
      patience: 5_000,
    });
    expect(readConfig({}).storage).toBeUndefined();
  });

  test('what cannot be meant is refused at start, with the reason and without the keys', () => {
    for (const [url, reason] of [
      ['file:///tmp/x', 's3://'],
      ['no address', 'not an address'],
      ['s3://b/p?endpoint=ftp://x', 'http'],
      ['s3://bucket/p', 'region'],
      ['s3://bucket/a%20b?region=a', 'prefix'],
      ['s3://bucket/p?region=a&pathStyle=1', 'pathStyle'],
      ['s3://bucket/p?region=a&timeout=0', 'timeout'],
      ['s3://id:secret@bucket/p?region=a', 'AWS_ACCESS_KEY_ID'],
    ] as const) {
      expect(() => storage(url), url).toThrow(reason);
      expect(() => storage(url), url).not.toThrow(/id:secret/);
    }
  });

  test('threat 28: without keys the start is refused; none are fetched from a metadata address', () => {
    expect(() => storage('s3://bucket/p?region=a', {})).toThrow('AWS_ACCESS_KEY_ID');
    expect(() => storage('s3://bucket/p?region=a', { AWS_ACCESS_KEY_ID: 'id' })).toThrow(
      'AWS_SECRET_ACCESS_KEY',
    );
  });
});
