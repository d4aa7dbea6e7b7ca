import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Subset } from '../contract/catalogue.ts';
import type { AdminDataset } from '../contract/dataset-admin.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../server/testing/databases.ts';
import { form } from '../server/testing/forms.ts';
import { type ImportRoot, importRoot } from '../server/testing/import-root.ts';
import { readZip } from '../server/testing/tools.ts';
import { contractEndpoints, isAdminWrite, nameOf } from './support/contract.ts';

/** Calls about something else than a dataset and its files: tried as they are, with the dataset's ids in their paths. */
const aboutDatasets = /dataset|subset|trash/i;
/** They would end the test's own session or dataset's place, or are what releases.md allows. */
const allowed = new Set([
  'POST /api/v1/admin/dataset/:id/newVersion',
  'POST /api/v1/admin/dataset/:id/freeze',
  'PUT /api/v1/admin/dataset/:id/place',
  'PUT /api/v1/admin/subset/:id/place',
  // What it asks for before downloading, which is of all versions.
  'PUT /api/v1/admin/dataset/:id/access',
  // Shows a version to reviewers, and changes nothing of it.
  'POST /api/v1/admin/dataset/:id/reviewerLinks',
  // Of the owners alone; tests of their own.
  'POST /api/v1/admin/dataset/:id/purgeFiles',
  'POST /api/v1/admin/dataset/:id/purgeFile',
  // Adds another dataset.
  'POST /api/v1/admin/addDataset',
]);

onEitherDatabase('releases "Freezing": after it no call changes a file', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  let token: string;
  let user: string;
  let id: string;
  let subset: Subset;
  let trashed: string;
  beforeAll(async () => {
    root = await importRoot();
    await root.put('new.csv', 'new');
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: root.path } });
    token = await t.adminToken();
    user = (await t.user('reader@example.org')).token;
    const files = { 'a.csv': 'a\n', 'b.csv': 'b\n', 'c.csv': 'c\n' };
    const { dataset, subsetList } = await t.dataset({ name: 'Frozen', files });
    ({ id } = dataset);
    const [first, , last] = subsetList;
    if (!first || !last) throw new Error('no subsets');
    subset = first;
    trashed = last.id;
    await t.call('DELETE', `/api/v1/admin/subset/${trashed}`, { token });
    await t.call('POST', `/api/v1/admin/dataset/${id}/freeze`, { token });
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  const state = async () => {
    const { dataset, subsetList } = await t.call<{ dataset: AdminDataset; subsetList: Subset[] }>(
      'GET',
      `/api/v1/admin/dataset/${id}`,
      { token },
    );
    const { headers, rawPayload } = await t.inject('GET', (await t.open(id, user)).dataset.downloadUrl ?? '');
    return {
      ...{ path: dataset.path, releaseHash: dataset.releaseHash, frozenAt: dataset.frozenAt },
      paths: subsetList.map(({ path, sha256 }) => `${path} ${sha256}`).sort(),
      etag: headers.etag,
      files: await readZip(rawPayload),
    };
  };

  /** Bodies that change files, by the call; a call that is not here is tried with an empty one. */
  const bodies = (): Record<string, (object | FormData)[]> => {
    const source = { import: `${root.path}/new.csv` };
    return {
      'PUT /api/v1/admin/updateDataset/:id': [
        { path: 'other/path.zip' },
        { archive: source },
        form({}, ['archive', 'bytes', 'archive.zip']),
      ],
      'POST /api/v1/admin/addSubsets/:id': [
        { subsets: [{ path: 'frozen/frozen-1.0/new.csv', source }] },
        form({}, ['subsets', 'bytes', 'new.csv']),
      ],
      // It tells who has them, and leaves them as they are.
      'POST /api/v1/admin/dataset/:id/recalls': [{ whole: true }],
      // What is asked of people, and who decides, are the lineage's.
      'PUT /api/v1/admin/dataset/:id/requestForm': [{ questions: [] }],
      'PUT /api/v1/admin/dataset/:id/reviewers': [{ reviewers: [] }],
      'PUT /api/v1/admin/subset/:id': [{ path: 'frozen/frozen-1.0/renamed.csv' }, { source }],
    };
  };
  const idOf = ({ path }: Endpoint): string =>
    /trash/.test(path) ? trashed : /subset\//.test(path) ? subset.id : id;

  test('every call of the contract that could: 409 with the way out, and the same bytes afterwards', async () => {
    const before = await state();
    const calls = (await contractEndpoints()).filter(
      (endpoint) =>
        isAdminWrite(endpoint) && aboutDatasets.test(endpoint.path) && !allowed.has(nameOf(endpoint)),
    );
    const tried: string[] = [];
    for (const endpoint of calls) {
      const name = nameOf(endpoint);
      for (const body of bodies()[name] ?? [{}]) {
        const { method } = endpoint;
        const url = endpoint.path.replace(/:\w+/, idOf(endpoint));
        const answer = await t.ask(method, url, { token, ...(endpoint.body ? { body } : {}) });
        tried.push(`${name} ${answer.code}`);
        expect(await state(), name).toEqual(before);
      }
    }
    expect(tried.sort()).toEqual([
      'DELETE /api/v1/admin/dataset/:id 409',
      'DELETE /api/v1/admin/subset/:id 409',
      // Was in the trash before: no part of the release.
      'DELETE /api/v1/admin/trash/:id 200',
      'POST /api/v1/admin/addSubsets/:id 409',
      'POST /api/v1/admin/addSubsets/:id 409',
      'POST /api/v1/admin/dataset/:id/recalls 200',
      'POST /api/v1/admin/dataset/:id/roCrate 409',
      'POST /api/v1/admin/trash/:id/restore 409',
      'PUT /api/v1/admin/dataset/:id/requestForm 200',
      'PUT /api/v1/admin/dataset/:id/reviewers 200',
      'PUT /api/v1/admin/subset/:id 409',
      'PUT /api/v1/admin/subset/:id 409',
      'PUT /api/v1/admin/updateDataset/:id 409',
      'PUT /api/v1/admin/updateDataset/:id 409',
      'PUT /api/v1/admin/updateDataset/:id 409',
    ]);
  });
});
