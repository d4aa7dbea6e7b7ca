// @module-tag guards
import { afterAll, beforeAll, expect, test } from 'vitest';
import { userStatuses } from '../contract/session.ts';
import { forgetPerson } from '../server/approval/index.ts';
import { type Db, openDatabase, type RecordsTable, type UsersTable } from '../server/database/index.ts';
import { countsStore, recordsStore } from '../server/features/statistics/index.ts';
import { usersStore } from '../server/features/user-review/index.ts';
import { raiseDownloadDays } from '../server/records/index.ts';
import { DAY, dayName, startOfDay } from '../server/shared/time.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../server/testing/databases.ts';
import { insertMany, insertRecords, recordRow, userRow } from '../server/testing/rows.ts';

type Filters = Parameters<ReturnType<typeof recordsStore>['all']>[0];
type UserQuery = Parameters<ReturnType<typeof usersStore>['list']>[0];
type UserFilters = Pick<UserQuery, 'status' | 'keyword' | 'from' | 'to'> & { now: number };
type UserSort = 'created_at' | 'applied_at' | 'reviewed_at' | 'email' | 'family_name';

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

const countedOf = ({ started_at, dataset_id, dataset_name, version }: RecordsTable) => ({
  started_at,
  dataset_id,
  dataset_name,
  version,
});

/** A plain recount of what the records' list must say, from the rows themselves. */
function recordsByHand(rows: RecordsTable[], f: Filters, sort: 'started_at' | 'bytes_sent') {
  return rows
    .filter(
      (row) =>
        (!f.keyword || holds(row.user_name, f.keyword) || holds(row.email, f.keyword)) &&
        (f.userId === undefined || row.user_id === f.userId) &&
        (f.datasetId === undefined || row.dataset_id === f.datasetId) &&
        (f.subsetPath === undefined || row.subset_path === f.subsetPath) &&
        (f.version === undefined || row.version === f.version) &&
        (f.from === undefined || row.started_at >= startOfDay(f.from)) &&
        (f.to === undefined || row.started_at < startOfDay(f.to)) &&
        (f.complete === undefined || row.complete === Number(f.complete === 'true')) &&
        (f.since === undefined || row.started_at >= f.since) &&
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
        (f.from === undefined || row.created_at >= startOfDay(f.from)) &&
        (f.to === undefined || row.created_at < startOfDay(f.to)) &&
        words.every((word) =>
          [row.first_name, row.family_name, row.email, row.affiliation].some((one) => holds(one, word)),
        ),
    )
    .sort((a, b) => order(a, b) || text(a.id, b.id))
    .map(({ id }) => id);
}

onEachDatabase('§7: lists and statistics say what a plain recount of the tables says', (kind) => {
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
      // A guest's: the list has it, the charts have not.
      ...(user ? {} : { link_id: maybe(pick(['one', 'two'])) ?? null }),
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
    await insertRecords(db, records);
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
      () => insertRecords(db, [anyRecord(`record${last++}`, user)]),
      () =>
        db.transaction().execute(async (trx) => {
          const bytes = below(9_000);
          await trx
            .updateTable('records')
            .set({ bytes_sent: record.bytes_sent + bytes, complete: 1, ranges: '[[0,1]]' })
            .where('id', '=', record.id)
            .execute();
          if (record.link_id === null)
            await raiseDownloadDays(trx, [{ ...countedOf(record), count: 0, bytes }]);
        }),
      () =>
        db
          .updateTable('users')
          .set({ status: pick(userStatuses), reviewed_at: below(DAYS) * DAY, family_name: pick(families) })
          .where('id', '=', user.id)
          .execute(),
      () => db.transaction().execute((trx) => forgetPerson(trx, 'key', user.id, 0)),
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
    const day = () => maybe(dayName(below(DAYS)));
    const filters: Filters = {
      keyword: maybe(pick(keywords)),
      userId: maybe(pick(rows).user_id ?? 'nobody'),
      datasetId: maybe(pick(['one', 'two', 'none'])),
      subsetPath: maybe(pick(['a.zip', 'none'])),
      version: maybe(pick(['1.0', '9'])),
      from: day(),
      to: day(),
      complete: maybe(pick(['true', 'false'] as const)),
      since: maybe(below(DAYS) * DAY),
      only: below(8) === 0 ? [pick(rows).id, pick(rows).id, 'none'] : undefined,
      without: maybe([pick(rows).id]),
    };
    const [sort, order] = [pick(['startedAt', 'bytesSent'] as const), pick(['asc', 'desc'] as const)];
    const expected = recordsByHand(rows, filters, sort === 'startedAt' ? 'started_at' : 'bytes_sent');
    if (order === 'desc') expected.reverse();
    const pageSize = 1 + below(40);
    const pageIndex = 1 + below(Math.ceil(expected.length / pageSize) + 1);
    // Few people are found otherwise than many, and many far inside otherwise than at first.
    const limits = [{}, { fewPeople: -1 }, { fewPeople: -1, far: -1 }];
    for (const store of limits.map((some) => recordsStore(db, some))) {
      const { list, count } = await store.list({ ...filters, sort, order, pageIndex, pageSize });
      expect({ ids: list.map(({ id }) => id), count }, JSON.stringify(filters)).toEqual({
        ids: expected.slice((pageIndex - 1) * pageSize, pageIndex * pageSize),
        count: expected.length,
      });
    }
    for (const keyword of keywords)
      expect((await recordsStore(db).list({ keyword, pageIndex: 1, pageSize: 1 })).count, keyword).toBe(
        recordsByHand(rows, { keyword }, 'started_at').length,
      );
    const newest = recordsByHand(rows, filters, 'started_at').reverse();
    const seen: string[] = [];
    for await (const batch of recordsStore(db, { batch: 50 }).all(filters))
      seen.push(...batch.map(({ id }) => id));
    expect(seen).toEqual(newest);
  }

  async function compareUsers(): Promise<void> {
    const rows = (await rowsOf('users')) as UsersTable[];
    const filters: UserFilters = {
      status: maybe([pick(userStatuses), pick(userStatuses)]),
      now: below(DAYS) * DAY,
      keyword: maybe(pick(keywords)),
      from: maybe(dayName(below(DAYS))),
      to: maybe(dayName(below(DAYS))),
    };
    const sort = pick(['createdAt', 'appliedAt', 'reviewedAt', 'email', 'familyName'] as const);
    const order = pick(['asc', 'desc'] as const);
    const column = sort.replace(/[A-Z]/, (letter) => `_${letter.toLowerCase()}`) as UserSort;
    const expected = usersByHand(rows, filters, column);
    if (order === 'desc') expected.reverse();
    const pageIndex = 1 + below(Math.ceil(expected.length / 20) + 1);
    const { now, ...query } = filters;
    const { list, count } = await usersStore(db, '').list(
      { ...query, sort, order, pageIndex, pageSize: 20 },
      now,
    );
    expect({ ids: list.map(({ id }) => id), count }, `${sort} ${JSON.stringify(filters)}`).toEqual({
      ids: expected.slice((pageIndex - 1) * 20, pageIndex * 20),
      count: expected.length,
    });
  }

  async function compareCounts(): Promise<void> {
    const from = below(DAYS) * DAY;
    const to = from + (1 + below(DAYS)) * DAY;
    const records = ((await rowsOf('records')) as RecordsTable[]).filter(
      (row) => row.link_id === null && row.started_at >= from && row.started_at < to,
    );
    const found = await countsStore(db).downloads({ from, to });
    const days = Array.from({ length: (to - from) / DAY }, (_, day) =>
      records.filter((row) => Math.floor((row.started_at - from) / DAY) === day),
    );
    expect(found.series.map(({ count }) => count)).toEqual(days.map((day) => day.length));
    const sum = (rows: RecordsTable[]) => rows.reduce((total, row) => total + row.bytes_sent, 0);
    expect(found.series.map(({ bytes }) => bytes)).toEqual(days.map(sum));
    expect([found.total, found.bytes]).toEqual([records.length, sum(records)]);
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
    const counts = await countsStore(db).users({ from, to }, now);
    for (const status of userStatuses)
      expect(counts[status === 'needs_info' ? 'needsInfo' : status], status).toBe(
        usersByHand(users, { status: [status], now }, 'created_at').length,
      );
    expect(counts.total).toBe(users.length);
    expect(counts.series.map(({ registered }) => registered)).toEqual(
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

  test('nobody who is forgotten is found by name any more, or kept', async () => {
    const users = (await rowsOf('users')) as UsersTable[];
    for (const { id } of users) await db.transaction().execute((trx) => forgetPerson(trx, 'key', id, 0));
    expect(await db.selectFrom('record_people').selectAll().execute()).toEqual([]);
    await compareRecords();
  });
});
