import { createHash } from 'node:crypto';
import { readFile, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdminSubset } from '../../contract/dataset-admin.ts';
import { LONG } from '../../tests/support/guards.ts';
import { randomBytes } from '../../tests/support/random.ts';
import { administrator } from '../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { form } from '../testing/forms.ts';
import { holdJobs, type ImportRoot, importRoot, type Shown } from '../testing/import-root.ts';
import { filesUnder, rowCount, sql } from '../testing/look-inside.ts';
import { makeSpecialFile } from '../testing/special-file.ts';
import { readZip } from '../testing/tools.ts';
import { idOf, tusCalls } from '../testing/tus.ts';
import { onTheWire } from '../testing/wire.ts';

const sha = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

onEitherDatabase('decisions §4: files that are named, not sent', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  let token: string;
  let user: string;
  let tus: ReturnType<typeof tusCalls>;
  let many = 0;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: root.path } });
    token = await t.adminToken();
    user = (await t.user('reader@example.org')).token;
    tus = tusCalls(await onTheWire(t), token);
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  const dataset = async (status: 'draft' | 'published' = 'published') =>
    (
      await t.dataset({
        name: `Set ${++many}`,
        files: {},
        fields: { path: `set-${many}/1.0.zip` },
        status,
      })
    ).dataset;
  const show = (id: string) => t.call<Shown>('GET', `/api/v1/admin/dataset/${id}`, { token });
  const ask = (id: string, ...subsets: object[]) =>
    t.ask('POST', `/api/v1/admin/addSubsets/${id}`, { token, body: { subsets } });
  const add = async (id: string, ...subsets: object[]) =>
    (
      await t.call<{ subsets: AdminSubset[] }>('POST', `/api/v1/admin/addSubsets/${id}`, {
        token,
        body: { subsets },
      })
    ).subsets;
  const set = (id: string, body: object) => t.ask('PUT', `/api/v1/admin/subset/${id}`, { token, body });
  const get = (id: string, path: string) => t.inject('GET', `/api/v1/download/${id}/${path}?token=${user}`);
  async function upload(content: Uint8Array, metadata: Record<string, string> = { filename: 'a.bin' }) {
    const made = idOf(await tus.create(content.length, metadata));
    expect((await tus.patch(made, 0, content)).status).toBe(204);
    return made;
  }
  /** As if the upload's hashing worker thread had died. */
  const unhash = (upload: string) =>
    sql(
      t,
      `update blobs set sha256 = '', crc32 = 0 where key = (select blob_key from uploads where id = '${upload}')`,
    );

  test('a file in place: listed at once without a hash, 503 with Retry-After, then served from where it lies', async () => {
    const content = randomBytes(300_000);
    const file = await root.put('one/data.bin', content);
    const { id } = await dataset();
    const held = await holdJobs(t, 'intake');
    const [made] = await add(id, { path: `set-${many}/1.0/data.bin`, desc: 'D', source: { import: file } });
    expect(made).toMatchObject({
      size: 300_000,
      fileCount: 1,
      sha256: null,
      desc: 'D',
      intake: { state: 'waiting', hashed: 0, size: 300_000, fileCount: 1, message: '' },
      mark: null,
    });
    const early = await get(id, `set-${many}/1.0/data.bin`);
    expect([early.statusCode, early.headers['retry-after']]).toEqual([503, '30']);
    expect((await get(id, `set-${many}/1.0.zip`)).statusCode, 'the whole').toBe(503);
    const page = await t.open(id, user);
    expect(page.subsetList[0]).toMatchObject({ sha256: null, size: 300_000 });
    expect(page.subsetList[0]?.downloadUrl).toBeUndefined();

    await held();
    await t.app.settle();
    const [subset] = (await show(id)).subsetList;
    expect(subset).toMatchObject({ sha256: sha(content), intake: null, mark: null });
    const answer = await get(id, `set-${many}/1.0/data.bin`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers.etag).toBe(`"${sha(content)}"`);
    expect(answer.rawPayload.equals(content)).toBe(true);
    const zip = await get(id, `set-${many}/1.0.zip`);
    expect(await readZip(zip.rawPayload)).toEqual([
      { name: 'data.bin', size: 300_000, sha256: sha(content) },
    ]);
    expect(await rowCount(t, `blobs where source = '${file}' and state = 'kept'`), 'nothing copied').toBe(1);
  });

  test('thrown away before it is hashed: 404, as nothing comes in; restored, 503 again', async () => {
    const { id } = await dataset();
    const held = await holdJobs(t, 'intake');
    const source = { import: await root.put('thrown/data.csv', 'data\n') };
    const [made] = await add(id, { path: `set-${many}/1.0/data.csv`, source });
    const codes = async () => [
      (await get(id, `set-${many}/1.0/data.csv`)).statusCode,
      (await get(id, `set-${many}/1.0.zip`)).statusCode,
    ];
    expect(await codes()).toEqual([503, 503]);
    await t.call('DELETE', `/api/v1/admin/subset/${made?.id}`, { token });
    expect(await codes()).toEqual([404, 404]);
    await t.call('POST', `/api/v1/admin/trash/${made?.id}/restore`, { token });
    expect(await codes()).toEqual([503, 503]);
    await held();
    await t.app.settle();
    expect(await codes()).toEqual([200, 200]);
  });

  test('progress within a large file rises on the wire while it is hashed', {
    ...LONG,
    timeout: 120_000,
  }, async () => {
    // A sparse file; takes seconds to hash on any machine.
    const size = 4 * 1024 ** 3;
    const file = await root.put('large/zeros.bin', '');
    await truncate(file, size);
    const { id } = await dataset('draft');
    await add(id, { path: `set-${many}/1.0/zeros.bin`, source: { import: file } });
    const seen = new Set<number>();
    for (;;) {
      const [subset] = (await show(id)).subsetList;
      if (!subset?.intake) break;
      const { hashed, state } = subset.intake;
      expect(state).toBe(hashed > 0 ? 'hashing' : 'waiting');
      if (hashed > 0) seen.add(hashed);
      await sleep(20);
    }
    expect(seen.size).toBeGreaterThan(0);
    expect([...seen]).toEqual([...seen].sort((a, b) => a - b));
    expect(Math.max(...seen)).toBeLessThanOrEqual(size);
    expect(Math.min(...seen)).toBeLessThan(size);
    await rm(file);
  });

  test('a folder in place: a ZIP with its tree; dot files, links and pipes are left out, and said', async () => {
    const files: Record<string, string> = {
      'a.txt': 'a',
      'sub/b ü.csv': 'b',
      'sub/deep/-c': 'c',
      'sub/CON': 'd',
    };
    for (const [name, content] of Object.entries(files)) await root.put(`tree/${name}`, content);
    await root.put('tree/.hidden/x', 'x');
    await root.put('tree/sub/.DS_Store', 'x');
    await symlink('/etc/passwd', `${root.path}/tree/sub/link`);
    await makeSpecialFile(`${root.path}/tree/pipe`);
    const { id } = await dataset();
    const path = `set-${many}/1.0/train.zip`;
    const before = await filesUnder(t, 'blobs');
    await add(id, { path, source: { import: `${root.path}/tree` } });
    await t.app.settle();
    const { subsetList, dataset: whole } = await show(id);
    expect(subsetList[0]).toMatchObject({ fileCount: 4, intake: null });
    expect(subsetList[0]?.sha256, 'its own hash is a job of its own').toBeDefined();
    expect(whole.fileCount).toBe(4);
    const named = (prefix: string) =>
      Object.entries(files)
        .map(([name, content]) => ({ name: prefix + name, size: content.length, sha256: sha(content) }))
        .sort((a, b) => (a.name < b.name ? -1 : 1));
    expect(await readZip((await get(id, path)).rawPayload)).toEqual(named(''));
    expect(await readZip((await get(id, `set-${many}/1.0.zip`)).rawPayload)).toEqual(named('train/'));
    const [{ note } = { note: '' }] = await sql<{ note: string }>(
      t,
      `select note from intakes where dataset_id = '${id}'`,
    );
    expect(note).toBe('Left out: 2 dot files, 1 link, 1 special file.');
    expect((await filesUnder(t, 'blobs')).length - before.length, 'two layouts, no data').toBe(2);
  });

  test('an upload that was hashed on the way is there at once; one that was not, after its job', async () => {
    const content = randomBytes(50_000);
    const { id } = await dataset();
    const held = await holdJobs(t, 'intake');
    const [ready, late] = [await upload(content), await upload(content)];
    await unhash(late);
    const [one, other] = await add(
      id,
      { path: `set-${many}/1.0/ready.bin`, source: { upload: ready } },
      { path: `set-${many}/1.0/late.bin`, source: { upload: late } },
    );
    expect(one).toMatchObject({ sha256: sha(content), size: 50_000, intake: null });
    expect(other).toMatchObject({ sha256: null, size: 50_000, intake: { state: 'waiting' } });
    expect((await get(id, `set-${many}/1.0/ready.bin`)).rawPayload.equals(content)).toBe(true);
    expect((await get(id, `set-${many}/1.0.zip`)).statusCode, 'a part is missing').toBe(503);
    await held();
    await t.app.settle();
    expect((await get(id, `set-${many}/1.0/late.bin`)).rawPayload.equals(content)).toBe(true);
    expect(
      (await readZip((await get(id, `set-${many}/1.0.zip`)).rawPayload)).map(({ name }) => name),
    ).toEqual(['late.bin', 'ready.bin']);
  });

  test('a folder of uploads keeps its tree; it must be complete, and is used once', async () => {
    const { id: folder } = await t.call<{ id: string }>('POST', '/api/v1/admin/folders', { token });
    const { id } = await dataset();
    const wanted = { path: `set-${many}/1.0/up.zip`, source: { folder } };
    expect(await ask(id, wanted)).toMatchObject({ code: 400, errors: [{ path: 'subsets.0.source' }] });
    await upload(Buffer.from('1'), { filename: '1', folder, relativePath: 'a/1' });
    const open = idOf(await tus.create(1, { filename: '2', folder, relativePath: 'a/b/2' }));
    expect(await ask(id, wanted)).toMatchObject({ code: 409, msg: expect.stringContaining('1 files') });
    await tus.patch(open, 0, Buffer.from('2'));
    await unhash(open);
    expect(await ask(id, { ...wanted, path: `set-${many}/1.0/up` })).toMatchObject({
      code: 400,
      errors: [{ path: 'subsets.0.path' }],
    });
    await add(id, wanted);
    await t.app.settle();
    expect(await readZip((await get(id, `set-${many}/1.0/up.zip`)).rawPayload)).toEqual([
      { name: 'a/1', size: 1, sha256: sha('1') },
      { name: 'a/b/2', size: 1, sha256: sha('2') },
    ]);
    expect((await ask(id, { ...wanted, path: `set-${many}/1.0/again.zip` })).code).toBe(400);
    expect(await rowCount(t, "blobs where state = 'writing'")).toBe(0);
  });

  test('a source that fails is told, left out of the whole, and made good by another or by removing it', async () => {
    const { id } = await dataset();
    const good = await root.put(`failing-${many}/good.txt`, 'good');
    const gone = await root.put(`failing-${many}/gone.txt`, 'gone');
    const base = `set-${many}/1.0`;
    const whole = async () =>
      (await readZip((await get(id, `${base}.zip`)).rawPayload)).map(({ name }) => name);
    await root.put(`empty-${many}/.hidden`, 'x');
    let held = await holdJobs(t, 'intake');
    const [, one, other] = await add(
      id,
      { path: `${base}/good.txt`, source: { import: good } },
      { path: `${base}/gone.txt`, source: { import: gone } },
      { path: `${base}/folder.zip`, source: { import: `${root.path}/empty-${many}` } },
    );
    await rm(gone);
    await held();
    await t.app.settle();
    expect((await show(id)).subsetList.map(({ intake }) => intake && [intake.state, intake.message])).toEqual(
      [
        null,
        ['failed', '"gone.txt" is gone. Nothing was registered: try again.'],
        ['failed', 'There is no file in this folder. Left out: 1 dot file.'],
      ],
    );
    expect((await get(id, `${base}/gone.txt`)).statusCode).toBe(404);
    expect(await whole(), 'nobody waits for what does not come').toEqual(['good.txt']);

    held = await holdJobs(t, 'intake');
    await root.put(`failing-${many}/gone.txt`, 'back');
    expect(await set(one?.id ?? '', { source: { import: gone } })).toMatchObject({
      code: 200,
      data: { intake: { state: 'waiting' } },
    });
    expect(await whole(), 'until it is ready').toEqual(['good.txt']);
    await held();
    await t.app.settle();
    expect(await whole()).toEqual(['gone.txt', 'good.txt']);
    await t.call('DELETE', `/api/v1/admin/subset/${other?.id}`, { token });
    expect((await show(id)).subsetList.map(({ intake }) => intake)).toEqual([null, null]);
    expect(await whole()).toEqual(['gone.txt', 'good.txt']);
  });

  test('one upload, ten calls at once: one gets it; unknown and unfinished ones are refused', async () => {
    const { id } = await dataset('draft');
    const made = await upload(Buffer.from('once'));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) => ask(id, { path: `once/${many}/${i}`, source: { upload: made } })),
    );
    expect(answers.map(({ code }) => code).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect((await show(id)).subsetList).toHaveLength(1);
    const unfinished = idOf(await tus.create(5));
    for (const [upload, code] of [
      ['nothing', 400],
      [unfinished, 409],
      [made, 409],
    ] as const) {
      const answer = await ask(
        id,
        { path: `once/${many}/x`, source: { upload: await upload } },
        { path: `once/${many}/y`, source: { upload: await upload } },
      );
      expect(answer.code, upload).toBe(code);
    }
    const twice = await upload(Buffer.from('twice'));
    const both = { source: { upload: twice } };
    expect((await ask(id, { path: `tw/${many}/1`, ...both }, { path: `tw/${many}/2`, ...both })).code).toBe(
      409,
    );
    expect((await show(id)).subsetList, 'whole or not at all').toHaveLength(1);
    expect(await rowCount(t, `uploads where id = '${twice}' and used_at is null`)).toBe(1);
  });

  test('a replaced file: the former is served until the new one is ready, and to its links after that', async () => {
    const { id } = await dataset();
    const path = `set-${many}/1.0/data.txt`;
    const file = await root.put(`replace-${many}.txt`, 'new content');
    const { subsets } = await t.call<{ subsets: AdminSubset[] }>('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body: form({}, ['subsets', 'old', 'data.txt']),
    });
    const subset = subsets[0]?.id ?? '';
    const link = (await t.open(id, user)).subsetList[0]?.downloadUrl ?? '';
    const whole = (await get(id, `set-${many}/1.0.zip`)).headers.etag;
    const held = await holdJobs(t, 'intake');
    expect(await set(subset, { source: { import: file } })).toMatchObject({
      code: 200,
      data: { size: 3, sha256: sha('old'), intake: { state: 'waiting', size: 11 } },
    });
    expect((await get(id, path)).body).toBe('old');
    expect((await get(id, `set-${many}/1.0.zip`)).headers.etag).toBe(whole);
    await held();
    await t.app.settle();
    expect((await get(id, path)).body).toBe('new content');
    expect((await get(id, `set-${many}/1.0.zip`)).headers.etag).not.toBe(whole);
    expect((await t.inject('GET', link)).body, 'the old link').toBe('old');
    const made = await upload(Buffer.from('third'));
    expect(await set(subset, { source: { upload: made } })).toMatchObject({
      code: 200,
      data: { sha256: sha('third'), intake: null },
    });
    expect((await get(id, path)).body).toBe('third');
  });

  test('replaced again while it waits: the first is given up and leaves nothing', async () => {
    const { id } = await dataset();
    const held = await holdJobs(t, 'intake');
    const first = await upload(Buffer.from('first'));
    await unhash(first);
    const file = await root.put(`second-${many}.txt`, 'second');
    const [made] = await add(id, { path: `set-${many}/1.0/x.txt`, source: { upload: first } });
    expect((await set(made?.id ?? '', { source: { import: file } })).code).toBe(200);
    await held();
    await t.app.settle();
    expect((await get(id, `set-${many}/1.0/x.txt`)).body).toBe('second');
    expect(await rowCount(t, `intakes where subset_id = '${made?.id}'`)).toBe(1);
    const [{ state } = { state: '' }] = await sql<{ state: string }>(
      t,
      `select state from blobs where key = (select blob_key from uploads where id = '${first}')`,
    );
    expect(['purging', 'purged']).toContain(state);
  });

  test('an archive of the dataset’s own, from an upload and in place', async () => {
    const file = await root.put(`archive-${++many}.zip`, 'in place');
    const fields = { name: `Own ${many}`, version: '1', modalityName: 'MRI' };
    const made = await t.call<{ id: string; path: string }>('POST', '/api/v1/admin/addDataset', {
      token,
      body: form({ ...fields, archive: JSON.stringify({ import: file }) }, ['subsets', 'a', 'a.txt']),
    });
    await t.call('PUT', `/api/v1/admin/updateDataset/${made.id}`, { token, body: { status: 'published' } });
    await t.app.settle();
    expect((await get(made.id, made.path)).body).toBe('in place');
    const other = await upload(Buffer.from('uploaded'));
    await t.call('PUT', `/api/v1/admin/updateDataset/${made.id}`, {
      token,
      body: { archive: { upload: other } },
    });
    expect((await get(made.id, made.path)).body).toBe('uploaded');
    const folder = { archive: { import: root.path } };
    expect(
      await t.ask('PUT', `/api/v1/admin/updateDataset/${made.id}`, { token, body: folder }),
    ).toMatchObject({
      code: 400,
      errors: [{ path: 'archive.import' }],
    });
  });

  test('changed or vanished in place: 503, marked, told once to those who manage data; put right, served again', async () => {
    const file = await root.put(`marked-${many + 1}/a.txt`, 'as it was');
    const mtime = new Date(1_700_000_000_000);
    await utimes(file, mtime, mtime);
    const { id } = await dataset();
    const path = `set-${many}/1.0/a.txt`;
    await add(id, { path, source: { import: file } });
    await t.app.settle();
    const marks = async () => (await show(id)).subsetList.map(({ mark }) => mark);
    const told = async () => (await t.mails()).filter(({ subject }) => subject.includes('not handed out'));
    expect((await get(id, path)).body).toBe('as it was');

    await writeFile(file, 'AS IT WAS');
    await utimes(file, mtime, new Date(mtime.getTime() + 5_000));
    const refused = await get(id, path);
    expect([refused.statusCode, refused.headers['retry-after']]).toEqual([503, '3600']);
    expect(refused.json().msg).toContain('has changed on the disk');
    await get(id, path);
    expect(await marks()).toEqual(['changed']);
    expect(await told(), 'not within the first minute').toEqual([]);
    t.clock.now += 61_000;
    expect((await told()).map(({ to }) => to)).toEqual(['admin@example.org']);
    expect((await told())[0]?.text).toContain(`- changed: ${file}`);
    t.clock.now += 61_000;
    expect(await told(), 'once').toHaveLength(1);

    await utimes(file, mtime, mtime);
    expect((await get(id, path)).statusCode, 'same size, same time: the scrub’s task').toBe(200);
    expect(await marks()).toEqual([null]);
    await rename(file, `${file}.away`);
    expect((await get(id, path)).json().msg).toContain('no longer on the disk');
    expect(await marks()).toEqual(['vanished']);
    await rename(`${file}.away`, file);
    expect((await get(id, path)).statusCode).toBe(200);
    await rm(file);
    await root.put('decoy.txt', 'AS IT WAS');
    await utimes(`${root.path}/decoy.txt`, mtime, mtime);
    await symlink(`${root.path}/decoy.txt`, file);
    expect((await get(id, path)).statusCode, 'a link in its place').toBe(503);
    expect(await marks()).toEqual(['changed']);
    t.clock.now += 61_000;
    await t.mails();
  });

  test('a folder in which one file changed: its ZIP is marked', async () => {
    await root.put('inner/a.txt', 'a');
    const file = await root.put('inner/b.txt', 'b');
    const { id } = await dataset();
    await add(id, { path: `set-${many}/1.0/in.zip`, source: { import: `${root.path}/inner` } });
    await t.app.settle();
    await writeFile(file, 'longer');
    await get(id, `set-${many}/1.0/in.zip`).catch(() => {});
    expect((await show(id)).subsetList.map(({ mark }) => mark)).toEqual(['changed']);
    await root.put('inner/b.txt', 'b');
    const corrupt = `update blobs set mark = 'corrupt' where source = '${root.path}/inner/a.txt'`;
    await sql(t, `update blobs set mark = null where source = '${file}'`);
    expect((await show(id)).subsetList.map(({ mark }) => mark)).toEqual([null]);
    await sql(t, corrupt);
    expect(
      (await show(id)).subsetList.map(({ mark }) => mark),
      'any file of it',
    ).toEqual(['corrupt']);
  });

  test('its dataset purged while it waits: it is given up and leaves nothing', async () => {
    const { id } = await dataset();
    const path = `set-${many}/1.0/w.txt`;
    const [made] = await add(id, { path, source: { upload: await upload(Buffer.from('there already')) } });
    const held = await holdJobs(t, 'intake');
    const file = await root.put(`waits-${many}.txt`, 'waits');
    expect((await set(made?.id ?? '', { source: { import: file } })).code).toBe(200);
    await t.call('DELETE', `/api/v1/admin/dataset/${id}`, { token });
    await t.call('DELETE', `/api/v1/admin/trash/${id}`, { token });
    await held();
    await t.app.settle();
    expect(await rowCount(t, `intakes where dataset_id = '${id}' and ended_at is null`)).toBe(0);
    expect(await rowCount(t, `blobs where source = '${file}' and state = 'kept'`)).toBe(0);
    expect(await rowCount(t, `objects where dataset_id = '${id}' and purged_at is null`)).toBe(0);
  });

  test('purged for good: the row goes, the file in place stays', async () => {
    const file = await root.put(`purge-${many + 1}.txt`, 'stays');
    const { id } = await dataset();
    const [made] = await add(id, { path: `set-${many}/1.0/p.txt`, source: { import: file } });
    await t.app.settle();
    await t.call('DELETE', `/api/v1/admin/subset/${made?.id}`, { token });
    await t.call('DELETE', `/api/v1/admin/trash/${made?.id}`, { token });
    await t.app.settle();
    expect(await rowCount(t, `blobs where source = '${file}' and state = 'purged'`)).toBe(1);
    expect(await readFile(file, 'utf8')).toBe('stays');
  });

  test('names that cannot unpack side by side are refused when they are named, not later', async () => {
    await root.put('side/a.csv', 'a');
    const source = { import: `${root.path}/side` };
    const file = { import: `${root.path}/side/a.csv` };
    const { id } = await dataset('draft');
    const base = `set-${many}/1.0`;
    const answer = await ask(
      id,
      { path: `${base}/train.zip`, source },
      { path: `${base}/train/other.csv`, source: file },
    );
    expect(answer).toMatchObject({ code: 409, errors: [{ path: 'path' }] });
    expect((await show(id)).subsetList).toEqual([]);
    await add(id, { path: `${base}/train.zip`, source });
    await t.app.settle();
    expect((await ask(id, { path: `${base}/train`, source: file })).code).toBe(409);
    const [made] = (await show(id)).subsetList;
    expect(await set(made?.id ?? '', { path: `${base}/train` })).toMatchObject({
      code: 400,
      errors: [{ path: 'path' }],
    });
  });

  test('formats.md: an upload’s id, or a folder’s, opens nothing to another administrator', async () => {
    const { id: folder } = await t.call<{ id: string }>('POST', '/api/v1/admin/folders', { token });
    const mine = await upload(Buffer.from('mine'));
    await upload(Buffer.from('1'), { filename: '1', folder, relativePath: '1' });
    const other = (await administrator(t, 'curator', `other-${many}@lab.example`)).token;
    const { id } = await dataset('draft');
    const [made] = await add(id, {
      path: `set-${many}/1.0/was`,
      source: { upload: await upload(Buffer.from('was')) },
    });
    for (const [source, path] of [
      [{ upload: mine }, 'a.bin'],
      [{ folder }, 'a.zip'],
    ] as const) {
      const as = (proof: string) => ({
        token: proof,
        body: { subsets: [{ path: `theirs/${path}`, source }] },
      });
      const refused = { code: 400, msg: expect.stringContaining('was not found') };
      expect(await t.ask('POST', `/api/v1/admin/addSubsets/${id}`, as(other))).toMatchObject(refused);
      const put = { token: other, body: { source, ...('folder' in source ? { path: 'x/y.zip' } : {}) } };
      expect(await t.ask('PUT', `/api/v1/admin/subset/${made?.id}`, put)).toMatchObject(refused);
    }
    const fields = { name: `Theirs ${many}`, version: '1', modalityName: 'MRI' };
    const archive = { upload: mine };
    const body = form({ ...fields, archive: JSON.stringify(archive) });
    expect((await t.ask('POST', '/api/v1/admin/addDataset', { token: other, body })).code).toBe(400);
    const change = { token: other, body: { archive } };
    expect((await t.ask('PUT', `/api/v1/admin/updateDataset/${id}`, change)).code).toBe(400);
    await add(
      id,
      { path: `set-${many}/1.0/mine`, source: { upload: mine } },
      { path: `set-${many}/1.0/tree.zip`, source: { folder } },
    );
    await t.app.settle();
    expect((await show(id)).subsetList.map(({ fileCount, intake }) => [fileCount, intake])).toEqual([
      [1, null],
      [1, null],
      [1, null],
    ]);
  });
});
