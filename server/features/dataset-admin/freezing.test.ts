import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import type { freeze as freezing, listVersions } from '../../../contract/dataset-versions.ts';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { Envelope } from '../../../contract/envelope.ts';
import type { Release } from '../../../contract/releases.ts';
import { administrator } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { form } from '../../testing/forms.ts';
import { holdJobs, type ImportRoot, importRoot } from '../../testing/import-root.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

onEitherDatabase('releases "Freezing"', (database) => {
  let t: TestApp;
  let root: ImportRoot;
  let token: string;
  let user: string;
  beforeAll(async () => {
    root = await importRoot();
    t = await buildTestApp({ database, env: { IMPORT_ROOTS: root.path } });
    token = await t.adminToken();
    user = (await t.user('reader@example.org')).token;
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
  });

  const update = (id: string, body: object | FormData) =>
    t.ask('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body });
  const freeze = async (id: string) =>
    (await t.ask('POST', `/api/v1/admin/dataset/${id}/freeze`, { token })) as Envelope<
      DataOf<typeof freezing>
    >;
  const versionsOf = async (id: string) =>
    (await t.call<DataOf<typeof listVersions>>('GET', `/api/v1/admin/dataset/${id}/versions`, { token }))
      .versions;
  const newVersion = (id: string, version: string) =>
    t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${id}/newVersion`, { token, body: { version } });
  const detail = (id: string) =>
    t.call<{ dataset: Dataset; subsetList: Subset[]; release: Release }>('GET', `/api/v1/dataset/${id}`);
  const download = async (id: string) => {
    const { dataset } = await t.open(id, user);
    const { rawPayload, headers } = await t.inject('GET', dataset.downloadUrl ?? '');
    return { etag: headers.etag, sha256: sha256(rawPayload.toString('latin1')) };
  };

  test('the release hash is the SHA-256 of the lines that sha256sum reads, in the order of UTF-8 bytes', async () => {
    const files = { 'b.csv': 'b\n', 'a.csv': 'a\n', '\u{1f600}.csv': 'face\n', '\uff5e.csv': 'tilde\n' };
    const { id } = (await t.dataset({ name: 'Hashed', files })).dataset;
    const answer = await freeze(id);
    const lines = ['a.csv', 'b.csv', '\uff5e.csv', '\u{1f600}.csv'].map(
      (name) => `${sha256(files[name as keyof typeof files])}  ${name}\n`,
    );
    expect(answer).toMatchObject({
      code: 200,
      data: { frozenAt: expect.any(String), releaseHash: sha256(lines.join('')), freezing: null },
    });
    expect((await detail(id)).dataset).toMatchObject({
      frozenAt: answer.data?.frozenAt,
      releaseHash: answer.data?.releaseHash,
    });
    // Asking again changes nothing.
    t.clock.now += 60_000;
    expect((await freeze(id)).data).toEqual(answer.data);
  });

  test('asked for with publishing while files are hashed: pending, then frozen by itself', async () => {
    const release = await holdJobs(t, 'intake');
    const { id } = (await t.dataset({ name: 'Waits', status: 'draft', files: {} })).dataset;
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body: {
        subsets: [
          { path: 'waits/waits-1.0/in.csv', source: { import: await root.put('waits/in.csv', 'in\n') } },
        ],
      },
    });
    expect((await update(id, { status: 'published', freeze: true })).code).toBe(200);
    expect((await detail(id)).release.freezing).toBe('pending');
    expect((await detail(id)).dataset.frozenAt).toBeNull();
    await release();
    await t.app.settle();
    await t.app.settle();
    expect((await detail(id)).release.freezing).toBeNull();
    expect((await detail(id)).dataset.releaseHash).toBe(sha256(`${sha256('in\n')}  in.csv\n`));
  });

  test('a file in the trash that waits to be hashed keeps no version from being frozen', async () => {
    const release = await holdJobs(t, 'intake');
    const { id } = (await t.dataset({ name: 'Thrown away' })).dataset;
    const source = { import: await root.put('thrown/late.csv', 'late\n') };
    const body = { subsets: [{ path: 'thrown-away/thrown-away-1.0/late.csv', source }] };
    const { subsets } = await t.call<{ subsets: Subset[] }>('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body,
    });
    expect((await freeze(id)).data).toMatchObject({ freezing: 'pending' });
    await t.call('DELETE', `/api/v1/admin/subset/${subsets[0]?.id}`, { token });
    const releaseHash = sha256(`${sha256('a,b\n1,2\n')}  train.csv\n`);
    await expect.poll(async () => (await detail(id)).dataset.releaseHash).toBe(releaseHash);
    await release();
    await t.app.settle();
    const [job] = await sql(
      t,
      "select state, attempts from jobs where kind = 'intake' order by created_at desc",
    );
    expect(job, 'what is frozen is in nobody’s way').toEqual({ state: 'done', attempts: 1 });
    expect(await t.ask('POST', `/api/v1/admin/trash/${subsets[0]?.id}/restore`, { token })).toMatchObject({
      code: 409,
      errors: [{ path: 'frozen' }],
    });
    expect((await detail(id)).dataset.releaseHash).toBe(releaseHash);
  });

  test('a file that cannot be taken in while freezing waits: not frozen without it, until it is deleted', async () => {
    const release = await holdJobs(t, 'intake');
    const { id } = (await t.dataset({ name: 'Lacks one' })).dataset;
    const file = await root.put('lacks/gone.csv', 'gone\n');
    const body = { subsets: [{ path: 'lacks-one/lacks-one-1.0/gone.csv', source: { import: file } }] };
    const { subsets } = await t.call<{ subsets: Subset[] }>('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body,
    });
    expect((await freeze(id)).data).toMatchObject({ freezing: 'pending' });
    await rm(file);
    await release();
    await t.app.settle();
    expect((await detail(id)).release.freezing).toBe('pending');
    const tried = `jobs where kind = 'freeze' and payload like '%${id}%' and state <> 'done'`;
    expect(await rowCount(t, tried), 'nothing to try again for').toBe(0);
    await t.call('DELETE', `/api/v1/admin/subset/${subsets[0]?.id}`, { token });
    await t.app.settle();
    expect((await detail(id)).dataset.releaseHash).toBe(sha256(`${sha256('a,b\n1,2\n')}  train.csv\n`));
  });

  test('all is hashed while the job that freezes has just looked: it is looked at once more', async () => {
    const release = await holdJobs(t, 'intake');
    const { id } = (await t.dataset({ name: 'Just looked', status: 'draft', files: {} })).dataset;
    const source = { import: await root.put('looked/in.csv', 'in\n') };
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body: { subsets: [{ path: 'just-looked/just-looked-1.0/in.csv', source }] },
    });
    const ofIt = `kind = 'freeze' and payload like '%${id}%'`;
    await update(id, { status: 'published', freeze: true });
    // Another server runs it: it has seen that something is being hashed, and has not ended yet.
    const runs = `state = 'running', owner = 'other', lease_until = ${Date.now() + 3_600_000}, open_key = key`;
    await sql(t, `update jobs set ${runs} where ${ofIt}`);
    await release();
    await t.app.settle();
    const over = `state = 'done', owner = null, lease_until = null, open_key = null, finished_at = ${t.clock.now}`;
    await sql(t, `update jobs set ${over} where ${ofIt} and owner = 'other'`);
    await t.app.settle();
    expect(await detail(id)).toMatchObject({
      release: { freezing: null },
      dataset: { releaseHash: sha256(`${sha256('in\n')}  in.csv\n`) },
    });
  });

  test('a version withdrawn while it waits to be frozen is not frozen afterwards without a reason', async () => {
    const release = await holdJobs(t, 'intake');
    const { id } = (await t.dataset({ name: 'Taken back', status: 'draft', files: {} })).dataset;
    const source = { import: await root.put('back/in.csv', 'in\n') };
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body: { subsets: [{ path: 'taken-back/taken-back-1.0/in.csv', source }] },
    });
    await update(id, { status: 'published', freeze: true });
    expect((await update(id, { status: 'withdrawn' })).code).toBe(200);
    expect((await detail(id)).release.freezing).toBeNull();
    await release();
    await t.app.settle();
    await t.app.settle();
    await update(id, { status: 'published' });
    expect(await detail(id)).toMatchObject({ release: { freezing: null }, dataset: { frozenAt: null } });
    expect((await freeze(id)).data).toMatchObject({ frozenAt: expect.any(String) });
  });

  test('a folder of many files, whose archive a job lays out, freezes as its files are', async () => {
    const names = Array.from({ length: 1_100 }, (_, i) => `${i}.txt`);
    for (const name of names) await root.put(`folder/${name}`, name);
    const { id } = (await t.dataset({ name: 'Folder', status: 'draft', files: {} })).dataset;
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body: { subsets: [{ path: 'folder/folder-1.0/all.zip', source: { import: `${root.path}/folder` } }] },
    });
    await update(id, { status: 'published', freeze: true });
    while ((await detail(id)).dataset.frozenAt === null) {
      // Asked for while the archive is being laid out, the job comes again a moment later.
      t.clock.now += 5_000;
      await t.app.settle();
    }
    const lines = names
      .map((name) => `all/${name}`)
      .sort()
      .map((name) => `${sha256(name.slice(4))}  ${name}\n`);
    expect((await detail(id)).dataset.releaseHash).toBe(sha256(lines.join('')));
  });

  test('an archive of the dataset’s own is a line under its file name; an equal name is refused', async () => {
    const body = form(
      { name: 'Own', version: '1.0', modalityName: 'MRI', path: 'own/one.zip' },
      ['subsets', 'x', 'x.csv'],
      ['archive', 'its own', 'whatever.zip'],
    );
    const { id } = await t.call<Dataset>('POST', '/api/v1/admin/addDataset', { token, body });
    const lines = [`${sha256('its own')}  one.zip\n`, `${sha256('x')}  x.csv\n`];
    expect((await freeze(id)).data?.releaseHash).toBe(sha256(lines.join('')));
    const same = form({ name: 'Same', version: '1.0', modalityName: 'MRI', path: 'same/x.zip' }, [
      'archive',
      'its own',
      'whatever.zip',
    ]);
    const other = await t.call<Dataset>('POST', '/api/v1/admin/addDataset', { token, body: same });
    await t.call('POST', `/api/v1/admin/addSubsets/${other.id}`, {
      token,
      body: { subsets: [{ path: 'same/x/x.zip', source: { import: await root.put('x.zip', 'x') } }] },
    });
    await t.app.settle();
    const refused = { code: 409, errors: [{ path: 'path' }] };
    expect(await freeze(other.id)).toMatchObject(refused);
    expect(await update(other.id, { status: 'published', freeze: true })).toMatchObject(refused);
    // What was refused did not happen in part, nor does it later.
    expect((await versionsOf(other.id))[0]).toMatchObject({ status: 'draft', freezing: null });
  });

  test('without a file there is nothing to freeze', async () => {
    const { id } = (await t.dataset({ name: 'Empty', files: {} })).dataset;
    expect(await freeze(id)).toMatchObject({ code: 409, errors: [{ path: 'frozen' }] });
  });

  test('words, picture and order of a frozen version may change; each change is kept and shown', async () => {
    const { dataset, subsetList } = await t.dataset({ name: 'Words', fields: { detail: 'Before.' } });
    await freeze(dataset.id);
    const before = await download(dataset.id);
    expect((await update(dataset.id, { detail: 'After.', keywords: 'new', sort: 5 })).code).toBe(200);
    const subset = subsetList[0]?.id;
    await t.call('PUT', `/api/v1/admin/subset/${subset}`, { token, body: { desc: 'Described.', sort: 3 } });
    const { frozenChanges } = (await detail(dataset.id)).release;
    expect(frozenChanges.map(({ field, before, after }) => [field, before, after]).sort()).toEqual([
      ['desc: words/words-1.0/train.csv', '', 'Described.'],
      ['detail', 'Before.', 'After.'],
      ['keywords', '', 'new'],
      ['sort', '0', '5'],
    ]);
    expect(await download(dataset.id)).toEqual(before);
  });

  test('what all versions share is kept as changed of a frozen one, whichever version it is changed at', async () => {
    const { id } = (await t.dataset({ name: 'Shared', files: { 's.csv': 's' } })).dataset;
    await freeze(id);
    const { id: draft } = await newVersion(id, '2.0');
    expect((await update(draft, { name: 'Shared words', conceptDoi: '10.1234/all' })).code).toBe(200);
    const { frozenChanges } = (await detail(id)).release;
    expect(frozenChanges.map(({ field, before, after }) => [field, before, after]).sort()).toEqual([
      ['conceptDoi', '', '10.1234/all'],
      ['name', 'Shared', 'Shared words'],
    ]);
  });

  test('the concept’s DOI given with a version that is added by name is kept as changed of a frozen one', async () => {
    const { id } = (await t.dataset({ name: 'Joined', files: { 'j.csv': 'j' } })).dataset;
    await freeze(id);
    await t.dataset({ name: 'Joined', version: '2.0', fields: { conceptDoi: '10.1234/joined' } });
    const { frozenChanges } = (await detail(id)).release;
    expect(frozenChanges.map(({ field, before, after }) => [field, before, after])).toEqual([
      ['conceptDoi', '', '10.1234/joined'],
    ]);
  });

  test('it is withdrawn with a reason, never deleted', async () => {
    const { id } = (await t.dataset({ name: 'Withdrawn' })).dataset;
    await freeze(id);
    expect(await t.ask('DELETE', `/api/v1/admin/dataset/${id}`, { token })).toMatchObject({
      code: 409,
      msg: expect.stringContaining('Withdraw it instead'),
    });
    expect(await update(id, { status: 'withdrawn' })).toMatchObject({
      code: 400,
      errors: [{ path: 'reason' }],
    });
    const { dataset } = await t.open(id, user);
    expect((await update(id, { status: 'withdrawn', reason: 'Consent was withdrawn.' })).code).toBe(200);
    expect((await t.inject('GET', dataset.downloadUrl ?? '')).statusCode).toBe(410);
    const shown = await detail(id);
    expect(shown.dataset).toMatchObject({ status: 'withdrawn', releaseHash: expect.any(String) });
    expect(shown.release.withdrawnReason).toBe('Consent was withdrawn.');
  });

  test('withdrawn again it keeps its reason, unless another is given; never an empty one', async () => {
    const { id } = (await t.dataset({ name: 'Withdrawn twice' })).dataset;
    await freeze(id);
    const reason = async () => (await detail(id)).release.withdrawnReason;
    await update(id, { status: 'withdrawn', reason: 'Consent was withdrawn.' });
    const { withdrawnAt } = (await detail(id)).release;
    t.clock.now += 60_000;
    expect((await update(id, { status: 'withdrawn', keywords: 'x' })).code).toBe(200);
    expect(await reason()).toBe('Consent was withdrawn.');
    expect(await update(id, { status: 'withdrawn', reason: ' ' })).toMatchObject({
      code: 400,
      errors: [{ path: 'reason' }],
    });
    expect(await reason()).toBe('Consent was withdrawn.');
    expect((await update(id, { status: 'withdrawn', reason: 'A court’s order.' })).code).toBe(200);
    expect((await detail(id)).release).toMatchObject({ withdrawnReason: 'A court’s order.', withdrawnAt });
  });

  test('a frozen draft: its refusal names ways out that are there', async () => {
    const drafted = async (name: string) => {
      const { id } = (await t.dataset({ name, status: 'draft' })).dataset;
      await freeze(id);
      return id;
    };
    const id = await drafted('Frozen draft');
    expect(await t.ask('DELETE', `/api/v1/admin/dataset/${id}`, { token })).toMatchObject({
      code: 409,
      msg: expect.stringMatching(/Publish it, then withdraw it.*owner/),
      errors: [{ path: 'frozen' }],
    });
    expect((await update(id, { status: 'published' })).code).toBe(200);
    expect((await update(id, { status: 'withdrawn', reason: 'Frozen by mistake.' })).code).toBe(200);
    const other = await drafted('Other frozen draft');
    const purged = await t.ask('POST', `/api/v1/admin/dataset/${other}/purgeFiles`, {
      token,
      body: { reason: 'Frozen by mistake.' },
    });
    expect(purged.code).toBe(200);
    expect((await update(other, { status: 'published' })).code).toBe(404);
  });

  test('a file that was deleted for ever keeps nobody from publishing the rest', async () => {
    const { dataset, subsetList } = await t.dataset({
      name: 'Less',
      status: 'draft',
      files: { 'a.csv': 'a', 'b.csv': 'b' },
    });
    const subset = subsetList[0]?.id;
    await t.call('DELETE', `/api/v1/admin/subset/${subset}`, { token });
    await t.call('DELETE', `/api/v1/admin/trash/${subset}`, { token });
    expect((await update(dataset.id, { status: 'published', freeze: true })).code).toBe(200);
  });

  test('purging: the owners alone, with a reason; who else holds the bytes is named, and goes too when ticked', async () => {
    const { id } = (await t.dataset({ name: 'Purged', files: { 'p.csv': 'purged bytes' } })).dataset;
    await freeze(id);
    const { id: next } = await newVersion(id, '2.0');
    await update(next, { status: 'published' });
    const purge = (body: object, by = token) =>
      t.ask('POST', `/api/v1/admin/dataset/${id}/purgeFiles`, { token: by, body });
    const curator = await administrator(t, 'curator', 'curator@lab.example');
    expect((await purge({ reason: 'Law.' }, curator.token)).code).toBe(403);
    expect(await purge({})).toMatchObject({ code: 400, errors: [{ path: 'reason' }] });
    expect(await t.call('GET', `/api/v1/admin/dataset/${id}/sharing`, { token })).toEqual([
      { id: next, version: '2.0', status: 'published', frozen: false, files: 1 },
    ]);
    const states = async () => {
      await t.app.settle();
      return sql<{ state: string }>(t, `select state from blobs where sha256 = '${sha256('purged bytes')}'`);
    };
    expect((await purge({ reason: 'Law.' })).code).toBe(200);
    expect(await states()).toEqual([{ state: 'kept' }]);
    expect((await detail(id)).release.withdrawnReason).toBe('Law.');
    expect(await update(id, { status: 'published' })).toMatchObject({ code: 409 });
    expect((await purge({ reason: 'Law.', also: [next] })).code).toBe(200);
    expect(await states()).toEqual([{ state: 'purged' }]);
    expect((await detail(next)).dataset.status).toBe('withdrawn');
    expect((await versionsOf(id)).map(({ filesPurged }) => filesPurged)).toEqual([true, true]);
  });

  test('purging names who holds the bytes in a replaced or trashed file, and nobody who holds them no more', async () => {
    const files = { 'r.csv': 'replaced bytes', 's.csv': 'the same bytes' };
    const { id } = (await t.dataset({ name: 'Held', files })).dataset;
    await freeze(id);
    const next = async (version: string) => {
      // Versions are named in the order in which they were made.
      t.clock.now += 1_000;
      const { id: made } = await newVersion(id, version);
      await update(made, { status: 'published' });
      await t.app.settle();
      const { subsetList } = await t.open(made, user);
      const subsetOf = (name: string) => subsetList.find(({ path }) => path.endsWith(`/${name}`))?.id ?? '';
      return { made, subsetOf };
    };
    const [replaced, trashed, whole] = [await next('1.1'), await next('1.2'), await next('1.3')];
    for (const name of ['r.csv', 's.csv']) {
      const source = { import: await root.put(`held-${name}`, `new ${name}`) };
      const path = `/api/v1/admin/subset/${replaced.subsetOf(name)}`;
      await t.call('PUT', path, { token, body: { source } });
      await t.call('DELETE', `/api/v1/admin/subset/${trashed.subsetOf(name)}`, { token });
    }
    await t.app.settle();
    const sharing = () => t.call('GET', `/api/v1/admin/dataset/${id}/sharing`, { token });
    const former = { status: 'published', frozen: false, files: 0 };
    expect(await sharing()).toEqual([
      { id: replaced.made, version: '1.1', ...former },
      { id: trashed.made, version: '1.2', ...former },
      { id: whole.made, version: '1.3', ...former, files: 2 },
    ]);
    const purge = (also: string[]) =>
      t.ask('POST', `/api/v1/admin/dataset/${id}/purgeFiles`, { token, body: { reason: 'Law.', also } });
    const states = async () => {
      await t.app.settle();
      return sql<{ state: string }>(
        t,
        `select state from blobs where sha256 = '${sha256('replaced bytes')}'`,
      );
    };
    expect((await purge([whole.made])).code).toBe(200);
    expect(await states()).toEqual([{ state: 'kept' }]);
    expect(await sharing()).toMatchObject([{ id: replaced.made }, { id: trashed.made }]);
    expect(await purge([whole.made])).toMatchObject({ code: 400, errors: [{ path: 'also.0' }] });
    expect((await purge([replaced.made, trashed.made])).code).toBe(200);
    expect(await states()).toEqual([{ state: 'purged' }]);
    expect((await detail(replaced.made)).dataset.status).toBe('withdrawn');
    expect(await sharing()).toEqual([]);
    const restored = `/api/v1/admin/trash/${trashed.subsetOf('r.csv')}/restore`;
    expect((await t.ask('POST', restored, { token })).code, 'in the trash without its file').toBe(404);
  });

  /** A frozen version and one made from it, published and not frozen, with the same files. */
  async function frozenAndNext(name: string, files: Record<string, string>) {
    const { id } = (await t.dataset({ name, files })).dataset;
    await freeze(id);
    const { id: next } = await newVersion(id, '2.0');
    await update(next, { status: 'published' });
    const { subsetList } = await detail(next);
    const subset = (end: string) => subsetList.find(({ path }) => path.endsWith(`/${end}`))?.id;
    const purge = () =>
      t.ask('POST', `/api/v1/admin/dataset/${id}/purgeFiles`, {
        token,
        body: { reason: 'Law.', also: [next] },
      });
    /** Its objects whose bytes are there, as the database says. */
    const served = () => sql(t, `select id from objects where dataset_id = '${next}' and purged_at is null`);
    return { id, next, subset, purge, served };
  }

  test('a version purged without being frozen gets no other files, and is never published again without its bytes', async () => {
    const files = { 'a.csv': 'unfrozen a', 'b.csv': 'unfrozen b' };
    const { next, subset, purge, served } = await frozenAndNext('Unfrozen', files);
    expect((await purge()).code).toBe(200);
    await t.app.settle();
    const refusal = {
      code: 409,
      msg: 'The files of this version were purged. Make a new version to add others.',
    };
    const one = `/api/v1/admin/subset/${subset('a.csv')}`;
    expect(await t.ask('DELETE', one, { token })).toMatchObject(refusal);
    expect(await t.ask('PUT', one, { token, body: { path: 'unfrozen/c.csv' } })).toMatchObject(refusal);
    const added = form({}, ['subsets', 'more', 'more.csv']);
    expect(await t.ask('POST', `/api/v1/admin/addSubsets/${next}`, { token, body: added })).toMatchObject(
      refusal,
    );
    expect(await update(next, form({}, ['archive', 'PK', 'own.zip']))).toMatchObject(refusal);
    expect(await served()).toEqual([]);
    expect(await update(next, { status: 'published' })).toMatchObject({
      code: 409,
      msg: 'Its files were purged: it cannot be published again.',
    });
    expect((await detail(next)).dataset.status).toBe('withdrawn');
    // Words of its tombstone may change, and it may be deleted.
    expect((await update(next, { keywords: 'gone' })).code).toBe(200);
    expect((await t.ask('DELETE', `/api/v1/admin/dataset/${next}`, { token })).code).toBe(200);
  });

  test('an archive that waits to be laid out, or a wish to freeze, ends with the purge of a version', async () => {
    for (let n = 0; n < 1_100; n++) await root.put(`laid/${n}.txt`, `laid ${n}`);
    const { next, subset, purge, served } = await frozenAndNext('Laid out', {
      'a.csv': 'laid a',
      'b.csv': 'laid b',
    });
    const source = { import: `${root.path}/laid` };
    await t.call('POST', `/api/v1/admin/addSubsets/${next}`, {
      token,
      body: { subsets: [{ path: 'laid-out/laid-out-2.0/all.zip', source }] },
    });
    await t.app.settle();
    const release = await holdJobs(t, 'whole');
    await t.call('DELETE', `/api/v1/admin/subset/${subset('a.csv')}`, { token });
    expect((await freeze(next)).data).toMatchObject({ freezing: 'pending' });
    expect((await purge()).code).toBe(200);
    await release();
    await t.app.settle();
    await t.app.settle();
    expect(await served()).toEqual([]);
    expect((await versionsOf(next)).find(({ id }) => id === next)).toMatchObject({
      filesPurged: true,
      freezing: null,
      frozenAt: null,
    });
  });

  test('purging waits until the files of each version that stays are hashed', async () => {
    const { id, next, purge, served } = await frozenAndNext('Hashing', { 'a.csv': 'hashing a' });
    const release = await holdJobs(t, 'intake');
    const source = { import: await root.put('hashing/in.csv', 'hashing in') };
    const subsets = [{ path: 'hashing/hashing-2.0/in.csv', source }];
    await t.call('POST', `/api/v1/admin/addSubsets/${next}`, { token, body: { subsets } });
    expect(await purge()).toMatchObject({
      code: 409,
      msg: 'Files are still being hashed. Please try again when that is done.',
    });
    expect((await detail(id)).dataset.status, 'not one of them').toBe('published');
    await release();
    await t.app.settle();
    expect((await purge()).code).toBe(200);
    expect(await served()).toEqual([]);
  });

  test('a draft purged with it leaves its number and paths free; what is made from a purged version has no files', async () => {
    const { id } = (await t.dataset({ name: 'Freed', files: { 'f.csv': 'freed bytes' } })).dataset;
    await freeze(id);
    const { id: draft } = await newVersion(id, '2.0');
    // The same version twice is once.
    const body = { reason: 'Law.', also: [draft, draft] };
    expect(await t.ask('POST', `/api/v1/admin/dataset/${id}/purgeFiles`, { token, body })).toMatchObject({
      code: 200,
    });
    const made = await newVersion(id, '2.0');
    expect(await t.call('GET', `/api/v1/admin/dataset/${made.id}`, { token })).toMatchObject({
      dataset: { path: 'freed/freed-2.0.zip', status: 'draft', fileCount: 0 },
      subsetList: [],
    });
    expect(await freeze(made.id)).toMatchObject({ code: 409, errors: [{ path: 'frozen' }] });
  });
});
