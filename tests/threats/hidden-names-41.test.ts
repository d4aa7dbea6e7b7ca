import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import * as formats from '../../contract/formats.ts';
import { manifestFormats } from '../../contract/manifest.ts';
import type { UserStatus } from '../../contract/session.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { askForRequests, decideRequest, sendRequest } from '../../server/testing/requests.ts';
import { newestOf, termsCalls } from '../../server/testing/terms.ts';

type Statuses = Exclude<UserStatus, 'expired'>;

onEitherDatabase('threats row 41: drafts and hidden names', (database) => {
  let t: TestApp;
  const tokens = new Map<string, string | undefined>([['nobody', undefined]]);
  beforeAll(async () => {
    const distFolder = fileURLToPath(new URL('../../dist', import.meta.url));
    t = await buildTestApp({ database, distFolder });
    for (const status of ['pending', 'rejected', 'needs_info', 'suspended', 'approved'] as Statuses[])
      tokens.set(status, (await t.user(`${status}@example.org`, status)).token);
    tokens.set('administrator', await t.adminToken());
  });
  afterAll(() => t.close());

  const FILES = { 'hiv-positive-7.csv': 'one', 'hiv-negative-8.csv': 'two' };

  /** What would tell of the files: their names and hashes, and those of the whole. */
  async function secretsOf(id: string): Promise<string[]> {
    await t.call('POST', `/api/v1/admin/dataset/${id}/freeze`, { token: await t.adminToken() });
    await t.app.settle();
    const { dataset, subsetList } = await t.call<{ dataset: Dataset; subsetList: Subset[] }>(
      'GET',
      `/api/v1/admin/dataset/${id}`,
      { token: await t.adminToken() },
    );
    const all = [...subsetList.map(({ sha256 }) => sha256), dataset.releaseHash, dataset.sha256];
    expect(all.slice(0, -1)).not.toContain(null);
    return ['hiv-positive', 'hiv-negative', ...all.filter((one) => one !== null)];
  }

  /** All that can be read of a dataset without knowing a file's name, as `reader`. */
  async function readings(id: string, reader: string): Promise<Map<string, string>> {
    const token = tokens.get(reader);
    const urls = [
      `/api/v1/dataset/${id}`,
      '/api/v1/datasets',
      `/api/v1/dataset/${id}/fixity.svg`,
      `/api/v1/dataset/${id}/files?recursive=true`,
      ...manifestFormats.map((format) => `/api/v1/dataset/${id}/manifest?format=${format}`),
      `/api/v1/dataset/${id}/manifest?since=1.0`,
      `/api/v1/dataset/${id}/changes?from=1.0`,
      `/datasetDetail/${id}`,
      '/',
      '/sitemap.xml',
      '/feed.xml',
      '/catalog.ttl',
      '/catalog.jsonld',
      '/oai?verb=ListRecords&metadataPrefix=oai_dc',
      '/oai?verb=ListRecords&metadataPrefix=oai_datacite',
      '/oai?verb=ListIdentifiers&metadataPrefix=oai_dc',
      ...Object.values(formats).map(({ path }) => path.replace(':id', id)),
    ];
    const answers = await Promise.all(urls.map((url) => t.inject('GET', url, token ? { token } : {})));
    // Links to files, and hashes, stand in headers too.
    return new Map(answers.map(({ headers, body }, n) => [urls[n] ?? '', JSON.stringify(headers) + body]));
  }

  const told = async (id: string, reader: string, secrets: string[]) =>
    [...(await readings(id, reader))].flatMap(([url, body]) =>
      secrets.filter((secret) => body.includes(secret)).map((secret) => `${url} tells ${secret}`),
    );

  test('`approved`: neither a name nor a hash, but for an approved user', async () => {
    const fields = { filesVisible: 'approved' };
    const { dataset } = await t.dataset({ name: 'Hidden', files: FILES, fields });
    const secrets = await secretsOf(dataset.id);
    for (const reader of tokens.keys())
      if (reader !== 'approved') expect(await told(dataset.id, reader, secrets), reader).toEqual([]);
    const page = await t.open(dataset.id);
    expect(page).toMatchObject({
      dataset: { fileCount: 2, sha256: null, releaseHash: null },
      subsetList: [],
    });
    expect(page.dataset.size).toBeGreaterThan(6);
    expect(await told(dataset.id, 'approved', secrets), 'who may download').toEqual(
      expect.arrayContaining(secrets.map((secret) => `/api/v1/dataset/${dataset.id} tells ${secret}`)),
    );
  });

  test('`approved`, and a request or terms asked for: to who was granted it or has signed, not to others', async () => {
    const owner = await t.adminToken();
    const terms = termsCalls(t, () => owner);
    const approved = tokens.get('approved') ?? '';
    const granted = (await t.user('granted@example.org')).token;
    tokens.set('granted', granted);
    const fields = { filesVisible: 'approved' };
    const enter: Record<string, (id: string) => Promise<void>> = {
      async request(id) {
        await askForRequests(t, id);
        await decideRequest(t, await sendRequest(t, id, granted), 'granted');
        await sendRequest(t, id, approved);
      },
      async terms(id) {
        const set = await terms.add();
        await terms.asks(id, set.id);
        await terms.sign(id, granted, newestOf(set).id);
      },
    };
    for (const [policy, open] of Object.entries(enter)) {
      const { dataset } = await t.dataset({ name: `Hidden by ${policy}`, files: FILES, fields });
      const { id } = dataset;
      await open(id);
      const secrets = await secretsOf(id);
      for (const reader of tokens.keys())
        if (reader !== 'granted') expect(await told(id, reader, secrets), `${policy}, ${reader}`).toEqual([]);
      expect(await told(id, 'granted', secrets), policy).toEqual(
        expect.arrayContaining(secrets.map((secret) => `/api/v1/dataset/${id} tells ${secret}`)),
      );
      // As a download answers: what the person can do about it.
      const refused = await t.ask('GET', `/api/v1/dataset/${id}/manifest`, { token: approved });
      const reason = policy === 'terms' ? 'terms_to_sign' : 'request_pending';
      expect(refused).toMatchObject({ code: 403, errors: [{ path: 'access', message: reason }] });
    }
    tokens.delete('granted');
  });

  test('what was written about a file since the freezing tells no name', async () => {
    const token = await t.adminToken();
    const { dataset, subsetList } = await t.dataset({
      name: 'Described since',
      files: FILES,
      fields: { filesVisible: 'approved' },
    });
    const secrets = [...(await secretsOf(dataset.id)), 'hiv, all of them'];
    const [file] = subsetList;
    const body = { desc: 'hiv, all of them' };
    await t.call('PUT', `/api/v1/admin/subset/${file?.id}`, { token, body });
    for (const reader of tokens.keys())
      if (reader !== 'approved') expect(await told(dataset.id, reader, secrets), reader).toEqual([]);
    const changes = (await t.open(dataset.id, tokens.get('approved'))) as unknown as {
      release: { frozenChanges: object[] };
    };
    expect(changes.release.frozenChanges).toMatchObject([{ field: `desc: ${file?.path}`, before: '' }]);
    const withdrawn = { status: 'withdrawn', reason: 'Names told too much.' };
    await t.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, { token, body: withdrawn });
    const names = ['hiv-positive', 'hiv-negative', 'hiv, all'];
    for (const reader of tokens.keys()) expect(await told(dataset.id, reader, names), reader).toEqual([]);
  });

  test('`public`: to everybody; set to `approved`: to nobody at once', async () => {
    const { dataset } = await t.dataset({ name: 'Shown', files: FILES });
    const secrets = await secretsOf(dataset.id);
    const [url] = [`/datasetDetail/${dataset.id}`];
    expect(await told(dataset.id, 'nobody', secrets)).toEqual(
      expect.arrayContaining(secrets.map((secret) => `${url} tells ${secret}`)),
    );
    await t.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, {
      token: await t.adminToken(),
      body: { filesVisible: 'approved' },
    });
    expect(await told(dataset.id, 'nobody', secrets)).toEqual([]);
    // Frozen: what changed is kept and shown.
    const { release } = await t.call<{ release: { frozenChanges: object[] } }>(
      'GET',
      `/api/v1/dataset/${dataset.id}`,
    );
    expect(release.frozenChanges).toMatchObject([
      { field: 'filesVisible', before: 'public', after: 'approved' },
    ]);
  });

  test('withdrawn: no name; the release hash stays, where it was to be seen', async () => {
    for (const filesVisible of ['public', 'approved']) {
      const name = `Gone ${filesVisible}`;
      const { dataset } = await t.dataset({ name, files: FILES, fields: { filesVisible } });
      const secrets = await secretsOf(dataset.id);
      const body = { status: 'withdrawn', reason: 'Names told too much.' };
      await t.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, { token: await t.adminToken(), body });
      for (const reader of tokens.keys()) {
        const page = await t.open(dataset.id, tokens.get(reader));
        expect(page.subsetList, reader).toEqual([]);
        const knows = filesVisible === 'public' || reader === 'approved';
        expect(page.dataset.releaseHash !== null, `${filesVisible}, ${reader}`).toBe(knows);
        const names = secrets.slice(0, 4);
        expect(await told(dataset.id, reader, knows ? names : secrets), reader).toEqual([]);
      }
    }
  });

  test('a draft: nothing anywhere, whoever asks', async () => {
    const { dataset } = await t.dataset({ name: 'Drafted unseen', files: FILES, status: 'draft' });
    const secrets = [...(await secretsOf(dataset.id)), 'Drafted unseen', 'drafted-unseen'];
    for (const reader of tokens.keys()) expect(await told(dataset.id, reader, secrets), reader).toEqual([]);
  });

  test('an embargo hides no name that all may see, and shows none that they may not', async () => {
    // Both have the same bytes, so what is public comes last.
    for (const filesVisible of ['approved', 'public']) {
      const fields = { filesVisible, embargoUntil: '2999-12-31' };
      const { dataset } = await t.dataset({ name: `Embargoed ${filesVisible}`, files: FILES, fields });
      const secrets = await secretsOf(dataset.id);
      for (const reader of tokens.keys()) {
        const knows = filesVisible === 'public' || reader === 'approved';
        const known = secrets.map((secret) => `/api/v1/dataset/${dataset.id} tells ${secret}`);
        expect(await told(dataset.id, reader, secrets), `${filesVisible}, ${reader}`).toEqual(
          knows ? expect.arrayContaining(known) : [],
        );
      }
    }
  });

  test('column names: to everybody only where the dataset says so, its names are public, and its bytes are', async () => {
    const files = { 'table.csv': 'hiv_status,seen\n1,2\n' };
    const columnsVisible = 'public';
    const cases: [string, Record<string, string>, ('draft' | 'published' | 'withdrawn')?][] = [
      ['not said', {}],
      ['hidden names', { columnsVisible, filesVisible: 'approved' }],
      ['an embargo', { columnsVisible, embargoUntil: '2999-01-01' }],
      ['a draft', { columnsVisible }, 'draft'],
      ['withdrawn', { columnsVisible }, 'withdrawn'],
    ];
    for (const [name, fields, status = 'published'] of cases) {
      const { dataset } = await t.dataset({ name: `Columns: ${name}`, files, fields, status });
      for (const reader of tokens.keys())
        expect(await told(dataset.id, reader, ['hiv_status']), `${name}, ${reader}`).toEqual([]);
    }
    const embargoUntil = new Date(t.clock.now + 86_400_000).toISOString().slice(0, 10);
    const fields = { columnsVisible, embargoUntil };
    const { dataset } = await t.dataset({ name: 'Columns: shown', files, fields });
    expect(await told(dataset.id, 'nobody', ['hiv_status'])).toEqual([]);
    t.clock.now += 86_400_000;
    const [croissant] = [`/api/v1/dataset/${dataset.id}/croissant.json tells hiv_status`];
    expect(await told(dataset.id, 'nobody', ['hiv_status']), 'the embargo is over').toEqual([croissant]);
    await t.call('PUT', `/api/v1/admin/updateDataset/${dataset.id}`, {
      token: await t.adminToken(),
      body: { columnsVisible: 'approved' },
    });
    expect(await told(dataset.id, 'nobody', ['hiv_status']), 'no more').toEqual([]);
  });

  test("a guessed name: the page of a failed link names the dataset for its own path, not for a file's", async () => {
    const page = async (path: string) => {
      const headers = { 'sec-fetch-dest': 'document', accept: 'text/html' };
      return (await t.inject('GET', `/api/v1/downloadInspection/${path}`, { headers })).body;
    };
    for (const filesVisible of ['public', 'approved']) {
      const name = `Guess ${filesVisible}`;
      const { dataset, subsetList } = await t.dataset({ name, files: FILES, fields: { filesVisible } });
      const link = `/datasetDetail/${dataset.id}`;
      expect(await page(dataset.path)).toContain(link);
      expect((await page(subsetList[0]?.path ?? '')).includes(link), name).toBe(filesVisible === 'public');
    }
  });
});
