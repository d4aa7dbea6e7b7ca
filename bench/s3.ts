/**
 * What the blob store on S3 costs beside the bare SDK and curl, on a real Ceph gateway on the loopback.
 *
 *   node bench/s3.ts        (Ceph first: bash tests/support/s3-ceph.sh install)
 *
 * The same bytes in the same run, peers in turn, medians of the rounds. Our put hashes SHA-256 and CRC-32 on the way,
 * the SDK's own `Upload` (same part size, same parts at a time) does not. Gateway and client share the machine.
 */
import { spawnSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { GetObjectCommand } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { newId } from '../server/shared/ids.ts';
import { parseStorageUrl } from '../server/shared/storage-url.ts';
import { loadS3 } from '../server/storage/index.ts';
import { startGateway } from '../tests/support/s3.ts';

const { s3Store } = await loadS3();

const MiB = 1024 ** 2;
const SIZE = 256 * MiB;
const ROUNDS = 5;
const RANGES = 100;
const BLOCK = Buffer.alloc(MiB, 7);

async function* source(): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < SIZE; sent += BLOCK.length) yield BLOCK;
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

async function timed(work: () => Promise<unknown> | unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

const { gateway, stop } = await startGateway();
try {
  const { endpoint, bucket, accessKeyId, secretAccessKey } = gateway;
  const url = `s3://${bucket}/bench?endpoint=${encodeURIComponent(endpoint)}`;
  const keys = { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey };
  const store = s3Store(parseStorageUrl(url, keys), console.error);
  const { client, objectOf } = store.place;

  const kept = newId();
  await store.put(kept, source());
  const address = (await store.presign?.(kept, { fileName: 'x', contentType: 'x/y' })) ?? '';
  const drain = async (start: number, end: number) => {
    let bytes = 0;
    for await (const piece of store.read(kept, start, end)) bytes += piece.length;
    if (bytes !== end - start) throw new Error('bytes are missing');
  };
  const bareRange = async (start: number, end: number) => {
    const Range = `bytes=${start}-${end - 1}`;
    const { Body } = await client.send(new GetObjectCommand({ Bucket: bucket, Key: objectOf(kept), Range }));
    await Body?.transformToByteArray();
  };
  const ranges = Array.from({ length: RANGES }, (_, i) => ((i * 7_919) % (SIZE / MiB)) * MiB);

  const peers: Record<string, () => Promise<unknown> | unknown> = {
    async 'put: the store (hashed)'() {
      const key = newId();
      await store.put(key, source());
      await store.delete([key]);
    },
    async 'put: the SDK’s Upload'() {
      const key = newId();
      const params = {
        Bucket: bucket,
        Key: objectOf(key),
        Body: Readable.from(source(), { objectMode: false }),
      };
      await new Upload({ client, params, partSize: 8 * MiB, queueSize: 2 }).done();
      await store.delete([key]);
    },
    'read: the store': () => drain(0, SIZE),
    'read: curl': () => {
      const { status } = spawnSync('curl', ['-fsS', '-o', '/dev/null', address]);
      if (status !== 0) throw new Error('curl failed');
    },
    async 'ranges of 1 MiB: the store'() {
      for (const start of ranges) await drain(start, start + MiB);
    },
    async 'ranges of 1 MiB: the SDK'() {
      for (const start of ranges) await bareRange(start, start + MiB);
    },
  };
  const times = new Map<string, number[]>(Object.keys(peers).map((name) => [name, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, work] of Object.entries(peers)) {
      const ms = await timed(work);
      // The first round warms up.
      if (round > 0) times.get(name)?.push(ms);
    }
  }
  const names = Object.keys(peers);
  for (let i = 0; i < names.length; i += 2) {
    const [ours = 0, theirs = 0] = [names[i], names[i + 1]].map((name) =>
      median(times.get(name ?? '') ?? []),
    );
    const volume = names[i]?.startsWith('ranges') ? RANGES * MiB : SIZE;
    const speed = (ms: number) => `${(volume / MiB / (ms / 1_000)).toFixed(0)} MiB/s`;
    console.log(
      `${names[i]} ${speed(ours)} · ${names[i + 1]} ${speed(theirs)} · ratio ${(theirs / ours).toFixed(2)}`,
    );
  }
} finally {
  await stop();
}
