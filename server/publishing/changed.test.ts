import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Subset } from '../../contract/catalogue.ts';
import { textsOf } from '../../contract/dataset-texts.ts';
import { openDatabase, up } from '../database/index.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { freshDatabase, onEitherDatabase, temporaryFolder } from '../testing/databases.ts';
import { form, picture } from '../testing/forms.ts';
import { sql } from '../testing/look-inside.ts';

const PDF = '%PDF-1.7\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n';

onEitherDatabase('issue 5, for machines: when a dataset changed', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { PUBLIC_URL: 'https://data.example.org' } });
  });
  afterAll(() => t.close());

  /** A dataset's entries in sitemap and feed. */
  async function said(id: string) {
    const page = `https://data.example.org/datasetDetail/${id}`;
    const sitemap = (await t.inject('GET', '/sitemap.xml')).body;
    const feed = (await t.inject('GET', '/feed.xml')).body;
    const [, lastmod] = new RegExp(`<loc>${page}</loc><lastmod>([^<]*)`).exec(sitemap) ?? [];
    const [, updated] = new RegExp(`<id>${page}</id>.*?<updated>([^<]*)`).exec(feed) ?? [];
    return { lastmod, updated };
  }

  test('every change that visitors can see counts, and comes first; what they cannot does not', async () => {
    const { dataset, subsetList } = await t.dataset({ name: 'Changing' });
    const { id } = dataset;
    await t.dataset({ name: 'Resting' });
    const token = await t.adminToken();
    const update = (body: object) =>
      t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: body as FormData });
    let added: Subset | undefined;
    const changes: Record<string, () => Promise<unknown>> = {
      'a text': () => update({ detail: 'Said anew.' }),
      'a name': () => update({ name: 'Changing again' }),
      'a picture': async () => update(form({}, ['samples', await picture(), 'a.png'])),
      'a document': () => update(form({}, ['desc', PDF, 'a.pdf'])),
      'the words of a subset': () =>
        t.call('PUT', `/api/v1/admin/subset/${subsetList[0]?.id}`, { token, body: { desc: 'Said anew.' } }),
      'a subset added': async () => {
        const body = form({}, ['subsets', 'more', 'more.txt']);
        const { subsets } = await t.call<{ subsets: Subset[] }>('POST', `/api/v1/admin/addSubsets/${id}`, {
          token,
          body,
        });
        [added] = subsets;
      },
      'a subset taken away': () => t.call('DELETE', `/api/v1/admin/subset/${added?.id}`, { token }),
      'withdrawn and published again': async () => {
        await update({ status: 'withdrawn' });
        await update({ status: 'published' });
      },
    };
    for (const [what, change] of Object.entries(changes)) {
      t.clock.now += 60_000;
      await change();
      const now = new Date(t.clock.now).toISOString();
      expect(await said(id), what).toEqual({ lastmod: now, updated: now });
      const [first] = (await t.inject('GET', '/feed.xml')).body.split('<entry>').slice(1);
      expect(first, what).toContain(id);
    }

    const before = await said(id);
    t.clock.now += 60_000;
    const reader = await t.user('reader@example.org');
    const { dataset: linked } = await t.open(id, reader.token);
    expect((await t.inject('GET', linked.downloadUrl ?? '')).statusCode).toBe(200);
    await t.app.settle();
    t.clock.now += 60_000;
    expect(await said(id), 'a download, which raises the count').toEqual(before);
  });

  test('another server’s change shows within 10 s; on SQLite there is none, and a feed is kept for a minute', async () => {
    const { dataset } = await t.dataset({ name: 'Looked at' });
    // What this server does itself, hashing for one, would have the feed made anew.
    await t.app.settle();
    const feed = async () => (await t.inject('GET', '/feed.xml')).body;
    expect(await feed()).toContain('Looked at');
    await sql(t, `update datasets set name = 'Changed elsewhere' where id = '${dataset.id}'`);
    const [kept, then] = database === 'SQLite' ? [59_999, 1] : [1_999, 8_001];
    t.clock.now += kept;
    expect(await feed()).not.toContain('Changed elsewhere');
    t.clock.now += then;
    expect(await feed()).toContain('Changed elsewhere');
  });
});

onEitherDatabase('migration 0006', (kind) => {
  test('what was there before is dated by its files, its publishing or its making, whichever was last', async () => {
    const fresh = await freshDatabase(kind);
    const folder = await temporaryFolder();
    const db = await openDatabase(fresh.url ?? `${folder.path}/vitrine.sqlite`);
    const texts = { version: '1', modality_name: 'MRI', ...textsOf({}) };
    const rest = {
      lineage_id: 'lineage',
      count: 0,
      samples: null,
      desc_path: null,
      sort: 0,
      trashed_at: null,
    };
    const dataset = (id: string, published_at: number | null) => ({
      ...{ id, name: id, path: id, status: 'published' as const, created_at: 10, published_at },
      ...texts,
      ...rest,
    });
    await db
      .insertInto('lineages')
      .values({ id: 'lineage', name: 'made', slug: 'made', created_at: 10, published_at: null })
      .execute();
    await db
      .insertInto('datasets')
      .values([dataset('made', null), dataset('published', 20), dataset('revised', 20)])
      .execute();
    const object = (id: string, created_at: number) => ({
      ...{ id, dataset_id: 'revised', subset_id: null, kind: 'file' as const, blob_key: id, etag: id },
      ...{ size: 1, file_count: 1, sha256: null, created_at, superseded_at: id === 'old' ? 30 : null },
    });
    await db
      .insertInto('objects')
      .values([object('old', 15), object('new', 30)])
      .execute();
    await db.schema.alterTable('datasets').dropColumn('updated_at').execute();
    await up(db as never);
    const rows = await db.selectFrom('datasets').select(['id', 'updated_at']).orderBy('id').execute();
    expect(rows).toEqual([
      { id: 'made', updated_at: 10 },
      { id: 'published', updated_at: 20 },
      { id: 'revised', updated_at: 30 },
    ]);
    await db.destroy();
    await fresh.drop();
    await folder.remove();
  });
});
