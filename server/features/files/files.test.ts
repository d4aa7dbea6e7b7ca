import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataOf } from '../../../contract/endpoint.ts';
import { listFiles } from '../../../contract/files.ts';
import { limits } from '../../../contract/limits.ts';
import { judge } from '../../shared/judge.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { form } from '../../testing/forms.ts';
import { type ImportRoot, importRoot } from '../../testing/import-root.ts';

type Tree = DataOf<typeof listFiles>;

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const DAY = 86_400_000;

onEitherDatabase('releases "Files": the tree', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  let admin: string;
  let reader: string;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: root.path } });
    admin = await t.adminToken();
    reader = (await t.user('reader@example.org')).token;
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  const get = (id: string, query = '', headers: Record<string, string> = {}) =>
    t.inject('GET', `/api/v1/dataset/${id}/files${query}`, { headers });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
  async function tree(id: string, query = '', token?: string): Promise<Tree> {
    const answer = await get(id, query, token ? bearer(token) : {});
    const { code, data } = answer.json<{ code: number; data: Tree }>();
    expect(code, answer.body).toBe(200);
    expect(judge(listFiles.data, data).success, 'as the contract says').toBe(true);
    return data;
  }
  const update = (id: string, body: object) =>
    t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token: admin, body });

  /** A published dataset with a folder, a file beside it, and an archive of its own. */
  async function mixed(name: string): Promise<string> {
    const folder = `${name}/all`;
    for (const file of ['train/1.txt', 'train/2.TXT', 'train-more/x.csv', 'zebra.txt', 'é/🙂.json'])
      await root.put(`${folder}/${file}`, file);
    const body = form(
      { name, version: '1.0', modalityName: 'MRI', path: `${name}/${name}-1.0.zip` },
      ['subsets', 'beside', 'readme.txt'],
      ['archive', 'its own', 'whatever.zip'],
    );
    const { id } = await t.call<{ id: string }>('POST', '/api/v1/admin/addDataset', { token: admin, body });
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, {
      token: admin,
      body: {
        subsets: [{ path: `${name}/${name}-1.0/all.zip`, source: { import: `${root.path}/${folder}` } }],
      },
    });
    await t.app.settle();
    await update(id, { status: 'published' });
    return id;
  }

  test('every subset’s files under their names in the ZIP, an archive of the dataset’s own under its file name', async () => {
    const id = await mixed('mixed');
    const top = await tree(id);
    expect(top.list).toEqual([
      { type: 'folder', path: 'all', size: 59, fileCount: 5 },
      {
        type: 'file',
        path: 'mixed-1.0.zip',
        size: 7,
        sha256: sha256('its own'),
        contentType: 'application/zip',
      },
      {
        type: 'file',
        path: 'readme.txt',
        size: 6,
        sha256: sha256('beside'),
        contentType: 'text/plain; charset=utf-8',
      },
    ]);
    expect(top).toMatchObject({ count: 3, pageIndex: 1, pageSize: limits.pageSize, shown: true });
    expect(top.totals).toEqual({ files: 7, size: 72 });
    expect((await tree(id, '?prefix=all')).list.map(({ path }) => path)).toEqual([
      'all/train',
      'all/train-more',
      'all/é',
      'all/zebra.txt',
    ]);
    // The release is the hash of what `sha256sum` would print of these files.
    const all = await tree(id, '?recursive=true&pageSize=200');
    const lines = all.list.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
    expect(lines).toHaveLength(7);
    expect(top.release).toBe(sha256(lines.join('')));
    await t.call('POST', `/api/v1/admin/dataset/${id}/freeze`, { token: admin });
    expect((await t.open(id)).dataset.releaseHash).toBe(top.release);
  });

  test('pages, a folder’s slash, a keyword whatever the case; what is not there, and what is no page', async () => {
    const id = await mixed('paged');
    const first = await tree(id, '?recursive=true&pageSize=2');
    const last = await tree(id, '?recursive=true&pageSize=2&pageIndex=4');
    expect([first.count, first.list.length, last.list.length]).toEqual([7, 2, 1]);
    expect((await tree(id, '?recursive=true&pageSize=2&pageIndex=9')).list).toEqual([]);
    expect((await tree(id, '?prefix=all/train/')).list).toHaveLength(2);
    const found = await tree(id, '?prefix=all&keyword=TXT');
    expect(found.list.map(({ path }) => path)).toEqual([
      'all/train/1.txt',
      'all/train/2.TXT',
      'all/zebra.txt',
    ]);
    expect((await tree(id, '?keyword=nothing')).count).toBe(0);
    for (const [query, code] of [
      ['?prefix=al', 404],
      ['?prefix=all/zebra.txt', 404],
      ['?prefix=../all', 404],
      ['?pageIndex=0', 400],
      ['?pageSize=201', 400],
      ['?recursive=yes', 400],
      ['?sort=size', 400],
      ['?prefix=%00', 400],
    ] as const)
      expect((await get(id, query)).statusCode, query).toBe(code);
  });

  test('anonymous: no-cache with an ETag, 304 while unchanged; with credentials: private, no-store, Vary', async () => {
    const { id } = (await t.dataset({ name: 'Cached tree' })).dataset;
    const first = await get(id);
    expect(first.headers).toMatchObject({ 'cache-control': 'no-cache' });
    expect(first.headers.vary).toContain('Authorization');
    const etag = String(first.headers.etag);
    expect((await get(id, '', { 'if-none-match': etag })).statusCode).toBe(304);
    const basic = `Basic ${Buffer.from('x:nonsense').toString('base64')}`;
    for (const authorization of [`Bearer ${reader}`, `Bearer ${admin}`, 'Bearer dead', basic]) {
      const answer = await get(id, '', { authorization });
      expect(answer.headers, authorization).toMatchObject({
        'cache-control': 'private, no-store',
        vary: expect.stringContaining('Authorization'),
      });
      expect(answer.headers).not.toHaveProperty('etag');
    }
    const body = form({}, ['subsets', 'more', 'more.txt']);
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, { token: admin, body });
    const changed = await get(id, '', { 'if-none-match': etag });
    expect(changed.json<{ data: Tree }>().data.list.map(({ path }) => path)).toEqual([
      'more.txt',
      'train.csv',
    ]);
  });

  test('a ticket for an approved user, by session or personal token: of a published version, after its embargo', async () => {
    const { id } = (await t.dataset({ name: 'Ticketed' })).dataset;
    const made = { name: 'cluster', expiresInDays: 30, password: PASSWORD };
    const personal = (
      await t.call<{ token: string }>('POST', '/api/v1/tokens', { token: reader, body: made })
    ).token;
    const basic = { authorization: `Basic ${Buffer.from(`x:${personal}`).toString('base64')}` };
    const { ticket } = await tree(id, '', reader);
    expect(ticket).toMatch(/^.+\..+$/);
    expect((await tree(id, '', personal)).ticket).toBe(ticket);
    expect((await get(id, '', basic)).json().data.ticket).toBe(ticket);
    expect((await tree(id, '', ticket)).ticket, 'a ticket, too, says who reads').toBe(ticket);
    expect(await tree(id)).not.toHaveProperty('ticket');
    expect(await tree(id, '', admin)).not.toHaveProperty('ticket');
    const pending = (await t.user('waits@example.org', 'pending')).token;
    expect(await tree(id, '', pending)).not.toHaveProperty('ticket');
    const tomorrow = new Date(t.clock.now + DAY).toISOString().slice(0, 10);
    await update(id, { embargoUntil: tomorrow });
    const early = await tree(id, '', reader);
    expect(early, 'embargoed: tree and hashes, no bytes').toMatchObject({ shown: true });
    expect(early).not.toHaveProperty('ticket');
  });

  test('threats row 41: `filesVisible: approved` shows totals only; a draft nothing; a withdrawn one its release', async () => {
    const files = { 'secret-1.csv': 'one', 'secret-2.csv': 'two!' };
    const fields = { filesVisible: 'approved' };
    const { id } = (await t.dataset({ name: 'Hidden tree', files, fields })).dataset;
    const pending = (await t.user('hidden@example.org', 'pending')).token;
    for (const token of [undefined, pending, admin, 'dead'])
      for (const query of [
        '',
        '?recursive=true',
        '?keyword=secret',
        '?prefix=secret-1.csv',
        '?prefix=nowhere',
      ])
        expect(await tree(id, query, token)).toEqual({
          list: [],
          count: 0,
          pageIndex: 1,
          pageSize: limits.pageSize,
          totals: { files: 2, size: 7 },
          shown: false,
          release: null,
        });
    expect((await tree(id, '', reader)).list).toHaveLength(2);
    const other = (await t.dataset({ name: 'Another tree' })).dataset.id;
    const { ticket = '' } = await tree(other, '', reader);
    expect((await tree(id, '', ticket)).shown, 'a ticket for another dataset').toBe(false);

    const draft = (await t.dataset({ name: 'Draft tree', files, status: 'draft' })).dataset.id;
    expect((await get(draft, '', bearer(reader))).statusCode).toBe(404);
    await t.call('POST', `/api/v1/admin/dataset/${other}/freeze`, { token: admin });
    const { release } = await tree(other);
    await update(other, { status: 'withdrawn', reason: 'Superseded.' });
    expect(await tree(other, '?prefix=nowhere', reader)).toMatchObject({ list: [], shown: false, release });
    await t.call('DELETE', `/api/v1/admin/dataset/${id}`, { token: admin });
    expect((await get(id, '', bearer(reader))).statusCode).toBe(404);
  });

  test('a version without a file: an empty tree', async () => {
    const { id } = (await t.dataset({ name: 'Nothing in it', files: {} })).dataset;
    expect(await tree(id)).toMatchObject({
      list: [],
      count: 0,
      totals: { files: 0, size: 0 },
      release: null,
    });
  });
});
