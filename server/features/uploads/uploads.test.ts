import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { UPLOADS_PATH } from '../../../contract/sources.ts';
import { UPLOAD_LIFE } from '../../../contract/uploads.ts';
import { randomBytes } from '../../../tests/support/random.ts';
import { administrator, adminLogin } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { filesUnder, rowCount, sql } from '../../testing/look-inside.ts';
import { idOf, tusCalls } from '../../testing/tus.ts';
import { onTheWire, type Wire } from '../../testing/wire.ts';

const MiB = 1024 * 1024;
const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

interface BlobRow {
  blob_key: string;
  size: number | string;
  sha256: string;
  crc32: number | string;
  received: number | string;
  finished_at: number | string | null;
}

onEitherDatabase('§4 resumable uploads by tus', (database) => {
  let t: TestApp;
  let wire: Wire;
  let token: string;
  let tus: ReturnType<typeof tusCalls>;
  beforeAll(async () => {
    t = await buildTestApp({ database, times: { lockTimes: { patience: 300, silence: 5_000 } } });
    wire = await onTheWire(t);
    token = await t.adminToken();
    tus = tusCalls(wire, token);
  });
  afterAll(() => t.close());

  const partials = () => readdir(join(t.folder, 'uploads'));
  async function rowOf(id: string): Promise<BlobRow | undefined> {
    const [row] = await sql<BlobRow>(
      t,
      `select u.blob_key, b.size, b.sha256, b.crc32, u.received, u.finished_at from uploads u join blobs b on b.key = u.blob_key where u.id = '${id}'`,
    );
    return row;
  }
  const bytesOf = (key: string) => readFile(join(t.folder, 'blobs', key.slice(0, 2), key));

  test('in pieces: offsets count up, the whole is at its place, hashed', async () => {
    const bytes = randomBytes(3 * MiB + 17);
    const made = await tus.create(bytes.length, { filename: 'brain 大脑.zip' });
    expect(made.status).toBe(201);
    expect(made.headers.location).toMatch(/^\/api\/v1\/admin\/uploads\/[\w-]{20}$/);
    expect(Date.parse(String(made.headers['upload-expires']))).toBeGreaterThan(
      Date.now() + UPLOAD_LIFE - 60_000,
    );
    const id = idOf(made);
    for (const [from, to] of [
      [0, MiB],
      [MiB, 2.5 * MiB],
      [2.5 * MiB, bytes.length],
    ] as const) {
      const head = await tus.head(id);
      expect([head.status, head.headers['upload-offset'], head.headers['upload-length']]).toEqual([
        200,
        String(from),
        String(bytes.length),
      ]);
      const patched = await tus.patch(id, from, bytes.subarray(from, to));
      expect([patched.status, patched.headers['upload-offset']]).toEqual([204, String(to)]);
    }
    const row = await rowOf(id);
    expect(row).toMatchObject({ sha256: sha(bytes), finished_at: expect.anything() });
    expect([Number(row?.size), Number(row?.crc32)]).toEqual([bytes.length, crc32(bytes)]);
    expect((await bytesOf(row?.blob_key ?? '')).equals(bytes)).toBe(true);
    expect(await partials()).not.toContain(row?.blob_key);
    expect((await tus.head(id)).headers['upload-offset']).toBe(String(bytes.length));
  });

  test('creation with the bytes at once; an empty file', async () => {
    const whole = await wire.send(UPLOADS_PATH, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'tus-resumable': '1.0.0',
        'upload-length': '5',
        'upload-metadata': `filename ${Buffer.from('a').toString('base64')}`,
        'content-type': 'application/offset+octet-stream',
      },
      body: 'hello',
    });
    expect([whole.status, whole.headers['upload-offset']]).toEqual([201, '5']);
    expect(await rowOf(idOf(whole))).toMatchObject({ sha256: sha(Buffer.from('hello')) });
    const empty = await tus.create(0);
    expect(empty.status).toBe(201);
    const row = await rowOf(idOf(empty));
    expect(row?.finished_at).not.toBeNull();
    expect(await bytesOf(row?.blob_key ?? '')).toHaveLength(0);
  });

  test('answers: security headers, no envelope, nothing for other origins', async () => {
    const id = idOf(await tus.create(10));
    for (const answer of [
      await tus.options(),
      await tus.head(id),
      await tus.patch(id, 0, Buffer.from('12345')),
      await tus.patch(id, 0, Buffer.from('12345')),
      await tusCalls(wire, undefined).head(id),
      await tusCalls(wire, undefined).patch(id, 0, Buffer.from('1')),
    ]) {
      expect(answer.headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
        'x-request-id': expect.any(String),
        'content-security-policy': expect.stringContaining("default-src 'none'"),
      });
      expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
      expect(String(answer.headers['content-type'])).not.toContain('json');
    }
    expect((await tus.options()).headers).toMatchObject({
      'tus-version': '1.0.0',
      'tus-extension': 'creation,creation-with-upload,expiration,termination',
    });
  });

  test('refusals say what to do, in plain text; the upload stays as it was', async () => {
    const id = idOf(await tus.create(100));
    await tus.patch(id, 0, Buffer.alloc(40));
    const plain = { 'content-type': 'text/plain' };
    for (const [answer, status, words] of [
      [await tus.patch(id, 0, Buffer.alloc(10)), 409, 'Ask for it with HEAD'],
      [await tus.patch(id, 41, Buffer.alloc(10)), 409, 'Ask for it with HEAD'],
      [await tus.patch(id, 40, Buffer.alloc(61)), 413, 'More bytes'],
      [await tus.patch(id, 40, Buffer.alloc(10), plain), 400, 'content-type'],
      [await tus.patch('nothing', 0, Buffer.alloc(10)), 404, 'not found'],
      [await tus.patch(id, 40, Buffer.alloc(10), { 'tus-resumable': '0.2.0' }), 400, 'tus-resumable'],
      [await tus.create(5, {}), 400, 'upload-metadata'],
      [await tus.create(5, { name: 'a' }), 400, 'filename'],
      [await tus.create(5, { filename: 'a', more: 'b' }), 400, 'more'],
      [await tus.create(5, undefined, { 'upload-length': '' }), 400, 'upload-length'],
      [await tus.create(5, undefined, { 'upload-length': '-1' }), 400, 'upload-length'],
      [await tus.create(5, { filename: 'a' }, { 'upload-defer-length': '1' }), 400, 'Upload-Length'],
      [await tus.create(2 ** 50, { filename: 'a' }), 507, 'room'],
    ] as const) {
      expect([answer.status, answer.bytes.toString()]).toEqual([status, expect.stringContaining(words)]);
    }
    expect((await tus.head(id)).headers['upload-offset']).toBe('40');
  });

  test('§4, threat 2: names and places in a folder are labels; what could be more is refused', async () => {
    const { id: folder } = await t.call<{ id: string }>('POST', '/api/v1/admin/folders', { token });
    const before = await rowCount(t, 'uploads');
    for (const bad of [
      '../a',
      'a/../b',
      '/etc/passwd',
      'a//b',
      './a',
      'a\\b',
      'a\u0000b',
      'a\u202egpj',
      '',
      'x'.repeat(1_025),
    ]) {
      expect((await tus.create(5, { filename: 'a', folder, relativePath: bad })).status, bad).toBe(400);
      expect((await tus.create(5, { filename: bad })).status, bad).toBe(400);
    }
    expect((await tus.create(5, { filename: 'a/b' })).status).toBe(400);
    expect((await tus.create(5, { filename: 'a', folder })).status).toBe(400);
    expect((await tus.create(5, { filename: 'a', relativePath: 'a' })).status).toBe(400);
    expect((await tus.create(5, { filename: 'a', folder: 'nothing', relativePath: 'a' })).status).toBe(410);
    expect(await rowCount(t, 'uploads')).toBe(before);
    const made = await tus.create(5, { filename: 'c.txt', folder, relativePath: 'a/b ü/c.txt' });
    expect(made.status).toBe(201);
    expect(await sql(t, `select folder_id, relative_path from uploads where id = '${idOf(made)}'`)).toEqual([
      { folder_id: folder, relative_path: 'a/b ü/c.txt' },
    ]);
    // The response to its creation was lost, so the client repeats it: one upload remains.
    await tus.create(5, { filename: 'c.txt', folder, relativePath: 'a/b ü/c.txt' });
    expect(await rowCount(t, `uploads where folder_id = '${folder}'`)).toBe(1);
  });

  test('a connection that breaks: what came counts, and going on from there ends in the same bytes', async () => {
    const bytes = randomBytes(4 * MiB);
    const id = idOf(await tus.create(bytes.length));
    const socket = connect(wire.port, '127.0.0.1');
    socket.on('error', () => {});
    socket.write(tus.patchHead(id, 0, bytes.length));
    socket.write(bytes.subarray(0, 2_500_000));
    const key = (await rowOf(id))?.blob_key ?? '';
    await expect
      .poll(async () => (await readFile(join(t.folder, 'uploads', key))).length)
      .toBeGreaterThan(2 * MiB - 1);
    socket.resetAndDestroy();
    await expect.poll(async () => Number((await rowOf(id))?.received)).toBeGreaterThan(0);
    const offset = Number((await tus.head(id)).headers['upload-offset']);
    expect(offset).toBeGreaterThanOrEqual(2 * MiB);
    expect((await tus.patch(id, offset, bytes.subarray(offset))).status).toBe(204);
    expect(await rowOf(id)).toMatchObject({ sha256: sha(bytes) });
  });

  test('a lock per upload: while a piece streams in, others wait and then get 423', async () => {
    const id = idOf(await tus.create(1_000_000));
    const socket = connect(wire.port, '127.0.0.1').on('error', () => {});
    socket.write(tus.patchHead(id, 0, 1_000_000));
    const drip = setInterval(() => socket.write(Buffer.alloc(1_000)), 20);
    await expect.poll(async () => (await tus.head(id)).status).toBe(423);
    expect((await tus.patch(id, 0, Buffer.alloc(10))).status).toBe(423);
    expect((await tus.remove(id)).status).toBe(423);
    clearInterval(drip);
    socket.destroy();
    await expect.poll(async () => (await tus.head(id)).status).toBe(200);
  });

  test('a connection that died without a word gives its lock up when somebody else asks', async () => {
    const id = idOf(await tus.create(1_000_000));
    const socket = connect(wire.port, '127.0.0.1');
    const closed = new Promise((resolve) => socket.on('close', resolve));
    socket.on('error', () => {});
    socket.write(tus.patchHead(id, 0, 1_000_000));
    socket.write(Buffer.alloc(5_000));
    await expect.poll(async () => (await tus.head(id)).status).toBe(423);
    await expect.poll(async () => (await tus.head(id)).headers['upload-offset']).toBe('5000');
    await closed;
  });

  test('termination: the bytes and the book are gone', async () => {
    const id = idOf(await tus.create(1_000));
    await tus.patch(id, 0, Buffer.alloc(10));
    const key = (await rowOf(id))?.blob_key ?? '';
    expect(await partials()).toContain(key);
    expect((await tus.remove(id)).status).toBe(204);
    expect(await partials()).not.toContain(key);
    expect(await rowCount(t, `blobs where key = '${key}'`)).toBe(0);
    expect((await tus.head(id)).status).toBe(404);
    const whole = idOf(await tus.create(0));
    await sql(t, `update uploads set used_at = 1 where id = '${whole}'`);
    expect((await tus.remove(whole)).status).toBe(409);
    expect(await rowOf(whole)).toBeDefined();
  });

  test('who may: the identity is asked on every request, and an upload’s id opens nothing', async () => {
    const id = idOf(await tus.create(10));
    await administrator(t, 'curator', 'other@lab.example');
    await administrator(t, 'reviewer', 'reviewing@lab.example');
    const ended = await adminLogin(t, 'other@lab.example');
    await t.call('POST', '/api/v1/admin/logout', { token: ended });
    const { token: user } = await t.user('tus@example.org');
    for (const [proof, status, wordsExpected] of [
      [undefined, 401, 'sign in'],
      ['x'.repeat(43), 401, 'sign in'],
      [ended, 401, 'sign in'],
      [user, 403, 'administrator'],
      [await adminLogin(t, 'reviewing@lab.example'), 403, 'role'],
      [await adminLogin(t, 'other@lab.example'), 404, 'not found'],
    ] as const) {
      const theirs = tusCalls(wire, proof);
      const patched = await theirs.patch(id, 0, Buffer.from('12345'));
      expect([patched.status, patched.bytes.toString()]).toEqual([
        status,
        expect.stringContaining(wordsExpected),
      ]);
      expect((await theirs.head(id)).status).toBe(status);
      expect((await theirs.remove(id)).status).toBe(status);
      if (status !== 404) {
        expect((await theirs.create(5)).status).toBe(status);
        expect((await theirs.options()).status).toBe(status);
      }
    }
    // A cookie does not authenticate (threat 26).
    const cookie = await tusCalls(wire, undefined).create(
      5,
      { filename: 'a' },
      { cookie: `Portal-Admin-Token=${token}` },
    );
    expect(cookie.status).toBe(401);
    expect((await tus.head(id)).headers['upload-offset']).toBe('0');
  });

  test('§2 upload pieces are activity; an expired administrator is told in words', async () => {
    const mine = await adminLogin(t, 'other@lab.example');
    const theirs = tusCalls(wire, mine);
    const id = idOf(await theirs.create(100));
    for (let i = 0; i < 4; i++) {
      t.clock.now += 10 * 60_000;
      expect((await theirs.patch(id, i, Buffer.alloc(1))).status).toBe(204);
    }
    t.clock.now += 16 * 60_000;
    const late = await theirs.patch(id, 4, Buffer.alloc(1));
    expect([late.status, late.bytes.toString()]).toEqual([401, expect.stringContaining('login again')]);
    token = await t.adminToken();
    tus = tusCalls(wire, token);
  });

  test('expiry: 7 days after the last byte what nothing uses goes; what is used, or in a folder that lives, stays', async () => {
    const old = idOf(await tus.create(10));
    const whole = idOf(await tus.create(0));
    const used = idOf(await tus.create(0));
    const { id: folder } = await t.call<{ id: string }>('POST', '/api/v1/admin/folders', { token });
    const inFolder = idOf(await tus.create(0, { filename: 'a', folder, relativePath: 'a' }));
    await sql(t, `update uploads set used_at = 1 where id = '${used}'`);
    const keys = Object.fromEntries(
      await Promise.all(
        [old, whole, used, inFolder].map(async (id) => [id, (await rowOf(id))?.blob_key ?? '']),
      ),
    );
    t.clock.now += UPLOAD_LIFE - 60_000;
    token = await t.adminToken();
    tus = tusCalls(wire, token);
    const young = idOf(await tus.create(10, { filename: 'b', folder, relativePath: 'b' }));
    await tus.patch(young, 0, Buffer.alloc(1));
    await t.app.settle();
    for (const id of [old, whole, used, inFolder]) expect(await rowOf(id)).toBeDefined();

    t.clock.now += 2 * 60_000;
    expect((await tus.head(old)).status).toBe(410);
    await t.app.settle();
    expect(await rowOf(old)).toBeUndefined();
    expect(await rowOf(whole)).toBeUndefined();
    for (const id of [used, inFolder, young]) expect(await rowOf(id), id).toBeDefined();
    expect(await partials()).not.toContain(keys[old]);
    const blobs = await filesUnder(t, 'blobs');
    expect(blobs).not.toContain(keys[whole]);
    expect(blobs).toContain(keys[used]);

    t.clock.now += UPLOAD_LIFE + 60_000;
    await t.app.settle();
    for (const id of [inFolder, young]) expect(await rowOf(id)).toBeUndefined();
    expect(await rowCount(t, `folders where id = '${folder}'`)).toBe(0);
  });
});
