import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { FileChangesPage } from '../../../contract/manifest.ts';
import { havePrograms } from '../../../tests/support/programs.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { form } from '../../testing/forms.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const FIRST = { '-dash.csv': '1', 'b c.csv': '2', 'left.csv': '3', 'same.csv': '4', 'é.csv': '5' };
const SECOND = { '-dash.csv': '1', 'b c.csv': '2!', 'same.csv': '4', 'z left.csv': '3', 'é🙂.csv': '6' };

onEitherDatabase('releases "Manifest", "Changes"', (database) => {
  let t: TestApp;
  let admin: string;
  let reader: string;
  let first: Dataset;
  let second: Dataset;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { PUBLIC_URL: 'https://data.lab.example' } });
    admin = await t.adminToken();
    reader = (await t.user('reader@example.org')).token;
    first = await frozen('Two versions', '1.0', FIRST);
    second = await frozen('Two versions', '1.1', SECOND);
  });
  afterAll(() => t.close());

  async function frozen(name: string, version: string, files: Record<string, string>): Promise<Dataset> {
    const fields = { path: `${name}/${version}.zip` };
    const { dataset } = await t.dataset({ name, version, files, fields });
    await t.call('POST', `/api/v1/admin/dataset/${dataset.id}/freeze`, { token: admin });
    await t.app.settle();
    return (await t.open(dataset.id)).dataset;
  }
  const get = (id: string, query = '', headers: Record<string, string> = {}) =>
    t.inject('GET', `/api/v1/dataset/${id}/manifest${query}`, { headers });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  const code = async (...args: Parameters<typeof get>) => (await get(...args)).json<{ code: number }>().code;
  async function body(id: string, query: string, headers = {}): Promise<string> {
    const answer = await get(id, query, headers);
    expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
    return answer.body;
  }

  test('`sha256`: its own SHA-256 is the release hash; a line a file, in the order of the names’ bytes', async () => {
    const answer = await get(first.id);
    expect(sha256(answer.body)).toBe(first.releaseHash);
    expect(answer.body.split('\n').map((line) => line.slice(66))).toEqual([...Object.keys(FIRST), '']);
    expect(answer.headers).toMatchObject({
      etag: `"${first.releaseHash}"`,
      'cache-control': 'no-cache',
      vary: 'Authorization',
      'content-length': String(Buffer.byteLength(answer.body)),
      'content-disposition': 'attachment; filename="1.0.sha256"',
      'repr-digest': `sha-256=:${Buffer.from(first.releaseHash ?? '', 'hex').toString('base64')}:`,
    });
    expect((await get(first.id, '', { 'if-none-match': String(answer.headers.etag) })).statusCode).toBe(304);
    const head = await t.inject('HEAD', `/api/v1/dataset/${first.id}/manifest`);
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([
      200,
      '',
      answer.headers['content-length'],
    ]);
  });

  test('in every format any range is that part of the whole, and another version has another ETag', async () => {
    for (const format of ['sha256', 'json', 'aria2', 'metalink', 'bagit']) {
      const whole = await get(first.id, `?format=${format}`);
      const bytes = whole.rawPayload;
      expect(bytes.length, format).toBe(Number(whole.headers['content-length']));
      for (const [start, end] of [
        [0, 1],
        [7, 150],
        [bytes.length - 3, bytes.length],
      ] as const) {
        const part = await get(first.id, `?format=${format}`, { range: `bytes=${start}-${end - 1}` });
        expect(part.statusCode).toBe(206);
        expect(part.rawPayload.equals(bytes.subarray(start, end)), `${format} ${start}`).toBe(true);
      }
      expect((await get(second.id, `?format=${format}`)).headers.etag).not.toBe(whole.headers.etag);
      expect((await get(first.id, `?format=${format}&prefix=é.csv`)).headers.etag).not.toBe(
        whole.headers.etag,
      );
    }
  });

  test('`json`: every file with size, hash and a plain address, that leads to its bytes', async () => {
    const said = JSON.parse(await body(first.id, '?format=json', bearer(reader)));
    expect(said).toMatchObject({
      dataset: { id: first.id, name: 'Two versions', version: '1.0' },
      release: first.releaseHash,
      totals: { files: 5, size: 5 },
    });
    expect(said.files).toHaveLength(5);
    for (const { path, size, sha256: hash, url } of said.files) {
      expect([size, hash]).toEqual([1, sha256(FIRST[path as keyof typeof FIRST])]);
      expect(url).toMatch(/^https:\/\/data\.lab\.example\/api\/v1\/file\//);
      expect(url).not.toContain('token=');
      const answer = await t.inject('GET', url.slice('https://data.lab.example'.length), { token: reader });
      expect(answer.body).toBe(FIRST[path as keyof typeof FIRST]);
    }
  });

  test('with credentials the addresses work by themselves; without, and during an embargo, they are plain', async () => {
    const tokens = await t.call<{ token: string }>('POST', '/api/v1/tokens', {
      token: reader,
      body: { name: 'script', password: PASSWORD, expiresInDays: 1 },
    });
    const basic = { authorization: `Basic ${Buffer.from(`x:${tokens.token}`).toString('base64')}` };
    const plain = await body(first.id, '?format=aria2');
    expect(plain).not.toContain('token=');
    const url = /^https.*$/m.exec(await body(first.id, '?format=aria2', bearer(reader)))?.[0] ?? '';
    const ticket = new URL(url).searchParams.get('token') ?? '';
    for (const [query, headers] of [
      ['', bearer(reader)],
      ['', bearer(tokens.token)],
      ['', basic],
      [`&token=${tokens.token}`, {}],
      [`&token=${encodeURIComponent(ticket)}`, {}],
    ] as const) {
      for (const format of ['aria2', 'metalink', 'bagit']) {
        const answer = await get(first.id, `?format=${format}${query}`, headers);
        expect(answer.headers).toMatchObject({ 'cache-control': 'private, no-store', vary: 'Authorization' });
        const found = /https:\/\/data\.lab\.example(\S+?token=[^\s<&]+)/.exec(
          answer.body.replaceAll('&amp;', '&'),
        );
        expect((await t.inject('GET', found?.[1] ?? '')).statusCode, format).toBe(200);
      }
    }
    const update = (embargoUntil: string) =>
      t.call('PUT', `/api/v1/admin/updateDataset/${first.id}`, { token: admin, body: { embargoUntil } });
    await update('2999-01-01');
    expect(await body(first.id, '?format=aria2', bearer(reader))).toBe(plain);
    await update('');
  });

  test('dead credentials: a session is nobody’s; what was given for this call is refused, with a challenge', async () => {
    expect((await get(first.id, '', bearer('x'.repeat(43)))).statusCode).toBe(200);
    for (const [query, headers] of [
      ['?token=nonsense', {}],
      ['', { authorization: `Basic ${Buffer.from('x:y').toString('base64')}` }],
    ] as const) {
      const answer = await get(first.id, query, headers);
      expect(answer.json()).toMatchObject({ code: 401 });
      expect(answer.headers['www-authenticate']).toContain('Basic');
    }
  });

  test('`prefix`: a folder or a file; 404 for neither', async () => {
    expect(await body(first.id, `?prefix=${encodeURIComponent('b c.csv')}`)).toBe(
      `${sha256('2')}  b c.csv\n`,
    );
    const { dataset } = await t.dataset({ name: 'Folders', files: {} });
    expect(await code(dataset.id)).toBe(404);
    expect(await code(first.id, '?prefix=b')).toBe(404);
    expect(await code(first.id, '?prefix=b c.csv/x')).toBe(404);
  });

  test('`since` a version or its hash: what was added or changed, and what went', async () => {
    for (const since of ['1.0', first.releaseHash ?? '', (first.releaseHash ?? '').toUpperCase()]) {
      const said = JSON.parse(await body(second.id, `?format=json&since=${since}`));
      expect(said.files.map(({ path }: { path: string }) => path)).toEqual([
        'b c.csv',
        'z left.csv',
        'é🙂.csv',
      ]);
      expect(said.gone).toEqual([{ path: 'left.csv', movedTo: 'z left.csv' }, { path: 'é.csv' }]);
      expect(said.since).toEqual({ version: '1.0', release: first.releaseHash });
      for (const format of ['sha256', 'aria2', 'metalink'])
        expect(await body(second.id, `?format=${format}&since=${since}`)).toMatch(
          /moved: left\.csv -(>|&gt;) z left\.csv.*removed: é\.csv/s,
        );
      expect(await body(second.id, `?format=bagit&since=${since}`)).toContain(
        'No-Longer-There: removed: é.csv',
      );
    }
    const none = JSON.parse(await body(second.id, `?format=json&since=${second.releaseHash}`));
    expect([none.files, none.gone]).toEqual([[], []]);
    expect(JSON.parse(await body(second.id, '?format=json&since=1.0&prefix=left.csv'))).toMatchObject({
      files: [],
      gone: [{ path: 'left.csv', movedTo: 'z left.csv' }],
    });
  });

  test('`since` the hash of a version that is not frozen: what its manifest is now, of published ones alone', async () => {
    const make = async (version: string, files: Record<string, string>, status?: 'draft') =>
      (
        await t.dataset({
          name: 'Never frozen',
          version,
          files,
          fields: { path: `never/${version}.zip` },
          ...(status && { status }),
        })
      ).dataset.id;
    const one = await make('1', { 'a.csv': '1', 'b.csv': '2' });
    const two = await make('2', { 'a.csv': '1', 'b.csv': '2!' });
    const draft = await make('3', { 'c.csv': '3' }, 'draft');
    await t.app.settle();
    const hash = (await get(one)).body;
    const since = async (text: string) => get(two, `?format=json&since=${sha256(text)}`);
    const said = (await since(hash)).json();
    expect(said.files.map(({ path }: { path: string }) => path)).toEqual(['b.csv']);
    expect(said.since).toEqual({ version: '1', release: sha256(hash) });
    expect((await since(`${sha256('3')}  c.csv\n`)).statusCode, draft).toBe(404);
    await t.call('POST', `/api/v1/admin/addSubsets/${one}`, {
      token: admin,
      body: form({}, ['subsets', 'more', 'more.txt']),
    });
    await t.app.settle();
    expect((await since(hash)).json()).toMatchObject({
      code: 404,
      msg: 'No version of this dataset has this manifest. Name a version, or fetch the whole anew.',
    });
    expect((await since((await get(one)).body)).json().gone).toEqual([{ path: 'more.txt' }]);
  });

  test('`since` what is not there is 404 in words, and a withdrawn version 410', async () => {
    expect((await get(second.id, '?since=9.9')).json()).toMatchObject({
      code: 404,
      msg: 'This dataset has no version "9.9".',
    });
    expect((await get(second.id, `?since=${'0'.repeat(64)}`)).json().msg).toContain('No version');
    const draft = await t.dataset({ name: 'Two versions', version: '2.0', status: 'draft' });
    expect(await code(second.id, '?since=2.0')).toBe(404);
    expect(await code(draft.dataset.id)).toBe(404);
    expect(await code(first.id, `?since=${'x'.repeat(65)}`)).toBe(400);
    expect(await code(first.id, '?format=zip')).toBe(400);
    const third = await frozen('Two versions', '0.9', { a: 'b' });
    const body = { status: 'withdrawn', reason: 'Wrong.' };
    await t.call('PUT', `/api/v1/admin/updateDataset/${third.id}`, { token: admin, body });
    expect([await code(second.id, '?since=0.9'), await code(third.id)]).toEqual([410, 410]);
  });

  test('`approved`: neither manifest nor changes name a file to who may not download', async () => {
    const [a, b] = [await frozen('Hidden', '1', { one: '1' }), await frozen('Hidden', '2', { two: '2' })];
    for (const { id } of [a, b])
      await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, {
        token: admin,
        body: { filesVisible: 'approved' },
      });
    const { token: waiting } = await t.user('waiting@example.org', 'pending');
    for (const [headers, refusal] of [
      [{}, 401],
      [bearer(waiting), 403],
      [bearer(admin), 403],
    ] as const) {
      expect(await code(b.id, '', headers)).toBe(refusal);
      expect(await code(b.id, '?since=1&format=json', headers)).toBe(refusal);
      const changes = await t.inject('GET', `/api/v1/dataset/${b.id}/changes?from=1`, { headers });
      expect(changes.json().data).toMatchObject({ shown: false, list: [], totals: { added: 1, removed: 1 } });
      expect(changes.body).not.toMatch(/"(?:one|two)"/);
    }
    expect(await body(b.id, '', bearer(reader))).toBe(`${sha256('2')}  two\n`);
  });

  test('changes: each kind with sizes, paged; 404 and 410 as the manifest', async () => {
    const changes = async (query: string) =>
      (await t.inject('GET', `/api/v1/dataset/${second.id}/changes?${query}`)).json<{
        code: number;
        data: FileChangesPage;
      }>();
    const { data } = await changes('from=1.0');
    expect(data).toEqual({
      totals: { added: 1, removed: 1, changed: 1, moved: 1, same: 2, bytes: 4 },
      list: [
        { kind: 'changed', path: 'b c.csv', size: 2, sizeBefore: 1 },
        { kind: 'moved', path: 'z left.csv', size: 1, from: 'left.csv' },
        { kind: 'removed', path: 'é.csv', size: 1 },
        { kind: 'added', path: 'é🙂.csv', size: 1 },
      ],
      count: 4,
      pageIndex: 1,
      pageSize: 20,
      shown: true,
    });
    const page = (await changes('from=1.0&pageSize=3&pageIndex=2')).data;
    expect([page.list, page.count]).toEqual([data.list.slice(3), 4]);
    expect([
      (await changes('from=9')).code,
      (await changes('from=0.9')).code,
      (await changes('')).code,
    ]).toEqual([404, 410, 400]);
    const answer = await t.inject('GET', `/api/v1/dataset/${second.id}/changes?from=1.0`);
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-cache', etag: expect.any(String) });
  });

  test('sha256sum and shasum pass over the comments of a list of changes', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-since-'));
    try {
      for (const [name, text] of Object.entries(SECOND)) {
        mkdirSync(dirname(join(folder, name)), { recursive: true });
        writeFileSync(join(folder, name), text);
      }
      const list = await body(second.id, '?since=1.0');
      writeFileSync(join(folder, 'list'), list);
      expect(list.match(/^#/gm)).toHaveLength(3);
      for (const [program, ...args] of [
        ['sha256sum', '--strict', '-c', 'list'],
        ['shasum', '-a', '256', '--strict', '-c', 'list'],
      ] as const) {
        if (!havePrograms([program], { test: `lists of changes by ${program}`, packages: 'coreutils perl' }))
          continue;
        expect(
          execFileSync(program, args, { cwd: folder, encoding: 'utf8' }).match(/OK$/gm),
          program,
        ).toHaveLength(3);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
