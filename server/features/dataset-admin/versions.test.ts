import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Fixity, Subset } from '../../../contract/catalogue.ts';
import type { AdminVersion } from '../../../contract/dataset-versions.ts';
import type { Identifiers, Release } from '../../../contract/releases.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { form, picture } from '../../testing/forms.ts';
import { holdJobs, type ImportRoot, importRoot } from '../../testing/import-root.ts';
import { filesUnder, sql } from '../../testing/look-inside.ts';
import { readZip } from '../../testing/tools.ts';

onEitherDatabase('releases "Versions and releases"', (database) => {
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

  const update = (id: string, body: object) =>
    t.ask('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body });
  const next = async (id: string, version: string, note = '') =>
    (
      await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${id}/newVersion`, {
        token,
        body: { version, note },
      })
    ).id;
  const versions = (id: string) =>
    t.call<{ slug: string; versions: AdminVersion[] }>('GET', `/api/v1/admin/dataset/${id}/versions`, {
      token,
    });
  const detail = (id: string) =>
    t.call<{ dataset: Dataset; subsetList: Subset[]; release: Release; fixity: Fixity | null }>(
      'GET',
      `/api/v1/dataset/${id}`,
    );
  const leadsTo = async (path: string) => {
    const { statusCode, headers } = await t.inject('GET', path);
    return statusCode === 302 ? String(headers.location) : statusCode;
  };
  const zip = async (id: string) => {
    const { dataset } = await t.open(id, user);
    const { rawPayload, headers } = await t.inject('GET', dataset.downloadUrl ?? '');
    return { etag: headers.etag, files: await readZip(rawPayload) };
  };

  test('datasets of exactly one name are versions of one; the permanent addresses lead to them', async () => {
    const one = (await t.dataset({ name: 'Weather stations', version: '1.0' })).dataset.id;
    expect((await detail(one)).dataset.slug).toBe('weather-stations');
    expect(await leadsTo('/d/weather-stations')).toBe(`/datasetDetail/${one}`);
    t.clock.now += 1_000;
    const two = (await t.dataset({ name: 'Weather stations', version: '2.0 (β)' })).dataset.id;
    const draft = (await t.dataset({ name: 'Weather stations', version: '3.0', status: 'draft' })).dataset.id;
    expect(await leadsTo('/d/weather-stations')).toBe(`/datasetDetail/${two}`);
    expect(await leadsTo(`/d/weather-stations/${encodeURIComponent('2.0 (β)')}`)).toBe(
      `/datasetDetail/${two}`,
    );
    expect(await leadsTo('/d/weather-stations/1.0')).toBe(`/datasetDetail/${one}`);
    for (const nowhere of ['/d/weather-stations/3.0', '/d/weather', '/d/weather-stations/9'])
      expect(await leadsTo(nowhere), nowhere).toBe(404);
    expect((await detail(one)).release.versions.map(({ id }) => id)).toEqual([two, one]);
    expect((await versions(one)).versions.map(({ id }) => id)).toEqual([draft, two, one]);
    // Withdrawn ones last.
    await update(two, { status: 'withdrawn' });
    expect(await leadsTo('/d/weather-stations')).toBe(`/datasetDetail/${one}`);
    await update(one, { status: 'withdrawn', reason: 'Sensors were swapped.' });
    expect(await leadsTo('/d/weather-stations')).toBe(`/datasetDetail/${two}`);
    expect((await detail(one)).release).toMatchObject({
      withdrawnReason: 'Sensors were swapped.',
      withdrawnAt: expect.any(String),
    });
    await update(one, { status: 'published' });
    expect((await detail(one)).release).toMatchObject({ withdrawnReason: '', withdrawnAt: null });
  });

  test('other names of the same letters have an address of their own, and an address is never given again', async () => {
    const one = (await t.dataset({ name: 'Sea ice' })).dataset.id;
    const other = (await t.dataset({ name: 'SEA-ICE', version: '1.1' })).dataset.id;
    expect((await detail(one)).dataset.slug).toBe('sea-ice');
    expect((await detail(other)).dataset.slug).toBe('sea-ice-2');
    await t.ask('DELETE', `/api/v1/admin/dataset/${one}`, { token });
    await t.ask('DELETE', `/api/v1/admin/trash/${one}`, { token });
    expect(await leadsTo('/d/sea-ice')).toBe(404);
    expect(
      (await detail((await t.dataset({ name: 'Sea Ice', version: '1.2' })).dataset.id)).dataset.slug,
    ).toBe('sea-ice-3');
  });

  test('renaming one renames all; another dataset’s name is refused; the address of a published one stays', async () => {
    const one = (await t.dataset({ name: 'Old name', version: '1' })).dataset.id;
    const two = await next(one, '2');
    await t.dataset({ name: 'Taken name' });
    expect(await update(two, { name: 'Taken name' })).toMatchObject({
      code: 409,
      errors: [{ path: 'name' }],
    });
    expect((await update(two, { name: 'New name' })).code).toBe(200);
    expect((await detail(one)).dataset).toMatchObject({ name: 'New name', slug: 'old-name' });
    const draft = (await t.dataset({ name: 'Draft name', status: 'draft' })).dataset.id;
    await update(draft, { name: 'Better name' });
    expect((await versions(draft)).slug).toBe('better-name');
  });

  test('no new version while something is hashed, but for what lies in the trash; restored, that becomes whole', async () => {
    const release = await holdJobs(t, 'intake');
    const { id } = (await t.dataset({ name: 'Hashed late' })).dataset;
    const source = { import: await root.put('late.csv', 'late') };
    const body = { subsets: [{ path: 'hashed-late/hashed-late-1.0/late.csv', source }] };
    const { subsets } = await t.call<{ subsets: Subset[] }>('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body,
    });
    const subset = subsets[0]?.id;
    const ask = (version: string) =>
      t.ask('POST', `/api/v1/admin/dataset/${id}/newVersion`, { token, body: { version } });
    const waits = { code: 409, msg: expect.stringContaining('still being hashed') };
    expect(await ask('2.0')).toMatchObject(waits);
    await t.call('DELETE', `/api/v1/admin/subset/${subset}`, { token });
    expect(await ask('2.0')).toMatchObject({ code: 200 });
    await t.call('POST', `/api/v1/admin/trash/${subset}/restore`, { token });
    expect(await ask('3.0')).toMatchObject(waits);
    await t.call('DELETE', `/api/v1/admin/subset/${subset}`, { token });
    await release();
    await t.app.settle();
    await t.call('POST', `/api/v1/admin/trash/${subset}/restore`, { token });
    expect((await zip(id)).files.map(({ name }) => name)).toEqual(['late.csv', 'train.csv']);
  });

  test('a published version keeps its number', async () => {
    const { id } = (await t.dataset({ name: 'Numbered', version: '1.0' })).dataset;
    expect(await update(id, { version: '1.1' })).toMatchObject({ code: 409, errors: [{ path: 'version' }] });
    expect((await update(id, { version: '1.0', keywords: 'x' })).code).toBe(200);
    const draft = await next(id, '1.1');
    expect((await update(draft, { version: '1.2' })).code).toBe(200);
  });

  test('a new version: a draft with the same files under paths of its own; no byte is copied', async () => {
    const files = { 'a.csv': 'a\n', 'b.csv': 'b\n' };
    const { id } = (await t.dataset({ name: 'Copied', version: '1.0', files, fields: { detail: 'Words.' } }))
      .dataset;
    await t.call('POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body: form({}, ['subsets', 'c\n', 'c.csv']),
    });
    const { subsetList } = await detail(id);
    const moved = subsetList.find(({ path }) => path.endsWith('/c.csv'));
    await t.call('PUT', `/api/v1/admin/subset/${moved?.id}`, { token, body: { path: 'else/where/c.csv' } });
    const before = await filesUnder(t, 'blobs');
    const made = await next(id, '1.1', 'Corrected.');
    expect(await filesUnder(t, 'blobs')).toEqual(before);
    const shown = await t.call<{ dataset: Dataset; subsetList: Subset[] }>(
      'GET',
      `/api/v1/admin/dataset/${made}`,
      { token },
    );
    expect(shown.dataset).toMatchObject({ status: 'draft', version: '1.1', detail: 'Words.', count: 0 });
    expect(shown.subsetList.map(({ path }) => path).sort()).toEqual([
      'copied/copied-1.1/a.csv',
      'copied/copied-1.1/b.csv',
      'copied/copied-1.1/else/where/c.csv',
    ]);
    await update(made, { status: 'published' });
    const [old, fresh] = [await zip(id), await zip(made)];
    expect(fresh).toEqual(old);
    expect((await detail(made)).release.note).toBe('Corrected.');
    expect((await detail(made)).fixity?.files).toBe((await detail(id)).fixity?.files);
    // A change of the new one is none of the old one.
    const [first] = shown.subsetList;
    await t.call('DELETE', `/api/v1/admin/subset/${first?.id}`, { token });
    expect(await zip(id)).toEqual(old);
    expect((await zip(made)).files).toHaveLength(2);
  });

  test('a new version is refused where its number is taken', async () => {
    const { id } = (await t.dataset({ name: 'Twice', version: '1.0' })).dataset;
    const again = await t.ask('POST', `/api/v1/admin/dataset/${id}/newVersion`, {
      token,
      body: { version: '1.0' },
    });
    expect(again).toMatchObject({ code: 409, errors: [{ path: 'version' }] });
    expect((await sql(t, `select id from datasets where name = 'Twice'`)).length).toBe(1);
  });

  test('bytes that another version holds stay when one is purged, and go with the last', async () => {
    const { id } = (await t.dataset({ name: 'Shared', version: '1', files: { 'only.csv': 'shared bytes' } }))
      .dataset;
    const made = await next(id, '2');
    await update(made, { status: 'published' });
    const before = await zip(made);
    const kept = async () =>
      (
        await sql<{ state: string }>(
          t,
          `select state from blobs where sha256 in
        (select etag from objects where dataset_id = '${id}' and kind = 'file')`,
        )
      ).map(({ state }) => state);
    const purge = async (which: string) => {
      await t.call('DELETE', `/api/v1/admin/dataset/${which}`, { token });
      await t.call('DELETE', `/api/v1/admin/trash/${which}`, { token });
      await t.app.settle();
    };
    await purge(id);
    expect(await kept()).toEqual(['kept']);
    expect(await zip(made)).toEqual(before);
    await purge(made);
    expect(await kept()).toEqual(['purged']);
  });

  test('a picture that another version has stays when one is purged, and goes with the last', async () => {
    const body = form({ name: 'Pictured', version: '1', modalityName: 'MRI' }, [
      'samples',
      await picture(),
      'p.png',
    ]);
    const { id, samples } = await t.call<Dataset>('POST', '/api/v1/admin/addDataset', { token, body });
    const made = await next(id, '2');
    for (const [which, status] of [
      [id, 200],
      [made, 404],
    ] as const) {
      await t.call('DELETE', `/api/v1/admin/dataset/${which}`, { token });
      await t.call('DELETE', `/api/v1/admin/trash/${which}`, { token });
      expect((await t.inject('GET', `/static/${samples}`)).statusCode).toBe(status);
    }
  });

  test('embargo: the page is public, bytes are 403 with the date until that day begins, and it ends by itself', async () => {
    const { id } = (await t.dataset({ name: 'Embargoed' })).dataset;
    const day = new Date(t.clock.now + 3 * 86_400_000).toISOString().slice(0, 10);
    expect((await update(id, { embargoUntil: 'soon' })).code).toBe(400);
    expect((await update(id, { embargoUntil: day })).code).toBe(200);
    expect((await detail(id)).dataset.embargoUntil).toBe(day);
    const { dataset, subsetList } = await t.open(id, user);
    const links = [dataset.downloadUrl, dataset.inspectionUrl, subsetList[0]?.downloadUrl];
    const started = t.clock.now;
    t.clock.now = Date.parse(`${day}T00:00:00Z`) - 1;
    for (const link of links) {
      const answer = await t.ask('GET', link ?? '');
      expect(answer, link).toMatchObject({ code: 403, msg: expect.stringContaining(day) });
    }
    t.clock.now += 1;
    expect((await t.inject('GET', links[2] ?? '')).statusCode).toBe(200);
    t.clock.now = started;
    expect((await update(id, { embargoUntil: '' })).code).toBe(200);
    expect((await t.inject('GET', links[2] ?? '')).statusCode).toBe(200);
  });

  test('identifiers: their form is checked, addresses are taken off, the concept’s DOI is of all versions', async () => {
    const { id } = (await t.dataset({ name: 'Identified', version: '1' })).dataset;
    const made = await next(id, '2');
    const given = {
      doi: 'https://doi.org/10.1234/abc.1',
      conceptDoi: '10.1234/abc',
      authorList: [{ name: 'Lovelace, Ada', orcid: 'https://orcid.org/0000-0002-1825-0097' }],
      funders: [{ name: 'A foundation', ror: 'https://ror.org/05dxps055', award: 'X-1' }],
      relatedWorks: [{ doi: '10.5555/12345678', relation: 'IsSupplementTo' }],
    };
    expect((await update(id, given)).code).toBe(200);
    const expected: Identifiers = {
      doi: '10.1234/abc.1',
      conceptDoi: '10.1234/abc',
      authorList: [{ name: 'Lovelace, Ada', orcid: '0000-0002-1825-0097' }],
      funders: [{ name: 'A foundation', ror: '05dxps055', award: 'X-1' }],
      relatedWorks: [{ doi: '10.5555/12345678', relation: 'IsSupplementTo' }],
    };
    expect((await detail(id)).release.identifiers).toEqual(expected);
    await update(made, { status: 'published' });
    expect((await detail(made)).release.identifiers).toMatchObject({ doi: '', conceptDoi: '10.1234/abc' });
    for (const [body, path] of [
      [{ doi: 'abc' }, 'doi'],
      [{ authorList: [{ name: 'A', orcid: '0000-0002-1825-0098' }] }, 'authorList.0.orcid'],
      [{ funders: [{ name: 'A', ror: 'ror' }] }, 'funders.0.ror'],
      [{ relatedWorks: [{ doi: '', relation: 'Cites' }] }, 'relatedWorks.0.doi'],
    ] as const)
      expect(await update(id, body), path).toMatchObject({ code: 400, errors: [{ path }] });
  });

  test('a version added by name has the concept’s DOI of the others, or gives them its own', async () => {
    const doiOf = async (id: string) => (await detail(id)).release.identifiers.conceptDoi;
    const added = async (version: string, fields: Record<string, string> = {}) =>
      (await t.dataset({ name: 'Of one concept', version, fields })).dataset.id;
    const one = await added('1', { conceptDoi: '10.1234/one' });
    const two = await added('2');
    expect(await doiOf(two)).toBe('10.1234/one');
    // A form sends what was not filled in as an empty field.
    const three = await added('3', { conceptDoi: '' });
    expect(await doiOf(three)).toBe('10.1234/one');
    const four = await added('4', { conceptDoi: '10.1234/all' });
    for (const id of [one, two, three, four]) expect(await doiOf(id)).toBe('10.1234/all');
  });

  test('an archive of its own keeps its name in the next versions: nothing is new until it is replaced', async () => {
    const body = form(
      { name: 'Packed', version: '1.0', modalityName: 'MRI' },
      ['subsets', 'x', 'x.csv'],
      ['archive', 'PK packed', 'whatever.zip'],
    );
    const { id } = await t.call<Dataset>('POST', '/api/v1/admin/addDataset', { token, body });
    const publish = async (which: string) => {
      expect((await update(which, { status: 'published', freeze: true })).code).toBe(200);
      await t.app.settle();
      return (await detail(which)).dataset;
    };
    const old = await publish(id);
    expect(old.path).toBe('packed/packed-1.0.zip');
    const made = await publish(await next(id, '1/1'));
    expect(made).toMatchObject({ path: 'packed/1-1/packed-1.0.zip', releaseHash: old.releaseHash });
    const { subsetList } = await detail(made.id);
    expect(subsetList.map(({ path }) => path)).toEqual(['packed/1-1/packed-1.0/x.csv']);
    const changes = async (which: string) =>
      (await t.ask('GET', `/api/v1/dataset/${which}/changes?from=1.0`)).data;
    const same = { added: 0, removed: 0, changed: 0, moved: 0, same: 2 };
    expect(await changes(made.id)).toMatchObject({ totals: same, list: [] });
    const since = await t.inject('GET', `/api/v1/dataset/${made.id}/manifest?format=json&since=1.0`);
    expect(since.json()).toMatchObject({ files: [] });
    // Also from one to the next, and with other bytes.
    const third = await next(made.id, '1.2');
    await t.call('PUT', `/api/v1/admin/updateDataset/${third}`, {
      token,
      body: form({}, ['archive', 'PK repacked', 'other.zip']),
    });
    expect((await publish(third)).path).toBe('packed/1.2/packed-1.0.zip');
    expect(await changes(third)).toMatchObject({
      totals: { ...same, changed: 1, same: 1 },
      list: [{ kind: 'changed', path: 'packed-1.0.zip' }],
    });
  });

  test('a path that would be too long with the archive’s name is refused in words', async () => {
    const path = `long/${'n'.repeat(1_010)}.zip`;
    const body = form({ name: 'Long archive', version: '1.0', modalityName: 'MRI', path }, [
      'archive',
      'PK long',
      'whatever.zip',
    ]);
    const { id } = await t.call<Dataset>('POST', '/api/v1/admin/addDataset', { token, body });
    const refused = await t.ask('POST', `/api/v1/admin/dataset/${id}/newVersion`, {
      token,
      body: { version: '1.1' },
    });
    expect(refused).toMatchObject({ code: 400, errors: [{ path: 'version' }] });
  });

  test('what differs between two versions, a draft too: added, removed, changed, moved, with sizes', async () => {
    const files = { 'same.csv': 'same', 'gone.csv': 'gone', 'old.csv': 'moved bytes', 'data.csv': 'ab' };
    const { id } = (await t.dataset({ name: 'Compared', version: '1.0', files })).dataset;
    const made = await next(id, '1.1');
    const { subsetList } = await t.call<{ subsetList: Subset[] }>('GET', `/api/v1/admin/dataset/${made}`, {
      token,
    });
    for (const { id: subset, path } of subsetList) {
      if (path.endsWith('old.csv'))
        await t.call('PUT', `/api/v1/admin/subset/${subset}`, {
          token,
          body: { path: 'compared/compared-1.1/new.csv' },
        });
      else if (!path.endsWith('same.csv'))
        await t.call('DELETE', `/api/v1/admin/subset/${subset}`, { token });
    }
    await t.call('POST', `/api/v1/admin/addSubsets/${made}`, {
      token,
      body: form({}, ['subsets', 'abc', 'data.csv'], ['subsets', 'fresh', 'fresh.csv']),
    });
    const compare = (query: string) =>
      t.ask('GET', `/api/v1/admin/dataset/${made}/changes?${query}`, { token });
    expect((await compare('from=1.0')).data).toMatchObject({
      totals: { added: 1, removed: 1, changed: 1, moved: 1, same: 1 },
      list: [
        { kind: 'changed', path: 'data.csv', size: 3, sizeBefore: 2 },
        { kind: 'added', path: 'fresh.csv', size: 5 },
        { kind: 'removed', path: 'gone.csv', size: 4 },
        { kind: 'moved', path: 'new.csv', size: 11, from: 'old.csv' },
      ],
      count: 4,
      coming: 0,
    });
    expect((await compare('from=1.0&pageIndex=2&pageSize=3')).data).toMatchObject({
      list: [{ kind: 'moved' }],
      count: 4,
    });
    expect((await compare('from=9.9')).code).toBe(404);
    expect((await compare('from=1.0&sort=path')).code).toBe(400);
    // Visitors learn nothing of a draft.
    expect((await t.ask('GET', `/api/v1/admin/dataset/${made}/changes?from=1.0`, { token: user })).code).toBe(
      403,
    );
  });
});
