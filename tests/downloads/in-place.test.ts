import { utimes, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { type ImportRoot, importRoot } from '../../server/testing/import-root.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { randomBytes } from '../support/random.ts';

const ABOUT_THE_FILE = ['content-range', 'etag', 'content-disposition', 'repr-digest', 'accept-ranges'];

describe('§7 download: files registered in place', () => {
  let t: TestApp;
  let root: ImportRoot;
  let token: string;
  let datasetId: string;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ env: { IMPORT_ROOTS: root.path, DELIVERY: 'x-accel' } });
    token = (await t.user('reader@example.org')).token;
    datasetId = (await t.dataset({ name: 'Held', files: { 'own.bin': 'our own' } })).dataset.id;
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  const get = (name: string, headers: Record<string, string> = {}) =>
    t.inject('GET', `/api/v1/download/${datasetId}/held/held-1.0/${name}`, { token, headers });
  async function register(name: string, content: Uint8Array): Promise<string> {
    const file = await root.put(name, content);
    await t.call('POST', `/api/v1/admin/addSubsets/${datasetId}`, {
      token: await t.adminToken(),
      body: { subsets: [{ path: `held/held-1.0/${name}`, source: { import: file } }] },
    });
    await t.app.settle();
    return file;
  }

  test('decisions §5: with DELIVERY=x-accel they always stream, what lies in the store does not', async () => {
    const content = randomBytes(100_000);
    await register('placed.bin', content);
    const placed = await get('placed.bin');
    expect(placed.statusCode).toBe(200);
    expect(placed.headers['x-accel-redirect']).toBeUndefined();
    expect(placed.rawPayload.equals(content)).toBe(true);
    const part = await get('placed.bin', { range: 'bytes=10-19' });
    expect([part.statusCode, part.rawPayload.equals(content.subarray(10, 20))]).toEqual([206, true]);
    expect((await get('own.bin')).headers['x-accel-redirect']).toBeDefined();
  });

  test('a range that cannot be read is an answer of its own: 503, and nothing of the range', async () => {
    const file = await register('changed.bin', randomBytes(1_000));
    await writeFile(file, randomBytes(1_000));
    await utimes(file, 1, 1);
    const refused = await get('changed.bin', { range: 'bytes=5-9' });
    expect([refused.statusCode, refused.json<{ code: number }>().code]).toEqual([503, 503]);
    for (const name of ABOUT_THE_FILE) expect(refused.headers[name], name).toBeUndefined();
  });

  test('a range that cannot be recorded is not handed out, nor described', async () => {
    await register('unrecorded.bin', randomBytes(1_000));
    await sql(
      t,
      `create trigger full_disk before insert on records begin select raise(abort, 'the disk is full'); end`,
    );
    try {
      const refused = await get('unrecorded.bin', { range: 'bytes=5-9' });
      expect(refused.statusCode).toBe(500);
      for (const name of ABOUT_THE_FILE) expect(refused.headers[name], name).toBeUndefined();
    } finally {
      await sql(t, 'drop trigger full_disk');
    }
    expect((await get('unrecorded.bin', { range: 'bytes=5-9' })).statusCode).toBe(206);
  });
});
