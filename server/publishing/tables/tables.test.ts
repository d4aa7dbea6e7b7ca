import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminDataset } from '../../../contract/dataset-admin.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { type ImportRoot, importRoot } from '../../testing/import-root.ts';

interface Croissant {
  distribution: { '@id': string; '@type': string; contentUrl?: string; sha256?: string }[];
  recordSet?: {
    '@id': string;
    field: { name: string; dataType: string; source: { fileObject?: { '@id': string } } }[];
  }[];
}

onEitherDatabase('releases.md, Croissant: RecordSets of CSV columns', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  let token: string;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({
      database,
      env: { PUBLIC_URL: 'https://data.example.org', IMPORT_ROOTS: root.path },
    });
    token = await t.adminToken();
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  const croissant = async (id: string) =>
    (await t.inject('GET', `/api/v1/dataset/${id}/croissant.json`)).json<Croissant>();
  const tablesOf = async (id: string) =>
    ((await croissant(id)).recordSet ?? []).map((one) => [one['@id'], ...one.field.map(({ name }) => name)]);
  const set = (id: string, body: object) =>
    t.call<AdminDataset>('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body });
  const columnsVisible = 'public';

  test('none unless the dataset allows it; then of each table, leading to its file', async () => {
    const { dataset, subsetList } = await t.dataset({
      name: 'Tables',
      files: {
        'a b.csv': 'id,age\n1,2\n',
        'c.TSV': 'x\ty\nu\tv\n',
        'd.csv': 'same,same\n1,2\n',
        'e.txt': 'f,g\n',
      },
    });
    expect(dataset.columnsVisible).toBe('approved');
    expect(await croissant(dataset.id)).not.toHaveProperty('recordSet');
    expect((await set(dataset.id, { columnsVisible })).columnsVisible).toBe('public');
    expect(await tablesOf(dataset.id)).toEqual([
      ['a%20b.csv', 'id', 'age'],
      ['c.TSV', 'x', 'y'],
    ]);
    const { recordSet } = await croissant(dataset.id);
    expect(recordSet?.[0]?.field.map(({ dataType }) => dataType)).toEqual(['sc:Integer', 'sc:Integer']);
    for (const { source } of recordSet?.[0]?.field ?? [])
      expect(source.fileObject?.['@id']).toBe(subsetList[0]?.id);
    await set(dataset.id, { columnsVisible: 'approved' });
    expect(await tablesOf(dataset.id)).toEqual([]);
  });

  test('other files, other columns; a new version keeps the choice', async () => {
    const { dataset, subsetList } = await t.dataset({
      name: 'Changing',
      files: { 'a.csv': 'old\n1\n' },
      fields: { columnsVisible },
    });
    expect(await tablesOf(dataset.id)).toEqual([['a.csv', 'old']]);
    const body = new FormData();
    body.append('subsets', new Blob(['new\n1\n']), 'b.csv');
    await t.call('POST', `/api/v1/admin/addSubsets/${dataset.id}`, { token, body });
    await t.call('DELETE', `/api/v1/admin/subset/${subsetList[0]?.id}`, { token });
    expect(await tablesOf(dataset.id)).toEqual([['b.csv', 'new']]);
    await t.app.settle();
    const { id } = await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${dataset.id}/newVersion`, {
      token,
      body: { version: '2.0' },
    });
    await set(id, { status: 'published' });
    expect(await tablesOf(id)).toEqual([['b.csv', 'new']]);
  });

  test('tables of a folder have addresses of their own; the first hundred, and 2,000 columns in all', async () => {
    const { dataset } = await t.dataset({
      name: 'Folders',
      files: {},
      status: 'draft',
      fields: { columnsVisible },
    });
    for (let n = 0; n < 102; n++)
      await root.put(`many/${String(n).padStart(3, '0')} n.csv`, n === 1 ? 'x\ty\n' : 'a,b\n1,2\n');
    const wide = (name: string) => `${Array.from({ length: 999 }, (_, n) => `${name}${n}`).join()}\n`;
    for (const name of ['x', 'y', 'z']) await root.put(`wide/${name}.csv`, wide(name));
    const subsets = ['many', 'wide'].map((name) => ({
      path: dataset.path.replace(/\.zip$/, `/${name}.zip`),
      source: { import: `${root.path}/${name}` },
    }));
    await t.call('POST', `/api/v1/admin/addSubsets/${dataset.id}`, { token, body: { subsets } });
    await t.app.settle();
    await set(dataset.id, { status: 'published' });
    const { distribution } = await croissant(dataset.id);
    const tables = (await tablesOf(dataset.id)).filter(([id = '']) => id.endsWith('.csv'));
    expect(tables).toHaveLength(99);
    expect(tables[0]).toEqual(['many/000%20n.csv', 'a', 'b']);
    const url = `https://data.example.org/api/v1/file/${dataset.id}/many/000%20n.csv`;
    expect(distribution.find((one) => one['@id'] === url)).toMatchObject({
      '@type': 'cr:FileObject',
      contentUrl: url,
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    const many = (
      await t.call<{ subsetList: { id: string; path: string }[] }>(
        'GET',
        `/api/v1/admin/dataset/${dataset.id}`,
        { token },
      )
    ).subsetList.find(({ path }) => path.endsWith('/many.zip'));
    await t.call('DELETE', `/api/v1/admin/subset/${many?.id}`, { token });
    const left = (await tablesOf(dataset.id)).filter(([id = '']) => id.endsWith('.csv'));
    expect(left.map(([id, ...names]) => [id, names.length])).toEqual([
      ['wide/x.csv', 999],
      ['wide/y.csv', 999],
    ]);
  });

  test('a damaged file has none, and has them again when it is well', async () => {
    const { dataset } = await t.dataset({
      name: 'In place',
      files: {},
      status: 'draft',
      fields: { columnsVisible },
    });
    const path = await root.put('place.csv', 'good\n1\n');
    const body = {
      subsets: [{ path: dataset.path.replace(/\.zip$/, '/place.csv'), source: { import: path } }],
    };
    await t.call('POST', `/api/v1/admin/addSubsets/${dataset.id}`, { token, body });
    await t.app.settle();
    await root.put('place.csv', 'evil and longer\n1\n');
    await set(dataset.id, { status: 'published' });
    expect(await tablesOf(dataset.id)).toEqual([]);
    await t.call('PUT', `/api/v1/admin/subset/${(await t.open(dataset.id)).subsetList[0]?.id}`, {
      token,
      body: { source: { import: path } },
    });
    await t.app.settle();
    expect(await tablesOf(dataset.id)).toEqual([['place.csv', 'evil and longer']]);
  });

  test('a value that is none of the choices is refused', async () => {
    const { dataset } = await t.dataset({ name: 'Chosen' });
    const body = { columnsVisible: 'all' };
    const answer = await t.ask('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, { token, body });
    expect(answer).toMatchObject({ code: 400, errors: [{ path: 'columnsVisible' }] });
  });

  test('releases "Freezing": of a purged file its columns are told no more', async () => {
    const { dataset } = await t.dataset({
      name: 'Purged',
      files: { 'a.csv': 'id,name\n1,2\n', 'b.csv': 'id,age\n1,2\n' },
    });
    await set(dataset.id, { columnsVisible });
    await t.call('POST', `/api/v1/admin/dataset/${dataset.id}/freeze`, { token });
    const both = [
      ['a.csv', 'id', 'name'],
      ['b.csv', 'id', 'age'],
    ];
    expect(await tablesOf(dataset.id)).toEqual(both);
    const body = { path: 'a.csv', reason: 'Consent was withdrawn.' };
    await t.call('POST', `/api/v1/admin/dataset/${dataset.id}/purgeFile`, { token, body });
    expect(await tablesOf(dataset.id)).toEqual(both.slice(1));
    expect(JSON.stringify(await croissant(dataset.id))).not.toContain('a.csv');
  });
});
