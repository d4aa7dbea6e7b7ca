import { readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Fixity } from '../../../contract/catalogue.ts';
import { DAY } from '../../shared/time.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEachDatabase } from '../../testing/databases.ts';
import { type ImportRoot, importRoot } from '../../testing/import-root.ts';
import { sql } from '../../testing/look-inside.ts';

const HOUR = 3_600_000;
const THREE = { 'a.csv': 'a,b\n1,2\n', 'b.txt': 'text', 'c.txt': 'more' };

onEachDatabase('faults: corrupt blob, told to visitors: how a dataset’s files are', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: root.path } });
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  const fixity = async (id: string, token?: string) =>
    (
      await t.call<{ fixity: Fixity | null }>(
        'GET',
        `/api/v1/dataset/${id}`,
        token === undefined ? {} : { token },
      )
    ).fixity;
  const badge = (id: string, query = '') => t.inject('GET', `/api/v1/dataset/${id}/fixity.svg${query}`);
  /** Passes time, and lets the scrub do what is due then. */
  async function pass(ms: number): Promise<void> {
    t.clock.now += ms;
    await t.app.settle();
    // Its results show within minutes.
    t.clock.now += 300_000;
  }
  /** The store's file of a subset. */
  async function fileOf(id: string, name: string): Promise<string> {
    const [row] = await sql<{ blob_key: string }>(
      t,
      `select blob_key from objects join subsets on subsets.id = objects.subset_id
        where objects.dataset_id = '${id}' and path like '%/${name}' and superseded_at is null`,
    );
    const key = row?.blob_key ?? '';
    return join(t.folder, 'blobs', key.slice(0, 2), key);
  }

  test('whole: the days since the oldest check, from the hour it came in to the next look', async () => {
    const { id } = (await t.dataset({ name: 'Whole', files: THREE })).dataset;
    const cameIn = t.clock.now;
    const first = { files: 3, damaged: 0, verifiedAt: new Date(cameIn).toISOString(), days: 1 };
    expect(await fixity(id)).toMatchObject(first);
    for (const [after, days] of [
      [DAY, 1],
      [DAY + HOUR, 2],
      [3 * DAY, 3],
      [20 * DAY + HOUR, 21],
    ] as const) {
      t.clock.now = cameIn + after;
      expect(await fixity(id), `after ${after} ms`).toMatchObject({ ...first, days });
    }
    expect((await badge(id)).body).toContain(
      '<title>Whole 1.0: All 3 files verified at most 21 days ago</title>',
    );

    // Added later: the dataset's date stays that of its oldest check.
    const token = await t.adminToken();
    const body = new FormData();
    body.append('subsets', new Blob(['d']), 'd.txt');
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, { token, body });
    expect(await fixity(id), 'at once').toMatchObject({ ...first, files: 4, days: 21 });

    t.clock.now = cameIn + 24 * DAY;
    await pass(DAY);
    const looked = t.clock.now - 300_000;
    expect((await fixity(id))?.verifiedAt, 'but one were read again').toBe(
      new Date(cameIn + 20 * DAY + HOUR).toISOString(),
    );
    await pass(21 * DAY);
    expect((await fixity(id))?.verifiedAt, 'the fourth, too').toBe(new Date(looked).toISOString());
    const { token: reader } = await t.user('fixity@example.org');
    expect(await fixity(id, reader), 'whoever asks').toEqual(await fixity(id));
  });

  test('a byte flipped on the disk: told once the scrub found it, until it found the bytes right again', async () => {
    const { id } = (await t.dataset({ name: 'Flipped', files: THREE })).dataset;
    // The ZIP's own hash is made: it, too, would meet the byte.
    await t.app.settle();
    const file = await fileOf(id, 'b.txt');
    const bytes = await readFile(file);
    await writeFile(file, Buffer.from(bytes.map((byte, at) => (at === 1 ? byte ^ 1 : byte))));
    await pass(DAY);
    expect(await fixity(id), 'not read again yet').toMatchObject({ files: 3, damaged: 0 });
    expect((await badge(id)).body).toContain('fill="#116b39"');

    await pass(25 * DAY);
    expect(await fixity(id)).toMatchObject({ files: 3, damaged: 1 });
    const { body } = await badge(id);
    expect(body).toContain('Flipped 1.0: 1 of 3 files damaged, changed or missing; the laboratory is told');
    expect(body).toContain('>1 of 3 failed</text>');
    expect(body).toContain('fill="#b42318"');
    expect(body).not.toContain('fill="#116b39"');

    await writeFile(file, bytes);
    await pass(DAY);
    expect(await fixity(id), 'the others were read the day before').toMatchObject({ damaged: 0, days: 2 });
    expect((await badge(id)).body).toContain('>3 of 3 within 2 days</text>');
  });

  test('a folder in place, and a file beside it: all files count; one that came back was not verified meanwhile', async () => {
    const token = await t.adminToken();
    const { dataset } = await t.dataset({ name: 'Placed', files: { 'a.txt': 'a' } });
    const one = await root.put('placed/one.txt', 'one');
    await root.put('placed/deep/two.txt', 'two');
    const registered = t.clock.now;
    await t.call('POST', `/api/v1/admin/addSubsets/${dataset.id}`, {
      token,
      body: {
        subsets: [{ path: 'placed/1.0/folder.zip', desc: '', source: { import: `${root.path}/placed` } }],
      },
    });
    await t.app.settle();
    // Its ZIPs, which are there now, are hashed while all is: a hash tried anew would have the file that was away read.
    await t.app.settle();
    t.clock.now += 5_000;
    expect(await fixity(dataset.id)).toMatchObject({
      files: 3,
      damaged: 0,
      verifiedAt: new Date(registered).toISOString(),
      days: 1,
    });

    await rename(one, `${one}.away`);
    await pass(26 * DAY);
    expect(await fixity(dataset.id)).toMatchObject({ files: 3, damaged: 1 });
    await rename(`${one}.away`, one);
    const { token: reader } = await t.user('placed@example.org');
    const folder = (await t.open(dataset.id, reader)).subsetList.find(({ path }) => path.endsWith('.zip'));
    expect((await t.inject('GET', folder?.downloadUrl ?? '')).statusCode, 'handed out again').toBe(200);
    t.clock.now += 300_000;
    expect(await fixity(dataset.id), 'read last when it was registered').toMatchObject({
      files: 3,
      damaged: 0,
      verifiedAt: new Date(registered).toISOString(),
      days: 27,
    });
    await pass(HOUR);
    expect(await fixity(dataset.id)).toMatchObject({ damaged: 0, days: 1 });
  });

  test('what is in the trash or was replaced does not count', async () => {
    const token = await t.adminToken();
    const { dataset, subsetList } = await t.dataset({ name: 'Changing', files: THREE });
    await t.call('DELETE', `/api/v1/admin/subset/${subsetList[0]?.id}`, { token });
    t.clock.now += 5_000;
    expect(await fixity(dataset.id)).toMatchObject({ files: 2 });
    const body = new FormData();
    body.append('archive', new Blob(['PK']), 'own.zip');
    await t.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, { token, body });
    t.clock.now += 5_000;
    expect(await fixity(dataset.id), 'an archive of its own is a file').toMatchObject({ files: 3 });
    for (const { id } of subsetList.slice(1)) await t.call('DELETE', `/api/v1/admin/subset/${id}`, { token });
    t.clock.now += 5_000;
    expect(await fixity(dataset.id)).toMatchObject({ files: 1, damaged: 0 });
    expect((await badge(dataset.id)).body).toContain(': 1 file verified at most 1 day ago</title>');
  });

  test('no file: nothing to say; not read for longer than promised: not green', async () => {
    const { dataset } = await t.dataset({ name: 'Bare', files: {} });
    expect(await fixity(dataset.id)).toBeNull();
    const { body } = await badge(dataset.id);
    expect(body).toContain('>no files yet</text>');
    expect(body).not.toContain('fill="#116b39"');

    const { id } = (await t.dataset({ name: 'Late' })).dataset;
    t.clock.now += 30 * DAY;
    expect((await badge(id)).body).toContain('fill="#116b39"');
    t.clock.now += HOUR;
    const late = (await badge(id)).body;
    expect(late).toContain('at most 31 days ago');
    expect(late).not.toContain('fill="#116b39"');
  });

  test('threats row 41: drafts and the trash are 404 as if there were none; withdrawn ones are shown', async () => {
    const token = await t.adminToken();
    const unknown = (await badge('unknown')).json();
    expect(unknown.code).toBe(404);
    const draft = await t.dataset({ name: 'Draft', status: 'draft' });
    expect((await badge(draft.dataset.id)).json()).toEqual(unknown);
    const { id } = (await t.dataset({ name: 'Gone', status: 'withdrawn' })).dataset;
    expect(await fixity(id)).toMatchObject({ files: 1 });
    expect((await badge(id)).statusCode).toBe(200);
    await t.call('DELETE', `/api/v1/admin/dataset/${id}`, { token });
    const trashed = await badge(id);
    expect(trashed.json()).toEqual(unknown);
    expect(trashed.headers['cache-control']).toBe('no-store');
  });
});
