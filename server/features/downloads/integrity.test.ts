import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import { random } from '../../../tests/support/random.ts';
import { integrityLine } from '../../delivery/index.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { nameInHeader } from '../../testing/disposition.ts';
import { sql } from '../../testing/look-inside.ts';
import { readZip, savedAs, tool } from '../../testing/tools.ts';

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

describe('formats.md, sha256sum file', () => {
  const hash = 'ab'.repeat(32);
  test('64 hex, two spaces, the last segment of the path, LF', () => {
    expect(integrityLine('brain/1.0/train.zip', hash)).toEqual({
      fileName: 'train.zip.sha256',
      text: `${hash}  train.zip\n`,
    });
    expect(integrityLine('*odd  name', hash).text).toBe(`${hash}  *odd  name\n`);
  });

  test('a name with a back-slash or a line break is escaped as GNU does', async () => {
    expect(integrityLine('a\\b', hash).text).toBe(`\\${hash}  a\\\\b\n`);
    expect(integrityLine('a\nb\rc', hash).text).toBe(`\\${hash}  a\\nb\\rc\n`);
    for (const name of ['a\\b', 'a\nb', 'plain', '-dash', ' space', 'a\\nb']) {
      const { text } = integrityLine(name, sha256('bytes'));
      await savedAs({ [name]: 'bytes', 'x.sha256': text }, (folder) =>
        tool('sha256sum', ['--strict', '-c', 'x.sha256'], folder),
      );
    }
  });
});

onEitherDatabase('§7 downloadInspection and whole datasets', (database) => {
  const files: Record<string, string> = {
    'train.csv': 'a,b\n1,2\n',
    'with space.csv': 'x'.repeat(70_000),
    '-dash.txt': '-',
    'naïve 数据 🙂.txt': 'é',
    'sub/deep.bin': 'deep',
    'empty.txt': '',
  };
  let t: TestApp;
  let token: string;
  let page: { dataset: Dataset; subsetList: Subset[] };
  beforeAll(async () => {
    t = await buildTestApp({ database });
    const made = await t.dataset({ name: 'Proof', files });
    ({ token } = await t.user('reader@example.org'));
    page = await t.open(made.dataset.id, token);
    await t.app.settle();
  });
  afterAll(() => t.close());

  const whole = () => page.dataset.downloadUrl ?? '';
  /** Saves a download as a browser does. */
  async function save(url = ''): Promise<{ name: string; bytes: Buffer }> {
    const answer = await t.inject('GET', url);
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
    return { name: nameInHeader(String(answer.headers['content-disposition'])), bytes: answer.rawPayload };
  }

  test('the integrity file, byte for byte, with its headers', async () => {
    const row = page.subsetList.find(({ path }) => path.endsWith('train.csv'));
    const answer = await t.inject('GET', row?.inspectionUrl ?? '');
    const line = `${sha256(files['train.csv'] ?? '')}  train.csv\n`;
    expect(answer.body).toBe(line);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': 'attachment; filename="train.csv.sha256"',
      'content-length': String(line.length),
      'repr-digest': `sha-256=:${createHash('sha256').update(line).digest('base64')}:`,
      'cache-control': 'private, no-transform',
      'x-content-type-options': 'nosniff',
    });
    const head = await t.inject('HEAD', row?.inspectionUrl ?? '');
    expect(head.headers['content-length']).toBe(String(line.length));
    expect(head.rawPayload).toHaveLength(0);
  });

  test('`sha256sum -c` passes beside every file that the links save', async () => {
    for (const row of [page.dataset, ...page.subsetList]) {
      const [file, proof] = [await save(row.downloadUrl), await save(row.inspectionUrl)];
      expect(proof.name).toBe(`${file.name}.sha256`);
      await savedAs({ [file.name]: file.bytes, [proof.name]: proof.bytes }, (folder) =>
        tool('sha256sum', ['--strict', '-c', '--', proof.name], folder),
      );
    }
  });

  test('decisions §4: wholes of two datasets of one version lie beside each other, and `sha256sum -c` passes', async () => {
    const saved: Record<string, Uint8Array> = {};
    for (const name of ['London boroughs', '伦敦']) {
      const made = await t.dataset({ name, version: '1.0', files: { 'a.txt': name } });
      await t.app.settle();
      const { dataset } = await t.open(made.dataset.id, token);
      for (const url of [dataset.downloadUrl, dataset.inspectionUrl]) {
        const file = await save(url);
        saved[file.name] = file.bytes;
      }
    }
    const names = ['london-boroughs-1.0.zip', '伦敦-1.0.zip'];
    expect(Object.keys(saved)).toEqual(names.flatMap((name) => [name, `${name}.sha256`]));
    expect(String(saved['london-boroughs-1.0.zip.sha256'])).toMatch(
      /^[0-9a-f]{64} {2}london-boroughs-1\.0\.zip\n$/,
    );
    await savedAs(saved, (folder) =>
      tool('sha256sum', ['--strict', '-c', ...names.map((name) => `${name}.sha256`)], folder),
    );
  });

  test('the whole is a ZIP that others read, with every file under its path', async () => {
    const { name, bytes } = await save(whole());
    expect(name).toBe('proof-1.0.zip');
    expect(bytes).toHaveLength(page.dataset.size);
    const found = await readZip(bytes);
    const wanted = Object.entries(files).map(([key, content]) => ({
      name: key,
      size: Buffer.byteLength(content),
      sha256: sha256(content),
    }));
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    expect(found.sort(byName)).toEqual(wanted.sort(byName));
  });

  test('any range of the ZIP equals that slice of the whole', async () => {
    const all = (await save(whole())).bytes;
    for (let i = 0; i < 40; i++) {
      const start = Math.floor(random() * all.length);
      const end = start + 1 + Math.floor(random() * (all.length - start));
      const answer = await t.inject('GET', whole(), { headers: { range: `bytes=${start}-${end - 1}` } });
      expect(answer.statusCode).toBe(206);
      expect(answer.rawPayload.equals(all.subarray(start, end)), `${start}-${end}`).toBe(true);
    }
  });

  test('size, ETag and digest are the ZIP’s own, and stay', async () => {
    const answer = await t.inject('GET', whole());
    const hash = createHash('sha256').update(answer.rawPayload);
    expect(answer.headers['repr-digest']).toBe(`sha-256=:${hash.copy().digest('base64')}:`);
    expect(answer.headers.etag).toMatch(/^"[0-9a-f]{64}"$/);
    expect((await t.inject('HEAD', whole())).headers.etag).toBe(answer.headers.etag);
    expect((await t.open(page.dataset.id, token)).dataset.sha256).toBe(hash.digest('hex'));
  });

  test('a ZIP whose hash is not there yet: 503 with Retry-After, then 200; it downloads meanwhile', async () => {
    await sql(t, "update objects set sha256 = null where kind = 'zip'");
    expect((await t.inject('GET', whole())).headers).not.toHaveProperty('repr-digest');
    const early = await t.inject('GET', page.dataset.inspectionUrl ?? '');
    expect(early.statusCode).toBe(503);
    expect(early.json()).toMatchObject({ code: 503 });
    expect(Number(early.headers['retry-after'])).toBeGreaterThan(0);
    await t.app.settle();
    const { bytes } = await save(page.dataset.inspectionUrl);
    expect(bytes.toString()).toBe(`${sha256((await save(whole())).bytes)}  proof-1.0.zip\n`);
  });

  test('an archive of its own is served as it came; a new one replaces it and the former stays', async () => {
    const form = new FormData();
    for (const [key, value] of Object.entries({
      name: 'Own',
      version: '2',
      modalityName: 'MRI',
      path: 'own/all.tar',
    }))
      form.append(key, value);
    form.append('archive', new Blob(['first archive']), 'whatever.tar');
    form.append('subsets', new Blob(['a']), 'a.txt');
    const admin = await t.adminToken();
    const { id } = await t.call<Dataset>('POST', '/api/v1/admin/addDataset', { token: admin, body: form });
    await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token: admin, body: { status: 'published' } });
    const first = (await t.open(id, token)).dataset;
    expect(first).toMatchObject({ size: 13, fileCount: 1, sha256: sha256('first archive') });
    expect(await save(first.downloadUrl)).toEqual({ name: 'all.tar', bytes: Buffer.from('first archive') });

    const change = new FormData();
    change.append('archive', new Blob(['second']), 'x');
    await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token: admin, body: change });
    expect((await save((await t.open(id, token)).dataset.downloadUrl)).bytes.toString()).toBe('second');
    expect((await save(first.downloadUrl)).bytes.toString()).toBe('first archive');
    expect((await save(first.inspectionUrl)).bytes.toString()).toBe(`${sha256('first archive')}  all.tar\n`);
  });

  test('a dataset with nothing in it has no link and is 404', async () => {
    const { dataset } = await t.dataset({ name: 'Hollow', files: {} });
    expect(dataset).toMatchObject({ size: 0, fileCount: 0, sha256: null });
    expect((await t.open(dataset.id, token)).dataset.downloadUrl).toBeUndefined();
    for (const call of [`download/${dataset.id}`, 'downloadInspection'])
      expect((await t.ask('GET', `/api/v1/${call}/hollow/hollow-1.0.zip`, { token })).code).toBe(404);
  });
});
