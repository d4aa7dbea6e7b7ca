import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { ListObjectsV2Command } from '@aws-sdk/client-s3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { AdminSubset } from '../../contract/dataset-admin.ts';
import { loadS3 } from '../../server/storage/index.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { freshPlace, type ObjectStorePlace, onObjectStore } from '../../server/testing/object-store.ts';
import { idOf, tusCalls } from '../../server/testing/tus.ts';
import { onTheWire, type Wire } from '../../server/testing/wire.ts';
import { type HttpProxy, type RequestPlan, startHttpProxy } from '../support/http-proxy.ts';
import { randomBytes } from '../support/random.ts';

const { s3Place } = await loadS3();

/** Long enough for two parts. */
const SCAN = randomBytes(9_000_000);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

onObjectStore('§4 resumable uploads into an object store', () => {
  let proxy: HttpProxy;
  let place: ObjectStorePlace;
  let plan: (request: IncomingMessage) => RequestPlan;
  let t: TestApp;
  let wire: Wire;
  let token: string;
  let tus: ReturnType<typeof tusCalls>;
  beforeEach(async () => {
    plan = () => 'pass';
    const { port } = await freshPlace();
    proxy = await startHttpProxy(port, (request) => plan(request));
    place = await freshPlace({ endpoint: proxy.url, timeout: 5 });
    t = await buildTestApp({ env: place.env });
    wire = await onTheWire(t);
    token = await t.adminToken();
    tus = tusCalls(wire, token);
  });
  afterEach(async () => {
    await t.close();
    await proxy.close();
  });

  const staged = () => readdir(join(t.folder, 'uploads'));
  async function stored(): Promise<(number | undefined)[]> {
    const { client, bucket: Bucket, prefix: Prefix } = s3Place(place.config, () => {});
    const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket, Prefix }));
    return Contents.map(({ Size }) => Size).filter((size = 0) => size > 1_000_000);
  }
  const rowOf = async (id: string) =>
    (
      await sql<{ blob_key: string; received: number; finished_at: number | null; sha256: string }>(
        t,
        `select u.*, b.sha256 from uploads u join blobs b on b.key = u.blob_key where u.id = '${id}'`,
      )
    )[0];
  /** A subset is made of it, published and downloaded. */
  async function handedOut(upload: string): Promise<Buffer> {
    const { dataset } = await t.dataset({ name: `Scan ${upload}`, files: {} });
    const { subsets } = await t.call<{ subsets: AdminSubset[] }>(
      'POST',
      `/api/v1/admin/addSubsets/${dataset.id}`,
      { token, body: { subsets: [{ path: `up/${upload}/scan.nii`, source: { upload } }] } },
    );
    expect(subsets[0]).toMatchObject({ sha256: sha256(SCAN), size: SCAN.length, intake: null });
    const user = await t.user(`${upload.toLowerCase().replaceAll(/[^a-z0-9]/g, '0')}@lab.example`);
    const { subsetList } = await t.open(dataset.id, user.token);
    return (await t.inject('GET', subsetList[0]?.downloadUrl ?? '')).rawPayload;
  }

  test('in pieces, cut off and resumed, into a subset and out again; no byte stays on the disk', async () => {
    const id = idOf(await tus.create(SCAN.length, { filename: 'scan.nii' }));
    expect((await tus.patch(id, 0, SCAN.subarray(0, 2_000_000))).status).toBe(204);
    const socket = connect(wire.port, '127.0.0.1').on('error', () => {});
    socket.write(tus.patchHead(id, 2_000_000, SCAN.length - 2_000_000));
    socket.write(SCAN.subarray(2_000_000, 6_000_000));
    const key = (await rowOf(id))?.blob_key ?? '';
    const onDisk = async () => (await readFile(join(t.folder, 'uploads', key))).length;
    await expect.poll(onDisk).toBeGreaterThan(3_000_000);
    socket.resetAndDestroy();
    await expect.poll(async () => (await rowOf(id))?.received).toBeGreaterThan(3_000_000);
    expect(await stored(), 'nothing before it is whole').toEqual([]);

    const offset = Number((await tus.head(id)).headers['upload-offset']);
    expect(offset).toBeGreaterThan(3_000_000);
    expect((await tus.patch(id, offset, SCAN.subarray(offset))).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ sha256: sha256(SCAN), finished_at: expect.anything() });
    expect(await stored()).toEqual([SCAN.length]);
    expect(await staged(), 'its room is free again').toEqual([]);
    expect((await handedOut(id)).equals(SCAN)).toBe(true);
  });

  test('faults: the store fails at the end: nothing is lost, it is said so, and the next question or round puts it there', async () => {
    const ids = await Promise.all([0, 1].map(async () => idOf(await tus.create(SCAN.length))));
    const { dataset } = await t.dataset({ name: 'Early', files: {}, status: 'draft' });
    plan = () => '503';
    for (const id of ids) {
      const last = await tus.patch(id, 0, SCAN);
      expect([last.status, last.bytes.toString()]).toEqual([503, expect.stringContaining('is safe here')]);
      expect(await rowOf(id)).toMatchObject({ received: SCAN.length, finished_at: null });
      expect((await tus.head(id)).status).toBe(503);
    }
    expect(await staged()).toHaveLength(2);
    plan = () => 'pass';
    const early = { subsets: [{ path: 'too/early.nii', source: { upload: ids[0] } }] };
    expect(
      await t.ask('POST', `/api/v1/admin/addSubsets/${dataset.id}`, { token, body: early }),
    ).toMatchObject({ code: 409, msg: expect.stringContaining('on its way into the store') });

    // The answer that it is all put together is lost: asked whether it is there, the store says yes.
    plan = ({ method, url = '' }) => (method === 'POST' && /uploadId/.test(url) ? 'loseAnswer' : 'pass');
    const again = await tus.head(ids[0] ?? '');
    expect([again.status, again.headers['upload-offset']]).toEqual([200, String(SCAN.length)]);
    plan = () => 'pass';
    await t.app.settle();
    expect(await staged(), 'their room is free again').toEqual([]);
    expect(await stored()).toEqual([SCAN.length, SCAN.length]);
    for (const id of ids) expect((await handedOut(id)).equals(SCAN)).toBe(true);
  });
});
