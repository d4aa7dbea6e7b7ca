import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileUrl } from '../../contract/file-url.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onTheWire, type Wire } from '../../server/testing/wire.ts';
import { LONG } from '../support/guards.ts';
import { fc } from '../support/properties.ts';
import { type ModelRequest, model } from './http-model.ts';

const SIZES = [0, 1, 1_000];
/** The guards draw more. */
const RUNS = [
  [1_500, {}],
  [10_000, LONG],
] as const;

describe('§7 download: HTTP as RFC 9110 has it', () => {
  let t: TestApp;
  let wire: Wire;
  const files: { url: string; etag: string; bytes: Buffer }[] = [];
  beforeAll(async () => {
    t = await buildTestApp();
    wire = await onTheWire(t);
    const contents = Object.fromEntries(
      SIZES.map((size) => [`${size}.bin`, new Uint8Array(size).map((_, i) => (i * 7) % 256)]),
    );
    const { dataset } = await t.dataset({ files: contents });
    const { token } = await t.user('reader@example.org');
    for (const { path, downloadUrl = '' } of (await t.open(dataset.id, token)).subsetList) {
      const bytes = Buffer.from(contents[path.split('/').at(-1) ?? ''] ?? []);
      const etag = createHash('sha256').update(bytes).digest('hex');
      files.push({ url: downloadUrl, bytes, etag });
      files.push({ url: fileUrl(dataset.id, path.split('/').at(-1) ?? '', { token }), bytes, etag });
    }
  });
  afterAll(() => t.close());

  const number = fc.oneof(
    { weight: 6, arbitrary: fc.nat(1_010).map(String) },
    fc.constantFrom('0', '999', '1000', '00', '007', '9007199254740993', '9'.repeat(40)),
  );
  const maybe = fc.option(number, { nil: '' });
  const spec = fc.oneof(
    { weight: 6, arbitrary: fc.tuple(maybe, maybe).map(([a, b]) => `${a}-${b}`) },
    fc.constantFrom('', '-', '--1', '1', 'x-y', '1-2-3', '0x1-', '+1-2', '1 -2', '1e2-'),
  );
  const comma = fc.constantFrom(',', ', ', ' ,', '\t,\t', ',,');
  const listOf = (one: fc.Arbitrary<string>, most: number) =>
    fc
      .array(fc.tuple(one, comma), { minLength: 1, maxLength: most })
      .map((parts) => parts.map(([value, by], i) => (i === 0 ? value : by + value)).join(''));
  const range = fc
    .tuple(
      fc.oneof(
        { weight: 8, arbitrary: fc.constant('bytes=') },
        fc.constantFrom('Bytes=', 'bytes', 'items=', ' bytes =', 'bytes= ', 'bytes=,', 'bytes= ,', '='),
      ),
      fc.oneof({ weight: 4, arbitrary: spec }, listOf(spec, 4)),
      fc.constantFrom('', '', '', ',', ' ,'),
    )
    .map((parts) => parts.join(''));
  /** `@` stands for the file's own tag. */
  const tag = fc.oneof(
    { weight: 4, arbitrary: fc.constant('"@"') },
    { weight: 2, arbitrary: fc.constant('W/"@"') },
    fc.constantFrom('"x"', '""', '"a,b"', '@', '*', 'w/"@"', '"@', '"a b"', 'W/ "@"', '"é"'),
    fc.string({ maxLength: 5 }),
  );
  const date = fc.constantFrom(new Date(0).toUTCString(), new Date().toUTCString());
  const request = fc.record(
    {
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD'),
      // By its link, and by its own address.
      file: fc.nat(2 * SIZES.length - 1),
      range: fc.option(range, { nil: undefined }),
      'if-range': fc.option(fc.oneof({ weight: 3, arbitrary: tag }, date), { nil: undefined, freq: 2 }),
      'if-none-match': fc.option(listOf(tag, 3), { nil: undefined, freq: 2 }),
      'if-match': fc.option(listOf(tag, 3), { nil: undefined, freq: 2 }),
    },
    { noNullPrototype: true },
  );

  for (const [runs, options] of RUNS)
    test(`${runs} random Range, If-Range, If-None-Match and If-Match headers: no difference from the model`, {
      ...options,
      timeout: 120_000,
    }, async () => {
      const seen = new Map<number, number>();
      await fc.assert(
        fc.asyncProperty(request, async ({ method, file, ...sent }) => {
          const { url, etag, bytes } = files[file] ?? { url: '', etag: '', bytes: Buffer.of() };
          const headers: ModelRequest['headers'] = {};
          for (const [name, value] of Object.entries(sent)) {
            // As a parser of header lines gives them: without blanks around, and printable.
            const clean = value?.replaceAll('@', etag).trim();
            if (clean !== undefined) headers[name] = clean;
          }
          const wanted = model({ method, headers }, etag, bytes.length);
          const answer = await t.inject(method as 'GET', url, { headers });
          seen.set(wanted.status, (seen.get(wanted.status) ?? 0) + 1);
          expect(answer.statusCode).toBe(wanted.status);
          const [first, last] = wanted.range ?? [0, bytes.length - 1];
          const part = bytes.subarray(first, last + 1);
          const contentRange =
            wanted.status === 206
              ? `bytes ${first}-${last}/${bytes.length}`
              : wanted.status === 416
                ? `bytes */${bytes.length}`
                : undefined;
          expect(answer.headers['content-range']).toBe(contentRange);
          if (wanted.status >= 400) return;
          expect(answer.headers.etag).toBe(`"${etag}"`);
          expect(answer.headers['repr-digest']).toBe(
            `sha-256=:${Buffer.from(etag, 'hex').toString('base64')}:`,
          );
          const body = method === 'GET' && wanted.status !== 304 ? part : Buffer.of();
          expect(answer.rawPayload.equals(body)).toBe(true);
          if (wanted.status !== 304) expect(answer.headers['content-length']).toBe(String(part.length));
        }),
        { numRuns: runs },
      );
      // Every kind of answer was asked for often: a model that always says the same would prove nothing.
      for (const status of [200, 206, 304, 412, 416])
        expect(seen.get(status) ?? 0).toBeGreaterThan(runs / 100);
    });

  test('threat 31: 5,000 ranges are answered by the whole, once and at once', async () => {
    const { url, bytes } = files.find((file) => file.bytes.length === 1_000) ?? {
      url: '',
      bytes: Buffer.of(),
    };
    for (const one of ['0-,', '0-0,', '999-999,', '-1,', ',-,']) {
      const ranges = `bytes=${one.repeat(5_000).slice(0, -1)}`;
      const answer = await wire.send(url, { headers: { range: ranges } });
      expect(answer.status, one).toBe(200);
      expect(answer.headers['content-type']).not.toContain('multipart');
      expect(answer.bytes.equals(bytes), one).toBe(true);
    }
  });

  test('a refused range says nothing of the range: 429 and 503 are answers of their own', async () => {
    const { url } = files.at(-1) ?? { url: '' };
    const busy = await buildTestApp();
    try {
      const big = new Uint8Array(16_000_000);
      const { dataset } = await busy.dataset({ files: { 'a.bin': big } });
      const { token } = await busy.user('reader@example.org');
      const own = (await busy.open(dataset.id, token)).subsetList[0]?.downloadUrl ?? url;
      const open = await onTheWire(busy);
      const running = await Promise.all(Array.from({ length: 32 }, () => open.open(own)));
      const refused = await open.send(own, { headers: { range: 'bytes=0-9' } });
      for (const answer of running) answer.destroy();
      expect(refused.status).toBe(429);
      expect(refused.json().code).toBe(429);
      for (const name of ['content-range', 'etag', 'content-disposition', 'repr-digest', 'accept-ranges']) {
        expect(refused.headers[name], name).toBeUndefined();
      }
      expect(refused.headers['retry-after']).toBeDefined();
    } finally {
      await busy.close();
    }
  });
});
