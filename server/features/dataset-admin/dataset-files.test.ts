import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Subset } from '../../../contract/catalogue.ts';
import type { AdminDataset } from '../../../contract/dataset-admin.ts';
import { GUARD } from '../../../tests/support/guards.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { nameInHeader } from '../../testing/disposition.ts';
import { form, newDataset, picture, rawForm } from '../../testing/forms.ts';
import { stored } from '../../testing/look-inside.ts';
import { readZip } from '../../testing/tools.ts';

const PDF = '%PDF-1.4\n%âãÏÓ\ntrailer\n';

onEitherDatabase('§7 addDataset: what comes in', (database) => {
  let t: TestApp;
  let token: string;
  let number = 0;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const url = '/api/v1/admin/addDataset';
  const fields = () => newDataset(`Intake ${++number}`);
  const add = (...files: Parameters<typeof form>[1][]) =>
    t.ask('POST', url, { token, body: form(fields(), ...files) });
  const added = async (...files: Parameters<typeof form>[1][]) =>
    t.call<AdminDataset>('POST', url, { token, body: form(fields(), ...files) });
  const raw = (...parts: Parameters<typeof rawForm>) => {
    const { type, body } = rawForm(...parts);
    return send(type, body);
  };
  async function send(type: string, body: string) {
    const answer = await t.server.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${token}`, 'content-type': type },
      payload: body,
    });
    return answer.json<{ code: number; msg: string; errors?: { path: string }[] }>();
  }
  const field = (name: string, content: string) => ({
    headers: `Content-Disposition: form-data; name="${name}"`,
    content,
  });
  const file = (name: string, content: string, fileName: string, type = 'text/plain') => ({
    headers: `Content-Disposition: form-data; name="${name}"; filename="${fileName}"\r\nContent-Type: ${type}`,
    content,
  });
  const basics = () => Object.entries(fields()).map(([name, value]) => field(name, value));
  async function leavesNothing(work: () => Promise<void>): Promise<void> {
    const before = await stored(t);
    await work();
    expect(await stored(t)).toEqual(before);
  }

  test('a picture of any of the four kinds becomes a WebP without its metadata, under /static/', async () => {
    for (const kind of ['png', 'jpeg', 'webp', 'avif'] as const) {
      const original = await picture(kind, 2_000, 40);
      const { samples } = await added(['samples', original, `a.${kind}`]);
      expect(samples, kind).toMatch(/^samples\/[A-Za-z0-9_-]{20}-960x19\.webp$/);
      const answer = await t.inject('GET', `/static/${samples}`);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'cache-control': 'public, max-age=31536000, immutable',
      });
      const shown = await sharp(answer.rawPayload).metadata();
      expect(shown).toMatchObject({ format: 'webp', width: 960, height: 19 });
      expect(shown.exif).toBeUndefined();
    }
  });

  test('a small picture keeps its size; updateDataset replaces it', async () => {
    const { id, samples } = await added(['samples', await picture('png', 40, 30), 'a.png']);
    expect(await sharp((await t.inject('GET', `/static/${samples}`)).rawPayload).metadata()).toMatchObject({
      width: 40,
      height: 30,
    });
    const after = await t.call<AdminDataset>('PUT', `/api/v1/admin/updateDataset/${id}`, {
      token,
      body: form({}, ['samples', await picture('jpeg', 50, 50), 'b.jpg'], ['desc', PDF, 'b.pdf']),
    });
    expect(after.samples).not.toBe(samples);
    expect(
      await sharp((await t.inject('GET', `/static/${after.samples}`)).rawPayload).metadata(),
    ).toMatchObject({ width: 50 });
    expect((await t.inject('GET', `/static/${after.desc}`)).body).toBe(PDF);
  });

  test('threats row 15: what is no picture → 400 on samples, whatever it is called', async () => {
    await leavesNothing(async () => {
      const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>';
      const files: [string | Uint8Array<ArrayBuffer>, string, string][] = [
        [svg, 'a.svg', 'image/svg+xml'],
        [svg, 'a.png', 'image/png'],
        ['<html><script>alert(1)</script>', 'a.jpg', 'image/jpeg'],
        ['<html>', 'a.jpg', 'text/html;image/png'],
        [await picture('gif'), 'a.png', 'image/png'],
        [await picture('tiff'), 'a.png', 'image/png'],
        [(await picture('png', 400, 300)).slice(0, 200), 'cut.png', 'image/png'],
        ['', 'empty.png', 'image/png'],
        [PDF, 'a.png', 'image/png'],
      ];
      for (const [content, name, type] of files) {
        const body = form(fields());
        body.append('samples', new File([content], name, { type }));
        expect(await t.ask('POST', url, { token, body }), name).toMatchObject({
          code: 400,
          errors: [{ path: 'samples' }],
        });
      }
    });
  });

  test('limits: over 40 megapixels → 400, over 10 MiB → 413', async () => {
    await leavesNothing(async () => {
      const wide = await picture('png', 8_001, 5_000);
      expect(await add(['samples', wide, 'a.png'])).toMatchObject({
        code: 400,
        errors: [{ path: 'samples' }],
      });
      const heavy = new Uint8Array(10 * 1024 * 1024 + 1);
      expect(await add(['samples', heavy, 'a.png'])).toMatchObject({
        code: 413,
        errors: [{ path: 'samples' }],
      });
    });
  });

  test('limits: a PDF over 200 MiB → 413, and nothing of it stays', GUARD, async () => {
    await leavesNothing(async () => {
      const heavy = new Uint8Array(200 * 1024 * 1024 + 1);
      heavy.set(Buffer.from('%PDF-1.7'));
      expect((await add(['desc', heavy, 'a.pdf'])).code).toBe(413);
    });
  });

  test('desc: a PDF by its first bytes, served as one; anything else → 400', async () => {
    const { desc } = await added(['desc', PDF, 'any name.html']);
    expect(desc).toMatch(/^documents\/[A-Za-z0-9_-]{20}\.pdf$/);
    const answer = await t.inject('GET', `/static/${desc}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.rawPayload).toEqual(Buffer.from(PDF));
    const part = await t.inject('GET', `/static/${desc}`, { headers: { range: 'bytes=1-3' } });
    expect([part.statusCode, part.body]).toEqual([206, 'PDF']);
    await leavesNothing(async () => {
      for (const content of ['<html>', '%PD', '', ' %PDF-1.4', 'x'.repeat(3_000_000)])
        expect(await add(['desc', content, 'a.pdf'])).toMatchObject({
          code: 400,
          errors: [{ path: 'desc' }],
        });
    });
  });

  test('a refused file takes along what came before it', async () => {
    await leavesNothing(async () => {
      const good: Parameters<typeof form>[1][] = [
        ['subsets', 'abc', 'a.txt'],
        ['samples', await picture(), 'a.png'],
        ['desc', PDF, 'a.pdf'],
      ];
      expect((await add(...good, ['archive', 'x', 'a.zip'], ['other', 'x', 'a'])).code).toBe(400);
      expect((await add(...good, ['desc', PDF, 'again.pdf'])).code).toBe(413);
      expect((await add(['subsets', 'abc', 'a.txt'], ['samples', 'x', 'a.png'])).code).toBe(400);
    });
  });

  test('fields after files, twice, unknown, forbidden or too long', async () => {
    await leavesNothing(async () => {
      const path = (name: string) => ({ code: 400, errors: [{ path: name }] });
      expect(await raw(...basics(), file('subsets', 'x', 'a.txt'), field('detail', 'x'))).toMatchObject(
        path('detail'),
      );
      expect(await raw(...basics(), field('version', '2'))).toMatchObject(path('version'));
      expect(await raw(...basics(), field('admin', '1'))).toMatchObject(path('admin'));
      expect(await raw(...basics(), file('name', 'x', 'a.txt'))).toMatchObject(path('name'));
      for (const name of ['__proto__', 'constructor', 'toString'])
        for (const part of [field(name, 'x'), file(name, 'x', 'a')])
          expect((await raw(...basics(), part)).code, name).toBe(400);
      expect(await raw(...basics(), field('detail', 'x'.repeat(70_000)))).toMatchObject(path('detail'));
      expect((await raw(...basics(), field('detail', 'x'.repeat(300_000)))).code).toBe(413);
      expect((await raw(...Array.from({ length: 26 }, (_, i) => field(`f${i}`, 'x')))).code).toBe(413);
      expect((await raw(...basics(), field('detail', 'a\u0000b'))).code).toBe(400);
    });
  });

  test('broken forms → 400, never 500', async () => {
    await leavesNothing(async () => {
      const whole = rawForm(...basics(), file('subsets', 'x'.repeat(1_000), 'a.txt'));
      for (const at of [10, 60, 200, whole.body.length - 500, whole.body.length - 20])
        expect((await send(whole.type, whole.body.slice(0, at))).code, String(at)).toBe(400);
      expect((await send('multipart/form-data', whole.body)).code, 'no boundary').toBe(400);
      expect((await send('multipart/form-data; boundary=other', whole.body)).code, 'another').toBe(400);
      expect((await send(whole.type, '')).code, 'nothing').toBe(400);
      const odd = { headers: 'Content-Disposition form-data', content: 'x' };
      expect((await raw(odd, ...basics(), field('x', 'y'))).code, 'a malformed part').toBe(400);
    });
  });

  test('an empty file input is no file', async () => {
    const answer = await raw(...basics(), file('samples', '', ''), file('subsets', '', ''));
    expect(answer.code).toBe(200);
  });

  test('faults, odd names: identical byte for byte in path, link, header and ZIP, or 400', async () => {
    const taken = [
      'é.txt'.normalize('NFC'),
      'é.txt'.normalize('NFD'),
      'emoji 👩🏽‍🔬.csv',
      'عربي.csv',
      'CON',
      'NUL.txt',
      '-rf',
      '.hidden',
      ' leading and trailing ',
      'percent%2Fslash.txt',
      'semi;colon=x.txt',
      "it's.txt",
      `${'x'.repeat(255)}`,
      `${'x'.repeat(256)}`,
      `${'é'.repeat(128)}`,
    ];
    const { id } = await added(
      ...taken.map((name) => ['subsets', `content of ${name}`, name] as [string, string, string]),
    );
    await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: { status: 'published' } });
    const { token: reader } = await t.user(`odd@example.org`);
    const { dataset, subsetList } = await t.open(id, reader);
    const last = (row: Subset) => row.path.slice(row.path.indexOf('-1.0/') + 5);
    expect(subsetList.map(last)).toEqual(taken);
    for (const row of subsetList) {
      const answer = await t.inject('GET', row.downloadUrl ?? '');
      expect(answer.body).toBe(`content of ${last(row)}`);
      expect(nameInHeader(String(answer.headers['content-disposition']))).toBe(last(row));
    }
    const zip = (await t.inject('GET', dataset.downloadUrl ?? '')).rawPayload;
    const hash = (name: string) => createHash('sha256').update(`content of ${name}`).digest('hex');
    expect(new Map((await readZip(zip)).map((entry) => [entry.name, entry.sha256]))).toEqual(
      new Map(taken.map((name) => [name, hash(name)])),
    );
    await leavesNothing(async () => {
      const refused = [
        '\u200fmark.txt',
        'a\u202etxt.exe',
        'a\\b.txt',
        'a\u0001.txt',
        '..',
        '.',
        'x'.repeat(1_024),
        '\u2066a',
      ];
      for (const name of refused)
        expect(await add(['subsets', 'x', name]), JSON.stringify(name)).toMatchObject({
          code: 400,
          errors: [{ path: 'subsets' }],
        });
    });
  });
});
