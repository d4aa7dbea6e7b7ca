import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Setting, setting as settingSchema } from '../../../contract/setting.ts';
import { administrator } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount } from '../../testing/look-inside.ts';

const url = '/api/v1/setting';

const picture = (width: number, height: number, format: 'png' | 'jpeg' | 'gif' = 'png') =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 90, b: 180, alpha: 0.5 } } })
    .withMetadata({ exif: { IFD0: { Copyright: 'SECRET-PLACE' } } })
    .toFormat(format)
    .toBuffer();

const withLogo = (bytes: Buffer | string, fields: Record<string, string> = {}): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append(
    'logo',
    new Blob([typeof bytes === 'string' ? bytes : new Uint8Array(bytes)], { type: 'image/png' }),
    'logo.png',
  );
  return form;
};

onEitherDatabase('§7 setting, decisions §7', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const setting = () => t.call<Setting>('GET', url);
  const post = (body: object | FormData) => t.call<Setting>('POST', url, { token, body });

  test('GET setting: for anybody, every field of decisions §7, with an ETag that a change renews at once', async () => {
    expect(await setting()).toEqual({
      name: 'Vitrine',
      shortName: 'Vitrine',
      logo: '',
      contact: '',
      copyright: '',
      filings: '',
      wording: 'as specified',
      staticBase: '/static',
    });
    const first = await t.inject('GET', url);
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await t.inject('GET', url, { headers })).statusCode).toBe(304);
    await post({ contact: 'Room 3' });
    expect((await t.inject('GET', url, { headers })).statusCode).toBe(200);
  });

  test('POST setting takes any of the fields, each alone; what is absent stays', async () => {
    const values = {
      name: 'Laboratory of Slow Light',
      shortName: 'Slow Light',
      contact: 'Room 3.14\n1 Quay Street\nlight@lab.example',
      copyright: '© 2026 The laboratory',
      filings: 'No. 2026-0042',
      wording: 'corrected',
    } as const;
    let before = await setting();
    for (const [field, value] of Object.entries(values)) {
      const after = await post({ [field]: value });
      expect(after).toEqual({ ...before, [field]: value });
      expect(await setting()).toEqual(after);
      before = after;
    }
    expect(await post({})).toEqual(before);
    expect(Object.keys(before)).toEqual(Object.keys(settingSchema.shape));
    await post({ name: 'Vitrine', wording: 'as specified' });
  });

  test('wrong input is 400 at its field, and changes nothing', async () => {
    const before = await setting();
    const wrong: [object, string][] = [
      [{ name: '' }, 'name'],
      [{ name: ' \n ' }, 'name'],
      [{ name: 'a\nb' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ shortName: '' }, 'shortName'],
      [{ shortName: 'x'.repeat(41) }, 'shortName'],
      [{ contact: 'x'.repeat(2_001) }, 'contact'],
      [{ contact: 'a\u202eb' }, 'contact'],
      [{ copyright: 5 }, 'copyright'],
      [{ filings: ['x'] }, 'filings'],
      [{ wording: 'nicer' }, 'wording'],
      [{ staticBase: 'https://evil.example' }, 'staticBase'],
      [{ logo: 'https://evil.example/logo.png' }, 'logo'],
      [{ logo: 'samples/x.webp' }, 'logo'],
      [{ more: 1 }, 'more'],
    ];
    for (const [part, path] of wrong) {
      const answer = await t.ask('POST', url, { token, body: { copyright: 'changed', ...part } });
      expect(answer.code, JSON.stringify(part)).toBe(400);
      expect(
        answer.errors?.map((error) => error.path),
        JSON.stringify(part),
      ).toContain(path);
    }
    expect(await setting()).toEqual(before);
  });

  test('the logo is a file, encoded again: pixels only, of a size for the header', async () => {
    const after = await post(withLogo(await picture(2_000, 500), { name: 'With a logo' }));
    expect(after).toMatchObject({
      name: 'With a logo',
      logo: expect.stringMatching(/^logos\/[\w-]{20}\.webp$/),
    });
    const file = await t.inject('GET', `/static/${after.logo}`);
    expect(file.headers['content-type']).toBe('image/webp');
    expect(file.rawPayload.includes('SECRET-PLACE')).toBe(false);
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({
      format: 'webp',
      width: 480,
      height: 120,
    });

    // Removed, and restored by its path.
    expect((await post({ logo: '' })).logo).toBe('');
    expect((await post({ logo: after.logo })).logo).toBe(after.logo);
    const next = await post(withLogo(await picture(64, 64, 'jpeg')));
    expect(next.logo).not.toBe(after.logo);
    expect((await post({ logo: '' })).logo).toBe('');
  });

  test('threat 15: what is no picture is 400, and nothing of it stays', async () => {
    const blobs = await rowCount(t, 'blobs');
    const wrong = [
      '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
      '<!doctype html><script>alert(1)</script>',
      '',
      await picture(20, 20, 'gif'),
      (await picture(300, 300)).subarray(0, 200),
    ];
    for (const bytes of wrong) {
      const answer = await t.ask('POST', url, { token, body: withLogo(bytes, { name: 'changed' }) });
      expect(answer, String(bytes).slice(0, 20)).toMatchObject({ code: 400, errors: [{ path: 'logo' }] });
    }
    const large = await t.ask('POST', url, { token, body: withLogo(Buffer.alloc(2 * 1024 * 1024 + 1)) });
    expect(large.code).toBe(413);
    const two = withLogo(await picture(20, 20));
    two.append('logo', new Blob([await picture(20, 20)]), 'second.png');
    expect((await t.ask('POST', url, { token, body: two })).code).toBe(413);
    expect(await rowCount(t, 'blobs')).toBe(blobs);
    expect((await setting()).name).toBe('With a logo');
  });

  test('it needs an administrator who may: a user is 403, nobody 401', async () => {
    const user = await t.user('ada@example.org', 'pending');
    const curator = await administrator(t, 'curator');
    const body = { name: 'Mine' };
    expect((await t.ask('POST', url, { body })).code).toBe(401);
    expect((await t.ask('POST', url, { body, token: user.token })).code).toBe(403);
    expect((await t.ask('POST', url, { body, token: curator.token })).code).toBe(403);
    expect((await setting()).name).toBe('With a logo');
  });
});
