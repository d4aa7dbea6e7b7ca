import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fc } from '../../../tests/support/properties.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

const SIZE = 1_000;
const BYTES = new Uint8Array(SIZE).map((_, i) => (i * 31 + (i >> 8)) % 256);
const SHA256 = createHash('sha256').update(BYTES).digest();
const ETAG = `"${SHA256.toString('hex')}"`;
const DIGEST = `sha-256=:${SHA256.toString('base64')}:`;

const fixed = {
  etag: ETAG,
  'accept-ranges': 'bytes',
  'repr-digest': DIGEST,
  'content-disposition': 'attachment; filename="train.csv"',
  'content-type': 'text/csv; charset=utf-8',
  'cache-control': 'private, no-transform',
  'x-content-type-options': 'nosniff',
  'content-security-policy': "default-src 'none'; sandbox",
};

onEitherDatabase('§7 download, decisions §5: headers, conditions and ranges', (database) => {
  let t: TestApp;
  let url: string;
  let empty: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    const { dataset } = await t.dataset({ files: { 'train.csv': BYTES, 'empty.bin': '' } });
    const { token } = await t.user('reader@example.org');
    const { subsetList } = await t.open(dataset.id, token);
    const link = (name: string) => subsetList.find((row) => row.path.endsWith(name))?.downloadUrl ?? '';
    [url, empty] = [link('train.csv'), link('empty.bin')];
  });
  afterAll(() => t.close());

  const get = (headers: Record<string, string> = {}) => t.inject('GET', url, { headers });
  const slice = (start: number, end: number) => Buffer.from(BYTES.subarray(start, end));

  test('GET: the bytes, with every header', async () => {
    const answer = await get({ 'accept-encoding': 'gzip, br', 'accept-language': 'de' });
    expect(answer.statusCode).toBe(200);
    expect(answer.rawPayload).toEqual(Buffer.from(BYTES));
    expect(answer.headers).toMatchObject({ ...fixed, 'content-length': String(SIZE) });
    expect(answer.headers['x-request-id']).toBeTruthy();
    for (const name of ['content-encoding', 'content-range', 'set-cookie', 'transfer-encoding'])
      expect(answer.headers, name).not.toHaveProperty(name);
  });

  test('HEAD: the same headers, no body; Range is ignored', async () => {
    for (const headers of [{}, { range: 'bytes=0-9' }, { range: 'bytes=5000-' }]) {
      const answer = await t.inject('HEAD', url, { headers });
      expect(answer.statusCode).toBe(200);
      expect(answer.rawPayload).toHaveLength(0);
      expect(answer.headers).toMatchObject({ ...fixed, 'content-length': String(SIZE) });
      expect(answer.headers).not.toHaveProperty('content-range');
    }
  });

  test('one range → 206, with the digest of the whole', async () => {
    const cases: [string, number, number][] = [
      ['bytes=0-0', 0, 1],
      ['bytes=10-19', 10, 20],
      ['bytes=990-', 990, 1_000],
      ['bytes=990-5000', 990, 1_000],
      ['bytes=-1', 999, 1_000],
      ['bytes=-10', 990, 1_000],
      ['bytes=-5000', 0, 1_000],
      ['bytes=0-', 0, 1_000],
      ['BYTES=1-2', 1, 3],
    ];
    for (const [range, start, end] of cases) {
      const answer = await get({ range });
      expect(answer.statusCode, range).toBe(206);
      expect(answer.rawPayload, range).toEqual(slice(start, end));
      expect(answer.headers, range).toMatchObject({
        ...fixed,
        'content-length': String(end - start),
        'content-range': `bytes ${start}-${end - 1}/${SIZE}`,
      });
    }
  });

  test('any one range is that slice', async () => {
    const position = fc.nat(SIZE - 1);
    await fc.assert(
      fc.asyncProperty(position, position, async (a, b) => {
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        const answer = await get({ range: `bytes=${first}-${last}` });
        expect(answer.statusCode).toBe(206);
        expect(answer.rawPayload).toEqual(slice(first, last + 1));
      }),
      { numRuns: 30 },
    );
  });

  test('a range beyond the end → 416 that says the length', async () => {
    for (const range of ['bytes=1000-', 'bytes=5000-6000', 'bytes=-0', `bytes=${'9'.repeat(40)}-`]) {
      const answer = await get({ range });
      expect(answer.statusCode, range).toBe(416);
      expect(answer.json(), range).toMatchObject({ code: 416 });
      expect(answer.headers['content-range'], range).toBe(`bytes */${SIZE}`);
      for (const name of ['content-disposition', 'repr-digest', 'etag'])
        expect(answer.headers, name).not.toHaveProperty(name);
    }
  });

  test('several ranges, other units and malformed ones → 200, the whole', async () => {
    for (const range of [
      'bytes=0-1,5-6',
      'bytes=0-1, -5',
      'bytes=5-2',
      'bytes=-',
      'bytes=a-b',
      'bytes=1.5-2',
      'items=0-5',
      'bytes 0-5',
      'bytes=--5',
    ]) {
      const answer = await get({ range });
      expect(answer.statusCode, range).toBe(200);
      expect(answer.rawPayload, range).toHaveLength(SIZE);
      expect(answer.headers, range).not.toHaveProperty('content-range');
    }
  });

  test('If-Range: the same strong ETag → 206, anything else → 200', async () => {
    const range = 'bytes=10-19';
    expect((await get({ range, 'if-range': ETAG })).statusCode).toBe(206);
    for (const other of ['"other"', `W/${ETAG}`, ETAG.slice(1, -1), 'Wed, 21 Oct 2026 07:28:00 GMT', '']) {
      const answer = await get({ range, 'if-range': other });
      expect(answer.statusCode, other).toBe(200);
      expect(answer.rawPayload, other).toHaveLength(SIZE);
    }
    // Beyond the end, but with another revision's ETag: the whole file is sent.
    expect((await get({ range: 'bytes=5000-', 'if-range': '"other"' })).statusCode).toBe(200);
  });

  test('If-None-Match: known → 304 without a body, unknown → 200', async () => {
    for (const known of [ETAG, `W/${ETAG}`, `"a", ${ETAG}`, '*']) {
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await t.inject(method, url, {
          headers: { 'if-none-match': known, range: 'bytes=0-1' },
        });
        expect(answer.statusCode, known).toBe(304);
        expect(answer.rawPayload, known).toHaveLength(0);
        expect(answer.headers.etag, known).toBe(ETAG);
      }
    }
    for (const other of ['"other"', '"a", "b"', ETAG.slice(1, -1)])
      expect((await get({ 'if-none-match': other })).statusCode, other).toBe(200);
  });

  test('If-Match: another file → 412, the same → goes on', async () => {
    for (const other of ['"other"', `W/${ETAG}`, '"a", "b"', ''])
      for (const method of ['GET', 'HEAD'] as const) {
        const answer = await t.inject(method, url, { headers: { 'if-match': other } });
        expect(answer.statusCode, other).toBe(412);
        if (method === 'GET') expect(answer.json(), other).toMatchObject({ code: 412 });
      }
    for (const same of [ETAG, '*', `"a", ${ETAG}`])
      expect((await get({ 'if-match': same })).statusCode, same).toBe(200);
    const both = await get({ 'if-match': ETAG, range: 'bytes=0-9' });
    expect(both.statusCode).toBe(206);
    expect((await get({ 'if-match': '"other"', 'if-none-match': ETAG })).statusCode, '412 comes first').toBe(
      412,
    );
  });

  test('an empty file has no bytes and no ranges', async () => {
    const whole = await t.inject('GET', empty);
    expect(whole.statusCode).toBe(200);
    expect(whole.headers['content-length']).toBe('0');
    expect(whole.rawPayload).toHaveLength(0);
    expect((await t.inject('GET', empty, { headers: { range: 'bytes=0-' } })).statusCode).toBe(416);
    expect((await t.inject('GET', empty, { headers: { range: 'bytes=0-1,2-3' } })).statusCode).toBe(200);
  });

  test('the type is ours, by the name: HTML and SVG are plain bytes', async () => {
    const { dataset } = await t.dataset({
      name: 'Types',
      files: { 'a.html': '<script>1</script>', 'b.svg': '<svg/>', 'c.json': '{}', 'd.PNG': 'x', e: 'x' },
    });
    const { subsetList } = await t.open(dataset.id, await t.login('reader@example.org'));
    const types = await Promise.all(
      subsetList.map(async (row) => (await t.inject('HEAD', row.downloadUrl ?? '')).headers['content-type']),
    );
    const plain = 'application/octet-stream';
    expect(types).toEqual([plain, plain, 'application/json', 'image/png', plain]);
  });
});
