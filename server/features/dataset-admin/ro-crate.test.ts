import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { AdminSubset } from '../../../contract/dataset-admin.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { describedFields } from '../../testing/described-dataset.ts';
import { type ImportRoot, importRoot } from '../../testing/import-root.ts';
import { readZip } from '../../testing/tools.ts';

const NAME = 'ro-crate-metadata.json';
const PUBLIC_URL = 'https://data.example.org';

onEitherDatabase('releases.md, RO-Crate as an ordinary file of the dataset', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  let token: string;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ database, env: { PUBLIC_URL, IMPORT_ROOTS: root.path } });
    token = await t.adminToken();
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  const url = (id: string) => `/api/v1/admin/dataset/${id}/roCrate`;
  const write = (id: string) => t.call<AdminSubset>('POST', url(id), { token });
  const ask = async (id: string) =>
    (await t.ask('POST', url(id), { token })) as unknown as { code: number; msg: string };
  const addFolder = async ({ id, path }: Dataset, name: string) => {
    const source = { import: `${root.path}/${name}` };
    const body = { subsets: [{ path: path.replace(/\.zip$/, `/${name}.zip`), desc: 'Some scans', source }] };
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, { token, body });
  };

  test('a draft: it tells of files and folders, is hashed, in ZIP and manifest, and frozen with them', async () => {
    const { dataset } = await t.dataset({
      name: 'Crated',
      files: { 'a b.csv': 'a\n1\n' },
      fields: describedFields,
      status: 'draft',
    });
    await root.put('scans/one.txt', 'one');
    await root.put('scans/sub/two.txt', 'two');
    await addFolder(dataset, 'scans');
    expect(await ask(dataset.id), 'while it is hashed').toMatchObject({
      code: 409,
      msg: 'Files are still being hashed. Please try again when that is done.',
    });
    await t.app.settle();
    const added = await write(dataset.id);
    expect(added).toMatchObject({ path: `crated/crated-1.0/${NAME}`, contentType: 'application/json' });
    await t.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, {
      token,
      body: { status: 'published', freeze: true },
    });
    await t.app.settle();
    const { token: reader } = await t.user('reads@example.org');
    const opened = (await t.open(dataset.id, reader)).dataset;
    expect(opened.frozenAt).not.toBeNull();
    const file = await t.inject('GET', `/api/v1/file/${dataset.id}/${NAME}`, { token: reader });
    const text = file.body;
    const sha256 = createHash('sha256').update(text).digest('hex');
    expect(added.sha256).toBe(sha256);
    const zip = await readZip((await t.inject('GET', opened.downloadUrl ?? '')).rawPayload);
    expect(zip).toContainEqual({ name: NAME, size: Buffer.byteLength(text), sha256 });
    expect((await t.inject('GET', `/api/v1/dataset/${dataset.id}/manifest`)).body).toContain(
      `${sha256}  ${NAME}\n`,
    );
    const { '@graph': graph } = JSON.parse(text) as { '@graph': { '@id': string }[] };
    const entity = (id: string) => graph.find((one) => one['@id'] === id);
    expect(entity(NAME)).toMatchObject({ about: { '@id': './' } });
    expect(entity('./')).toMatchObject({
      name: 'Crated 1.0',
      identifier: ['https://doi.org/10.1234/brain.mri-1', expect.stringMatching(/\/d\/crated\/1\.0$/)],
      license: { '@id': 'https://creativecommons.org/licenses/by/4.0/' },
      hasPart: [{ '@id': 'a%20b.csv' }, { '@id': 'scans/' }],
    });
    expect(entity('a%20b.csv')).toMatchObject({
      '@type': 'File',
      name: 'a b.csv',
      contentSize: '4',
      encodingFormat: 'text/csv',
      sha256: createHash('sha256').update('a\n1\n').digest('hex'),
    });
    expect(entity('scans/')).toMatchObject({
      '@type': 'Dataset',
      description: 'Some scans',
      contentSize: '6',
    });
    expect(await ask(dataset.id), 'frozen').toMatchObject({
      code: 409,
      msg: expect.stringContaining('frozen'),
    });
  });

  test('once: 409 where the name is taken, by it or by another file, and nothing is stored; deleted, anew', async () => {
    const { dataset } = await t.dataset({ name: 'Once' });
    const { id } = await write(dataset.id);
    const taken = {
      code: 409,
      msg: `There is a file named "${NAME}" already. Delete it to write it anew.`,
      errors: [{ path: 'path' }],
    };
    expect(await ask(dataset.id)).toMatchObject(taken);
    await t.call('DELETE', `/api/v1/admin/subset/${id}`, { token });
    expect((await write(dataset.id)).id).not.toBe(id);
    const other = await t.dataset({ name: 'Own', files: { [NAME]: '{}' } });
    expect(await ask(other.dataset.id)).toMatchObject(taken);
    const parallel = (await t.dataset({ name: 'Parallel' })).dataset.id;
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(parallel)));
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(7).fill(409)]);
  });
  test('it is in the audit log; who may not add files may not write it', async () => {
    const { dataset } = await t.dataset({ name: 'Audited' });
    const { path } = await write(dataset.id);
    const { list } = await t.call<{ list: { subject: string }[] }>('GET', '/api/v1/admin/audit?pageSize=50', {
      token,
    });
    expect(list.some(({ subject }) => subject === path)).toBe(true);
    expect((await t.inject('POST', url(dataset.id))).statusCode).toBe(401);
    expect((await ask('nothing')).code).toBe(404);
  });
});
