import { afterAll, beforeAll, expect, test } from 'vitest';
import { accessStore, type FoundObject } from '../access/index.ts';
import { type Db, openDatabase } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { rowCount, sql, sqliteFile } from '../testing/look-inside.ts';
import { recordKeeping } from './record-keeping.store.ts';
import type { Span } from './spans.ts';

onEitherDatabase('decisions §5: records of requests at the same moment', (database) => {
  let t: TestApp;
  let db: Db;
  let object: FoundObject;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    db = await openDatabase(t.databaseUrl ?? sqliteFile(t));
    const { dataset, subsetList } = await t.dataset({ name: 'Parallel' });
    const path = subsetList[0]?.path ?? '';
    const found = await accessStore(db).object({ path, datasetId: dataset.id });
    if (!found) throw new Error('there is no such object');
    object = found;
  });
  afterAll(async () => {
    await db.destroy();
    await t.close();
  });

  test('each whole, and each done before the next begins or while it does: no request fails', async () => {
    const { id } = await t.user('hasty@example.org');
    const store = recordKeeping(db);
    const who = { to: { kind: 'user' as const, id }, ip: '', userAgent: '', via: 'token' as const };
    const whole = async () => {
      const record = await store.openRecord(object, who, {
        beginning: 'at byte 0',
        granted: false,
        now: t.clock.now,
      });
      const sent = { id: record.id, bytes: object.size, spans: [[0, object.size] as Span], granted: false };
      await store.addProgress({ server: newId(), token: newId(), changes: [sent] }, t.clock.now);
    };
    const done = await Promise.allSettled(Array.from({ length: 40 }, whole));
    expect(done.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))).toEqual([]);
    const records = await rowCount(t, `records where user_id = '${id}'`);
    expect(await rowCount(t, `records where user_id = '${id}' and open_key is not null`)).toBe(1);
    const [dataset] = await sql<{ count: number | string }>(
      t,
      `select count from datasets where id = '${object.datasetId}'`,
    );
    expect(Number(dataset?.count), 'a count for each record').toBe(records);
  });
});
