import { afterAll, beforeAll, expect, test } from 'vitest';
import { unfollowTokens } from '../auth/index.ts';
import { openDatabase } from '../database/index.ts';
import { textCipher } from '../shared/text-cipher.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { rowCount, sql, sqliteFile } from '../testing/look-inside.ts';
import { datasetNewsStore } from './dataset-news.store.ts';
import { datasetNews } from './dataset-news.ts';

const MINUTE = 60_000;

onEitherDatabase('access.md "Follow": news of followed datasets', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  test('several servers: noticed once, mailed once; the mail waits encrypted', async () => {
    const { dataset } = await t.dataset();
    const { token } = await t.user('once@example.org');
    const body = { datasetId: dataset.id, pace: 'at once' };
    await t.call('POST', '/api/v1/follows', { token, body });
    await t.app.settle();
    const admin = await t.adminToken();
    const next = await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${dataset.id}/newVersion`, {
      token: admin,
      body: { version: '2.0', note: '' },
    });
    await t.call('PUT', `/api/v1/admin/updateDataset/${next.id}`, {
      token: admin,
      body: { status: 'published' },
    });
    // Its own queue would take the mail meanwhile.
    await t.app.close();
    t.app.close = async () => {};
    const others = await Promise.all([1, 2].map(() => openDatabase(t.databaseUrl ?? sqliteFile(t))));
    const rounds = others.map((db) =>
      datasetNews({
        store: datasetNewsStore(db, textCipher('x'.repeat(43), 'seal')),
        tokens: unfollowTokens('key'),
        site: async () => ({ name: 'Vitrine', publicUrl: 'http://localhost' }),
        now: () => t.clock.now,
      }),
    );
    const all = () => Promise.all([...rounds, ...rounds].map((round) => round()));
    await all();
    t.clock.now += MINUTE;
    await all();
    await Promise.all(others.map((db) => db.destroy()));
    const mine = `outbox where recipient = 'once@example.org' and sealed is not null`;
    expect(await rowCount(t, mine)).toBe(1);
    const [mail] = await sql<{ body: string; html: string }>(t, `select body, html from ${mine}`);
    // Threat 36: its link ends something without a session.
    expect(mail).toEqual({ body: '', html: '' });
    expect(await rowCount(t, 'follow_news')).toBe(0);
  });
});
