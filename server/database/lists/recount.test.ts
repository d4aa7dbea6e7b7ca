import { afterAll, beforeAll, expect, test } from 'vitest';
import { userStatuses } from '../../../contract/session.ts';
import { forgetPerson } from '../../identity/forget-person.store.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../../testing/databases.ts';
import { insertMany, recordRow, userRow } from '../../testing/rows.ts';
import { DAY } from '../../time.ts';
import { type Db, openDatabase } from '../open.ts';
import type { RecordsTable, UsersTable } from '../tables.ts';
import { listsOf } from './of.ts';
import type { RecordFilters } from './records-list.ts';
import type { UserFilters, UserSort } from './users-list.ts';

/** The same steps in every run. */
function random(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T;
  return { below, pick, maybe: <T>(value: T): T | undefined => (next() < 0.4 ? value : undefined) };
}

const names = ['Ada', 'Ayşe', '伟', 'ÉMILE', '=1', "O'Brien", '100%_x'];
const families = ['Lovelace', 'Öztürk', '王', 'lovelace', 'Zola', ''];
const keywords = ['love', 'ÖZTÜRK', '王', 'émile', '%_', 'example.org', 'ada lovelace', 'nobody', '1@'];
const DAYS = 40;

const holds = (text: string, keyword: string) => text.toLowerCase().includes(keyword.toLowerCase());
const text = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);

/** A plain recount of what the records' list must say, from the rows themselves. */
function recordsByHand(rows: RecordsTable[], f: RecordFilters, sort: 'started_at' | 'bytes_sent') {
  return rows
    .filter(
      (row) =>
        (!f.keyword || holds(row.user_name, f.keyword) || holds(row.email, f.keyword)) &&
        (f.userId === undefined || row.user_id === f.userId) &&
        (f.datasetId === undefined || row.dataset_id === f.datasetId) &&
        (f.subsetPath === undefined || row.subset_path === f.subsetPath) &&
        (f.version === undefined || row.version === f.version) &&
        (f.from === undefined || row.started_at >= f.from) &&
        (f.to === undefined || row.started_at < f.to) &&
        (f.complete === undefined || row.complete === Number(f.complete)) &&
        (f.only === undefined || f.only.includes(row.id)) &&
        (f.without === undefined || !f.without.includes(row.id)),
    )
    .sort((a, b) => a[sort] - b[sort] || text(a.id, b.id))
    .map(({ id }) => id);
}

function usersByHand(rows: UsersTable[], f: UserFilters, sort: UserSort) {
  const now = (row: UsersTable) =>
    row.status === 'approved' && row.approved_until !== null && row.approved_until <= f.now
      ? 'expired'
      : row.status;
  const words = f.keyword?.split(' ') ?? [];
  const order = (a: UsersTable, b: UsersTable) => {
    const [one, other] = [a[sort], b[sort]];
    if (typeof one === 'string') return text(one, String(other));
    return one === other ? 0 : Number(one ?? -1) - Number(other ?? -1);
  };
  return rows
    .filter(
      (row) =>
        (f.status === undefined || f.status.includes(now(row))) &&
        (f.from === undefined || row.created_at >= f.from) &&
        (f.to === undefined || row.created_at < f.to) &&
        words.every((word) =>
          [row.first_name, row.family_name, row.email, row.affiliation].some((one) => holds(one, word)),
        ),
    )
    .sort((a, b) => order(a, b) || text(a.id, b.id))
    .map(({ id }) => id);
}

onEachDatabase('issue 6: the lists in memory say what a plain recount of the tables says', (kind) => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let db: Db;
  const { below, pick, maybe } = random(7);
  let last = 0;

  const anyRecord = (id: string, user?: UsersTable): RecordsTable =>
    recordRow(id, {
      user_id: user?.id ?? null,
      user_name: user ? `${user.first_name} ${user.family_name}` : '',
      email: user?.email ?? '',
      dataset_id: pick(['one', 'two', 'three']),
      dataset_name: pick(['One', 'Two']),
      version: pick(['1.0', '2.0']),
      subset_path: pick(['a.zip', 'b/c.zip']),
      // Many share a moment: the id decides between them.
      started_at: below(DAYS * 4) * (DAY / 4),
      bytes_sent: below(5) * 1_000,
      complete: pick([0, 1, null]),
    });
  const anyUser = (id: string): UsersTable =>
    userRow(id, {
      email: `${pick(['x', 'Y', '1'])}${id}@example.org`,
      first_name: pick(names),
      family_name: pick(families),
      affiliation: pick(['İTÜ', 'Example', '']),
      status: pick(userStatuses),
      created_at: below(DAYS) * DAY,
      applied_at: maybe(below(DAYS) * DAY) ?? null,
      reviewed_at: maybe(below(DAYS) * DAY) ?? null,
      approved_until: maybe(below(DAYS) * DAY) ?? null,
    });
  const rowsOf = <T extends 'users' | 'records'>(table: T) => db.selectFrom(table).selectAll().execute();

  beforeAll(async () => {
    fresh = await freshDatabase(kind);
    folder = await temporaryFolder();
    db = await openDatabase(fresh.url ?? `${folder.path}/vitrine.sqlite`);
    const users = Array.from({ length: 60 }, () => anyUser(`user${last++}`));
    await insertMany(db, 'users', users);
    const records = Array.from({ length: 500 }, () => anyRecord(`record${last++}`, maybe(pick(users))));
    await insertMany(db, 'records', records);
  });
  afterAll(async () => {
    await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  /** What happens to these tables in earnest, and what does not yet. */
  async function step(): Promise<void> {
    const users = (await rowsOf('users')) as UsersTable[];
    const records = (await rowsOf('records')) as RecordsTable[];
    const [user, record] = [pick(users), pick(records)];
    const steps = [
      () => insertMany(db, 'users', [anyUser(`user${last++}`)]),
      () => insertMany(db, 'records', [anyRecord(`record${last++}`, user)]),
      () =>
        db
          .updateTable('records')
          .set({ bytes_sent: below(9_000), complete: 1, ranges: '[[0,1]]' })
          .where('id', '=', record.id)
          .execute(),
      () =>
        db
          .updateTable('users')
          .set({ status: pick(userStatuses), reviewed_at: below(DAYS) * DAY, family_name: pick(families) })
          .where('id', '=', user.id)
          .execute(),
      () => db.transaction().execute((trx) => forgetPerson(trx, 'key', user.id, 0)),
      // A dataset is renamed, or purged: its records keep its names, unless somebody repairs them all at once.
      () =>
        db
          .updateTable('records')
          .set({ version: pick(['1.0', '2.0', '3.0']) })
          .where('dataset_id', '=', record.dataset_id)
          .where('complete', 'is', null)
          .execute(),
      () => db.deleteFrom('records').where('id', '=', record.id).execute(),
      // Taken back: as if it had not been.
      () =>
        db
          .transaction()
          .execute(async (trx) => {
            await trx.deleteFrom('records').execute();
            await trx.updateTable('users').set({ status: 'suspended' }).execute();
            throw new Error('no');
          })
          .catch(() => {}),
    ];
    await pick(steps)();
  }

  async function compareRecords(): Promise<void> {
    const rows = (await rowsOf('records')) as RecordsTable[];
    const from = maybe(below(DAYS) * DAY);
    const filters: RecordFilters = {
      keyword: maybe(pick(keywords)),
      userId: maybe(pick(rows).user_id ?? 'nobody'),
      datasetId: maybe(pick(['one', 'two', 'none'])),
      subsetPath: maybe(pick(['a.zip', 'none'])),
      version: maybe(pick(['1.0', '9'])),
      from,
      to: maybe(below(DAYS) * DAY),
      complete: maybe(pick([true, false])),
      only: below(8) === 0 ? [pick(rows).id, pick(rows).id, 'none'] : undefined,
      without: maybe([pick(rows).id]),
    };
    const [sort, descending] = [pick(['started_at', 'bytes_sent'] as const), pick([true, false])];
    const expected = recordsByHand(rows, filters, sort);
    if (descending) expected.reverse();
    const [offset, size] = [below(expected.length + 2), 1 + below(40)];
    const page = await listsOf(db).ask('records', { filters, sort, descending, offset, size });
    expect(page, JSON.stringify(filters)).toEqual({
      ids: expected.slice(offset, offset + size),
      count: expected.length,
    });
    const newest = recordsByHand(rows, filters, 'started_at').reverse();
    const seen: string[] = [];
    for (let after: { startedAt: number; id: string } | undefined; ; ) {
      const piece = await listsOf(db).ask('recordsBefore', { filters, after, size: 50 });
      seen.push(...piece);
      if (piece.length < 50) break;
      const row = rows.find(({ id }) => id === piece.at(-1));
      after = { startedAt: row?.started_at ?? 0, id: row?.id ?? '' };
    }
    expect(seen).toEqual(newest);
  }

  async function compareUsers(): Promise<void> {
    const rows = (await rowsOf('users')) as UsersTable[];
    const filters: UserFilters = {
      status: maybe([pick(userStatuses), pick(userStatuses)]),
      now: below(DAYS) * DAY,
      keyword: maybe(pick(keywords)),
      from: maybe(below(DAYS) * DAY),
      to: maybe(below(DAYS) * DAY),
    };
    const sort = pick(['created_at', 'applied_at', 'reviewed_at', 'email', 'family_name'] as const);
    const descending = pick([true, false]);
    const expected = usersByHand(rows, filters, sort);
    if (descending) expected.reverse();
    const offset = below(expected.length + 2);
    const page = await listsOf(db).ask('users', { filters, sort, descending, offset, size: 20 });
    expect(page, `${sort} ${JSON.stringify(filters)}`).toEqual({
      ids: expected.slice(offset, offset + 20),
      count: expected.length,
    });
  }

  async function compareCounts(): Promise<void> {
    const from = below(DAYS) * DAY;
    const to = from + (1 + below(DAYS)) * DAY;
    const records = ((await rowsOf('records')) as RecordsTable[]).filter(
      (row) => row.started_at >= from && row.started_at < to,
    );
    const found = await listsOf(db).ask('downloads', { from, to });
    const days = Array.from({ length: (to - from) / DAY }, (_, day) =>
      records.filter((row) => Math.floor((row.started_at - from) / DAY) === day),
    );
    expect(found.counts).toEqual(days.map((day) => day.length));
    const sum = (rows: RecordsTable[]) => rows.reduce((total, row) => total + row.bytes_sent, 0);
    expect(found.bytes).toEqual(days.map(sum));
    const of = ({ datasetId, name, version }: { datasetId: string; name: string; version: string }) =>
      records.filter(
        (row) => row.dataset_id === datasetId && row.dataset_name === name && row.version === version,
      );
    for (const one of found.top) {
      expect(one.count).toBe(of(one).length);
      expect(one.bytes).toBe(sum(of(one)));
    }
    const editions = new Set(records.map((row) => `${row.dataset_id} ${row.dataset_name} ${row.version}`));
    expect(found.top).toHaveLength(Math.min(10, editions.size));
    expect(found.top.map(({ count }) => count)).toEqual(
      found.top.map(({ count }) => count).sort((a, b) => b - a),
    );

    const users = (await rowsOf('users')) as UsersTable[];
    const now = below(DAYS) * DAY;
    const { byStatus, registered } = await listsOf(db).ask('userCounts', { from, to, now });
    for (const status of userStatuses)
      expect(byStatus[status] ?? 0, status).toBe(
        usersByHand(users, { status: [status], now }, 'created_at').length,
      );
    expect(registered).toEqual(
      days.map((_, day) => users.filter((row) => row.created_at === from + day * DAY).length),
    );
  }

  test('of what was there before, and after every change', async () => {
    for (let n = 0; n < 60; n++) {
      await compareRecords();
      await compareUsers();
      await compareCounts();
      for (let more = below(3); more >= 0; more--) await step();
    }
  }, 120_000);

  test('after more changes at once than are followed row by row', async () => {
    const users = Array.from({ length: 1_200 }, () => anyUser(`user${last++}`));
    await insertMany(db, 'users', users);
    const records = Array.from({ length: 1_500 }, () => anyRecord(`record${last++}`, pick(users)));
    await insertMany(db, 'records', records);
    await db.updateTable('records').set({ bytes_sent: 77 }).where('dataset_id', '=', 'two').execute();
    await db.deleteFrom('users').where('status', '=', 'rejected').execute();
    for (let n = 0; n < 15; n++) {
      await compareRecords();
      await compareUsers();
      await compareCounts();
      await step();
    }
  }, 120_000);
});
