import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { insertMany, jobRow } from '../testing/rows.ts';
import { type Db, openDatabase } from './open.ts';
import { page } from './page.ts';

const ROWS = 2_617;
/** With ties, and some null values. */
const rows = Array.from({ length: ROWS }, (_, n) => ({
  id: String((n * 7_919) % ROWS).padStart(4, '0'),
  startedAt: n % 3 === 0 ? null : n % 100,
  kind: n % 2 === 0 ? 'even' : 'odd',
}));

onEachDatabase('a page of a list', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let db: Db;
  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    folder = await temporaryFolder();
    db = await openDatabase(fresh.url ?? `${folder.path}/vitrine.sqlite`);
    await insertMany(
      db,
      'jobs',
      rows.map(({ id, kind, startedAt }) => jobRow(id, { kind, started_at: startedAt })),
    );
  });
  afterAll(async () => {
    await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  /** The expected page, by sorting all rows. */
  function wanted(only: string | undefined, order: 'asc' | 'desc') {
    const up = order === 'asc' ? 1 : -1;
    return rows
      .filter((row) => only === undefined || row.kind === only)
      .sort((a, b) => {
        const byTime = (a.startedAt ?? -1) - (b.startedAt ?? -1);
        return up * (byTime === 0 ? Number(a.id) - Number(b.id) : byTime);
      })
      .map(({ id }) => id);
  }

  for (const searched of [false, true]) {
    test(`wherever it lies, both ways, with and without a filter${searched ? ', in one pass with the count' : ''}`, async () => {
      for (const only of [undefined, 'odd', 'nothing']) {
        for (const order of ['asc', 'desc'] as const) {
          const all = wanted(only, order);
          const last = Math.ceil(all.length / 20);
          // The last page read from the beginning and the first that is not; both sides of the middle; the last, and
          // beyond.
          for (const pageIndex of [1, 2, 51, 52, 65, 66, 67, last, last + 1, 10_000]) {
            if (pageIndex < 1) continue;
            let query = db.selectFrom('jobs').selectAll();
            if (only) query = query.where('kind', '=', only);
            const paging = { pageIndex, pageSize: 20, column: 'started_at', order, nullable: true, searched };
            const found = await page(query, paging, 'id', (row) => row.id);
            const list = all.slice((pageIndex - 1) * 20, pageIndex * 20);
            expect(found, `${only} ${order} ${pageIndex}`).toEqual({
              list,
              count: all.length,
              pageIndex,
              pageSize: 20,
            });
          }
        }
      }
    });
  }
});
