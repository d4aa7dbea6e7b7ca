import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Fixity, Subset } from '../../../contract/catalogue.ts';
import type { listVersions, previewPurgeFile } from '../../../contract/dataset-versions.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import { fileUrl } from '../../../contract/file-url.ts';
import type { FileEntry } from '../../../contract/files.ts';
import type { Release } from '../../../contract/releases.ts';
import { administrator } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { form } from '../../testing/forms.ts';
import { filesUnder, sql } from '../../testing/look-inside.ts';
import { readZip } from '../../testing/tools.ts';
import { idOf, tusCalls } from '../../testing/tus.ts';
import { onTheWire, type Wire } from '../../testing/wire.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const REASON = 'The consent of subject 17 was withdrawn.';

onEitherDatabase('releases "Freezing": a single file may be purged, its line stays', (database) => {
  let t: TestApp;
  let token: string;
  let user: string;
  let wire: Wire;
  let tus: ReturnType<typeof tusCalls>;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { PUBLIC_URL: 'https://data.lab.example' } });
    wire = await onTheWire(t);
    await t.user('reader@example.org');
    await signIn();
  });
  afterAll(() => t.close());

  /** Also after a month, when the former sessions are over. */
  async function signIn(): Promise<void> {
    token = await t.adminToken();
    user = await t.login('reader@example.org');
    tus = tusCalls(wire, token);
  }
  const admin = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, by = token) =>
    t.ask(method, `/api/v1/admin/${path}`, { token: by, ...(body ? { body } : {}) });
  const detail = (id: string, by?: string) =>
    t.call<{ dataset: Dataset; subsetList: Subset[]; release: Release; fixity: Fixity | null }>(
      'GET',
      `/api/v1/dataset/${id}`,
      by === undefined ? {} : { token: by },
    );
  const read = <Data>(path: string) => t.call<Data>('GET', `/api/v1/admin/${path}`, { token });
  const preview = (id: string, path: string) =>
    read<DataOf<typeof previewPurgeFile>>(`dataset/${id}/purgeFile?path=${encodeURIComponent(path)}`);
  const purge = (id: string, body: object, by = token) => {
    // What is cached by the dataset's last change sees this one.
    t.clock.now += 1_000;
    return admin('POST', `dataset/${id}/purgeFile`, { reason: REASON, ...body }, by);
  };
  const file = (id: string, path: string) => t.inject('GET', fileUrl(id, path), { token: user });
  const manifest = async (id: string, format: string, query = '') =>
    (await t.inject('GET', `/api/v1/dataset/${id}/manifest?format=${format}${query}`)).body;
  const freeze = (id: string) => admin('POST', `dataset/${id}/freeze`);
  /** Uploads a folder. */
  async function sent(files: Record<string, string>): Promise<{ folder: string }> {
    const { id } = await t.call<{ id: string }>('POST', '/api/v1/admin/folders', { token });
    for (const [relativePath, text] of Object.entries(files)) {
      const bytes = Buffer.from(text);
      const filename = relativePath.split('/').at(-1) ?? '';
      await tus.patch(idOf(await tus.create(bytes.length, { filename, folder: id, relativePath })), 0, bytes);
    }
    return { folder: id };
  }
  async function folder(datasetId: string, path: string, files: Record<string, string>): Promise<void> {
    await admin('POST', `addSubsets/${datasetId}`, { subsets: [{ path, source: await sent(files) }] });
    await t.app.settle();
  }
  /** The states of the blobs with these bytes, and whether they lie in the store. */
  async function states(text: string): Promise<string[]> {
    await t.app.settle();
    const found = await sql<{ key: string; state: string }>(
      t,
      `select key, state from blobs where sha256 = '${sha256(text)}'`,
    );
    const there = await filesUnder(t, 'blobs');
    return found.map(({ key, state }) => `${state}, ${there.includes(key) ? 'there' : 'gone'}`).sort();
  }
  async function nextVersion(id: string, version: string): Promise<string> {
    // Versions are named in the order in which they were made.
    t.clock.now += 1_000;
    const path = `/api/v1/admin/dataset/${id}/newVersion`;
    return (await t.call<{ id: string }>('POST', path, { token, body: { version } })).id;
  }
  const treeOf = async (id: string) =>
    (await detail(id)).subsetList.find(({ path }) => path.endsWith('/tree.zip'))?.id;
  /** A frozen version: a file, and a folder with three. */
  async function frozen(name: string, tag = name): Promise<Dataset> {
    const { dataset } = await t.dataset({ name, files: { 'a.csv': `${tag} a`, 'b.csv': `${tag} b` } });
    const files = { '1.csv': `${tag} one`, 'deep/2.csv': `${tag} two`, '3.csv': `${tag} three` };
    await folder(dataset.id, `${dataset.path.replace(/\.zip$/, '')}/tree.zip`, files);
    await freeze(dataset.id);
    return (await t.open(dataset.id, user)).dataset;
  }

  test('in a folder: its bytes go, it and the ZIPs with it answer 410 in words; the others are fetched one by one', async () => {
    const { id, releaseHash, downloadUrl = '' } = await frozen('Folder');
    const lines = await manifest(id, 'sha256');
    expect(sha256(lines)).toBe(releaseHash);
    const zips = (await detail(id, user)).subsetList.filter(({ path }) => path.endsWith('.zip'));
    expect((await t.inject('GET', zips[0]?.downloadUrl ?? '')).statusCode).toBe(200);
    expect((await detail(id)).fixity?.files).toBe(5);

    expect(await preview(id, 'tree/deep/2.csv')).toEqual({
      ...{ path: 'tree/deep/2.csv', size: 10, sha256: sha256('Folder two') },
      ...{ same: [], versions: [] },
    });
    expect(await purge(id, { path: 'tree/deep/2.csv' })).toMatchObject({
      code: 200,
      data: { removed: true },
    });
    expect(await states('Folder two')).toEqual(['purged, gone']);
    expect(await states('Folder one')).toEqual(['kept, there']);

    const gone = await file(id, 'tree/deep/2.csv');
    expect([gone.statusCode, gone.json().msg]).toEqual([
      410,
      'The bytes of this file were removed. Its line in the manifest stays.',
    ]);
    expect((await file(id, 'tree/1.csv')).body).toBe('Folder one');
    for (const url of [downloadUrl, zips[0]?.downloadUrl ?? '', zips[0]?.inspectionUrl ?? '']) {
      const answer = await t.inject('GET', url);
      expect([answer.statusCode, answer.json().msg]).toEqual([
        410,
        '"tree/deep/2.csv" was removed for good, so this ZIP cannot be made any more. The other files can be fetched ' +
          `one by one: https://data.lab.example/api/v1/dataset/${id}/manifest?format=aria2 lists them.`,
      ]);
    }
    const single = (await detail(id, user)).subsetList.find(({ path }) => path.endsWith('a.csv'));
    expect((await t.inject('GET', single?.downloadUrl ?? '')).body).toBe('Folder a');

    // Every line, hash and the release hash stay.
    expect(await manifest(id, 'sha256')).toBe(lines);
    expect(await manifest(id, 'sha256', '&only=fetchable')).toBe(lines.replace(/^.*deep\/2\.csv\n/m, ''));
    const json = JSON.parse(await manifest(id, 'json'));
    expect(json.files).toHaveLength(5);
    expect(json.files.filter((one: { purged?: true }) => one.purged)).toEqual([
      { path: 'tree/deep/2.csv', size: 10, sha256: sha256('Folder two'), purged: true },
    ]);
    for (const format of ['aria2', 'metalink']) {
      const text = await manifest(id, format);
      expect(text.match(/https:\S+\/api\/v1\/file\//g), format).toHaveLength(4);
      expect(text).toContain('removed for good: tree/deep/2.csv');
      expect(text).not.toMatch(/file\/\S+deep/);
    }
    const bag = await manifest(id, 'bagit');
    expect(bag).toContain('Payload-Oxum: 38.4');
    expect(bag).toContain('No-Longer-There: removed for good: tree/deep/2.csv');
    expect(bag).not.toContain('data/tree/deep');
    const tree = await t.call<{ list: FileEntry[]; release: string; totals: object }>(
      'GET',
      `/api/v1/dataset/${id}/files?recursive=true`,
    );
    expect(tree).toMatchObject({ release: releaseHash, totals: { files: 5 } });
    expect(tree.list.filter(({ purged }) => purged).map(({ path }) => path)).toEqual(['tree/deep/2.csv']);

    const shown = await detail(id, user);
    expect(shown.release.purgedFiles).toEqual([
      {
        ...{ path: 'tree/deep/2.csv', size: 10, sha256: sha256('Folder two') },
        ...{ reason: REASON, at: new Date(t.clock.now).toISOString() },
      },
    ]);
    expect(shown.dataset).toMatchObject({ status: 'published', releaseHash, purged: true });
    expect([shown.dataset, ...shown.subsetList].map((one) => one.downloadUrl !== undefined)).toEqual([
      ...[false, true, true, false],
    ]);
    expect(shown.fixity).toMatchObject({ files: 4, damaged: 0 });
    const distributions = (await t.inject('GET', `/api/v1/dataset/${id}/ro-crate-metadata.json`)).body;
    expect(distributions).toContain('a.csv');
    expect(distributions).not.toContain('tree.zip');
    const { versions } = await read<DataOf<typeof listVersions>>(`dataset/${id}/versions`);
    expect(versions).toMatchObject([{ filesPurged: false, purgedFiles: 1 }]);
    const { list } = await read<{ list: { path: string; purgedAt: string | null }[] }>(
      `dataset/${id}/hashes`,
    );
    expect(list.filter(({ purgedAt }) => purgedAt !== null).map(({ path }) => path)).toEqual([
      expect.stringMatching(/tree\/deep\/2\.csv$/),
    ]);
    expect(await purge(id, { path: 'tree/deep/2.csv' })).toMatchObject({ code: 409 });
    // A second one: the ZIP's words count it.
    await purge(id, { path: 'b.csv' });
    expect((await t.inject('GET', downloadUrl)).json().msg).toContain('"b.csv" and 1 more were removed');
  });

  test('a subset of one file: its download and its checksum answer 410; the trash and what was replaced go, too', async () => {
    const { dataset, subsetList } = await t.dataset({
      name: 'Single',
      files: { 'a.csv': 'single a', 'b.csv': 'single b', 'c.csv': 'single a' },
    });
    const { id } = dataset;
    const of = (end: string) => subsetList.find(({ path }) => path.endsWith(end))?.id ?? '';
    await admin('DELETE', `subset/${of('c.csv')}`);
    await freeze(id);
    expect(await states('single a')).toEqual(['kept, there', 'kept, there']);
    const links = (await detail(id, user)).subsetList[0];
    await purge(id, { path: 'a.csv' });
    expect(await states('single a')).toEqual(['purged, gone', 'purged, gone']);
    for (const url of [links?.downloadUrl ?? '', links?.inspectionUrl ?? '']) {
      const answer = await t.inject('GET', url);
      expect([answer.statusCode, answer.json().msg]).toEqual([
        410,
        'The bytes of this file were removed. Its line in the manifest stays.',
      ]);
    }
    expect(await manifest(id, 'sha256')).toContain(`${sha256('single a')}  a.csv`);
    expect((await admin('GET', 'trash?keyword=Single')).data).toMatchObject({ count: 0 });
  });

  test('the owner alone, with a reason, of a frozen version and a file that is there; the entry of the audit log says why', async () => {
    const { id } = await frozen('Whose');
    const curator = await administrator(t, 'curator', 'curator-file@lab.example');
    expect((await purge(id, { path: 'a.csv' }, curator.token)).code).toBe(403);
    expect(await purge(id, { path: 'a.csv', reason: ' ' })).toMatchObject({
      code: 400,
      errors: [{ path: 'reason' }],
    });
    expect((await purge(id, { path: 'A.csv' })).code).toBe(404);
    expect((await purge(id, { path: 'tree' })).code).toBe(404);
    expect(await purge(id, { path: 'a.csv', also: [id] })).toMatchObject({ code: 400 });
    const { dataset } = await t.dataset({ name: 'Loose', files: { 'a.csv': 'loose' } });
    expect(await purge(dataset.id, { path: 'a.csv' })).toMatchObject({
      code: 409,
      msg: 'This version is not frozen: its files can be deleted or replaced.',
    });
    expect(await states('Whose a')).toEqual(['kept, there']);
    await purge(id, { path: 'a.csv' });
    const { list } = await read<{ list: object[] }>('audit?keyword=Whose');
    expect(list[0]).toMatchObject({
      subject: 'Whose 1.0',
      after: { purgedFile: 'a.csv', sha256: sha256('Whose a'), reason: REASON },
    });
  });

  test('versions share bytes: unticked they stay there, ticked a frozen one keeps its line, a draft loses the file', async () => {
    const { id } = await frozen('Shared');
    const second = await nextVersion(id, '2.0');
    await admin('PUT', `updateDataset/${second}`, { status: 'published', freeze: true });
    const third = await nextVersion(id, '3.0');
    await admin('PUT', `updateDataset/${third}`, { status: 'published' });
    await t.app.settle();
    const path = 'tree/1.csv';
    const others = (await preview(id, path)).versions;
    expect(others).toEqual([
      { id: second, version: '2.0', status: 'published', frozen: true, trashed: false, files: 1 },
      { id: third, version: '3.0', status: 'published', frozen: false, trashed: false, files: 1 },
    ]);
    expect(await purge(id, { path })).toMatchObject({ code: 200, data: { removed: false } });
    expect((await file(id, path)).statusCode).toBe(410);
    expect((await file(second, path)).body).toBe('Shared one');
    expect(await states('Shared one')).toEqual(['kept, there']);
    // Without the first's ZIP, the others' are whole.
    const { downloadUrl = '' } = (await t.open(third, user)).dataset;
    expect(await readZip((await t.inject('GET', downloadUrl)).rawPayload)).toHaveLength(5);

    expect((await preview(second, path)).versions.map((one) => one.id)).toEqual([third]);
    expect(await purge(second, { path, also: [third] })).toMatchObject({
      code: 200,
      data: { removed: true },
    });
    expect(await states('Shared one')).toEqual(['purged, gone']);
    expect(await states('Shared two')).toEqual(['kept, there']);
    expect((await file(second, path)).statusCode).toBe(410);
    expect(await manifest(second, 'sha256')).toContain(`  ${path}\n`);
    expect((await t.inject('GET', downloadUrl)).statusCode, 'its former ZIP').toBe(410);
    const { dataset } = await t.open(third, user);
    const left = await readZip((await t.inject('GET', dataset.downloadUrl ?? '')).rawPayload);
    expect(left.map(({ name }) => name).sort()).toEqual(['a.csv', 'b.csv', 'tree/3.csv', 'tree/deep/2.csv']);
    expect((await file(third, path)).statusCode).toBe(404);
    expect((await detail(third)).fixity).toMatchObject({ files: 4, damaged: 0 });
    expect((await detail(third)).release.purgedFiles).toEqual([]);
    const changes = await t.call<object>('GET', `/api/v1/dataset/${third}/changes?from=2.0`);
    expect(changes).toMatchObject({ list: [{ kind: 'removed', path }] });
  });

  test('a replaced or trashed folder with the file goes whole: its other bytes, too, unless another version needs them', async () => {
    /** A version of which a folder was replaced, and another one trashed. */
    async function revised(name: string, before: (id: string) => Promise<void>): Promise<string> {
      const { id, path } = (await t.dataset({ name })).dataset;
      const base = path.replace(/\.zip$/, '');
      await folder(id, `${base}/tree.zip`, { '1.csv': `${name} one`, '2.csv': `${name} two` });
      await folder(id, `${base}/side.zip`, { '1.csv': `${name} one`, '4.csv': `${name} four` });
      await before(id);
      const side = (await detail(id)).subsetList.find((one) => one.path.endsWith('/side.zip'))?.id;
      await admin('DELETE', `subset/${side}`);
      const source = await sent({ '1.csv': `${name} one`, '2.csv': `${name} new` });
      await admin('PUT', `subset/${await treeOf(id)}`, { source });
      await t.app.settle();
      await freeze(id);
      return id;
    }
    const alone = await revised('Alone', async () => {});
    for (const text of ['two', 'four', 'new'])
      expect(await states(`Alone ${text}`), text).toEqual(['kept, there']);
    expect(await purge(alone, { path: 'tree/1.csv' })).toMatchObject({ data: { removed: true } });
    expect(new Set(await states('Alone one'))).toEqual(new Set(['purged, gone']));
    for (const text of ['two', 'four']) expect(await states(`Alone ${text}`), text).toEqual(['purged, gone']);
    expect((await file(alone, 'tree/2.csv')).body).toBe('Alone new');

    let next = '';
    const first = await revised('Beside', async (id) => {
      next = await nextVersion(id, '2.0');
      await admin('PUT', `updateDataset/${next}`, { status: 'published' });
    });
    // The next version has the former folders, and then ones without the file.
    expect(await purge(first, { path: 'tree/1.csv', also: [next] })).toMatchObject({
      data: { removed: true },
    });
    for (const [path, text] of [
      ['tree/2.csv', 'two'],
      ['side/4.csv', 'four'],
    ] as const) {
      expect(await states(`Beside ${text}`), text).toEqual(['kept, there']);
      expect((await file(next, path)).body).toBe(`Beside ${text}`);
    }
  });

  test('a version that gave a file up does not hold its bytes when the last other one is deleted', async () => {
    const { id } = await frozen('Last');
    const draft = await nextVersion(id, '2.0');
    await purge(id, { path: 'tree/1.csv' });
    await purge(id, { path: 'a.csv' });
    expect([await states('Last one'), await states('Last a')]).toEqual([['kept, there'], ['kept, there']]);
    await admin('DELETE', `dataset/${draft}`);
    expect((await preview(id, 'b.csv')).versions).toMatchObject([{ id: draft, trashed: true }]);
    await admin('DELETE', `trash/${draft}`);
    expect([await states('Last one'), await states('Last a')]).toEqual([['purged, gone'], ['purged, gone']]);
    expect(await states('Last two')).toEqual(['kept, there']);
  });

  test('a new version made from it has the rest; an archive of its own may be purged, too', async () => {
    const { id } = await frozen('Made');
    await purge(id, { path: 'tree/1.csv' });
    await purge(id, { path: 'a.csv' });
    const next = await nextVersion(id, '2.0');
    await admin('PUT', `updateDataset/${next}`, { status: 'published' });
    await t.app.settle();
    const { dataset } = await t.open(next, user);
    const files = await readZip((await t.inject('GET', dataset.downloadUrl ?? '')).rawPayload);
    expect(files.map(({ name }) => name).sort()).toEqual(['b.csv', 'tree/3.csv', 'tree/deep/2.csv']);
    expect((await detail(next)).fixity).toMatchObject({ files: 3, damaged: 0 });
    await freeze(next);
    expect((await detail(next)).dataset.releaseHash).toBe(sha256(await manifest(next, 'sha256')));

    const own = await t.dataset({ name: 'Own', files: { 'a.csv': 'own a' } });
    await admin('PUT', `updateDataset/${own.dataset.id}`, form({}, ['archive', 'PK own', 'own.zip']));
    await freeze(own.dataset.id);
    const { path, downloadUrl = '' } = (await t.open(own.dataset.id, user)).dataset;
    expect((await t.inject('GET', downloadUrl)).body).toBe('PK own');
    await purge(own.dataset.id, { path: path.split('/').at(-1) ?? '' });
    expect(await states('PK own')).toEqual(['purged, gone']);
    expect((await t.inject('GET', downloadUrl)).statusCode).toBe(410);
    expect((await file(own.dataset.id, 'a.csv')).body).toBe('own a');
    const without = await nextVersion(own.dataset.id, '2.0');
    await admin('PUT', `updateDataset/${without}`, { status: 'published' });
    await t.app.settle();
    const made = (await t.open(without, user)).dataset.downloadUrl ?? '';
    expect(await readZip((await t.inject('GET', made)).rawPayload)).toMatchObject([{ name: 'a.csv' }]);
  });

  // A folder without a purged file has a layout of its own, with the blobs of the other one's.
  const made: [string, (first: string) => Promise<string>][] = [
    [
      'made without it',
      async (first) => {
        await purge(first, { path: 'tree/1.csv' });
        return nextVersion(first, '2.0');
      },
    ],
    [
      'without it by a purge of both',
      async (first) => {
        const second = await nextVersion(first, '2.0');
        await purge(first, { path: 'tree/1.csv', also: [second] });
        return second;
      },
    ],
  ];
  const lost: [string, 'first' | 'second', (first: string, second: string) => Promise<unknown>][] = [
    [
      'the second is deleted for ever',
      'first',
      async (_, second) => {
        await admin('DELETE', `dataset/${second}`);
        return admin('DELETE', `trash/${second}`);
      },
    ],
    [
      'the first is purged alone',
      'second',
      (first) => admin('POST', `dataset/${first}/purgeFiles`, { reason: REASON }),
    ],
    [
      'the folder of the second is deleted for ever',
      'first',
      async (_, second) => {
        const tree = await treeOf(second);
        await admin('DELETE', `subset/${tree}`);
        return admin('DELETE', `trash/${tree}`);
      },
    ],
    [
      'the folder of the second is in the trash for 30 days',
      'first',
      async (_, second) => {
        const answer = await admin('DELETE', `subset/${await treeOf(second)}`);
        t.clock.now += 31 * 86_400_000;
        await t.app.settle();
        await signIn();
        return answer;
      },
    ],
  ];
  for (const [how, make] of made)
    test.each(lost)(
      `two versions, the second ${how}: when %s, the %s has the rest of its folder`,
      async (...given) => {
        const [what, left, lose] = given;
        const name = `Rest ${made.findIndex(([one]) => one === how)} ${lost.findIndex(([one]) => one === what)}`;
        const first = (await frozen(name)).id;
        const second = await make(first);
        await admin('PUT', `updateDataset/${second}`, { status: 'published' });
        await t.app.settle();
        expect(await lose(first, second)).toMatchObject({ code: 200 });
        expect(await states(`${name} one`)).toEqual(['purged, gone']);
        for (const text of [`${name} two`, `${name} three`])
          expect(await states(text)).toEqual(['kept, there']);
        const id = left === 'first' ? first : second;
        expect((await file(id, 'tree/deep/2.csv')).body).toBe(`${name} two`);
        expect((await file(id, 'tree/3.csv')).body).toBe(`${name} three`);
      },
    );

  test('threats row 41: hidden names stay hidden, the reason is told; a tombstone keeps the line', async () => {
    const { id } = await frozen('Hidden');
    await purge(id, { path: 'a.csv' });
    const told = { reason: REASON, at: expect.any(String) };
    await admin('PUT', `updateDataset/${id}`, { filesVisible: 'approved' });
    expect((await detail(id)).release.purgedFiles).toEqual([told]);
    expect((await detail(id, user)).release.purgedFiles).toMatchObject([{ path: 'a.csv' }]);
    await admin('PUT', `updateDataset/${id}`, { filesVisible: 'public' });
    await admin('PUT', `updateDataset/${id}`, { status: 'withdrawn', reason: 'Wrong.' });
    expect((await detail(id)).release.purgedFiles).toEqual([
      { path: 'a.csv', size: 8, sha256: sha256('Hidden a'), ...told },
    ]);
    const page = await t.inject('GET', `/api/v1/admin/dataset/${id}/files?keyword=A.CSV`, { token });
    expect(page.json().data).toMatchObject({ count: 1, list: [{ path: 'a.csv', purged: true }] });
  });
});
