import { type SelectQueryBuilder, sql } from 'kysely';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { DownloadRecord, exportRecords, listRecords } from '../../../contract/statistics.ts';
import {
  type Db,
  lowerContains,
  oneOf,
  onPostgres,
  page,
  type RecordsTable,
  type Tables,
  unindexed,
} from '../../database/index.ts';
import { presentRecord, type ShownRecord, shownColumns } from '../../records/index.ts';
import { DAY, startOfDay } from '../../shared/time.ts';

/** The filters `active` and `within`, resolved to ids and a time. */
export interface Momentary {
  /** ms since 1970. */
  since?: number | undefined;
  /** Only these ids, or all except these. */
  only?: readonly string[] | undefined;
  without?: readonly string[] | undefined;
}

type Filters = QueryOf<typeof exportRecords> & Momentary;
type Records = SelectQueryBuilder<Tables, 'records', ShownRecord>;

const columns = { startedAt: 'started_at', bytesSent: 'bytes_sent' } as const;

/**
 * - `fewPeople`: up to this many persons matching a keyword, their records are sorted; beyond it the sort's index is
 * scanned
 * - `far`: with more records than this before a page, the ids of those who do not match are worth their fetching
 * - `batch`: rows of the export that are read at a time: what comes out of a thread in a message of more than 100 KB, V8
 *   puts among the old objects, where only a full collection takes it away
 */
const usual = { fewPeople: 5_000, far: 1_000, batch: 200 };

/**
 * Columns whose index may be used; the other filters are applied while it is scanned. SQLite, without statistics, would
 * take the first index that fits any filter.
 *
 * `others` are the ids of the persons that do not match the keyword, as PostgreSQL writes an array: it hashes them, and looks
 * each record's person up where those who match are a subquery (docs/decisions/0018).
 */
interface Plan {
  /** The persons that match the keyword. */
  person?: boolean;
  started?: boolean;
  user?: boolean;
  path?: boolean;
  complete?: boolean;
  others?: string | undefined;
  /** Each record's person is looked at, rather than all persons that match gathered first: for a few records. */
  each?: boolean;
}

/** @param limits for tests: other limits */
export function recordsStore(db: Db, limits: Partial<typeof usual> = {}) {
  const { fewPeople, far, batch } = { ...usual, ...limits };
  const { inReader } = db;
  const people = (keyword: string) =>
    inReader.selectFrom('record_people').where(lowerContains('searched', keyword));

  async function findsFew(keyword: string): Promise<boolean> {
    const beyond = await people(keyword)
      .select('id')
      .offset(Math.max(0, fewPeople))
      .limit(1)
      .executeTakeFirst();
    return fewPeople >= 0 && beyond === undefined;
  }

  /** The ids of the persons that a keyword does not find, if it finds most; and 0, which is nobody's. */
  async function othersOf(keyword: string): Promise<string | undefined> {
    const found = lowerContains('searched', keyword);
    const { others } = await inReader
      .selectFrom('record_people')
      .select(
        sql<string | null>`case when count(*) filter (where ${found}) * 2 > count(*)
          then cast(array_append(array_agg(id) filter (where not ${found}), 0) as text) end`.as('others'),
      )
      .executeTakeFirstOrThrow();
    return others ?? undefined;
  }

  function matching(filters: Filters, indexed: Plan): Records {
    const { keyword, userId, datasetId, subsetPath, version, from, to, complete } = filters;
    const { since, only, without } = filters;
    const column = <Name extends keyof RecordsTable>(name: Name, leads = false) =>
      leads ? sql.ref<RecordsTable[Name]>(name) : unindexed<RecordsTable[Name]>(db, name);
    const started = column('started_at', indexed.started);
    let rows = inReader.selectFrom('records').select(shownColumns);
    if (userId) rows = rows.where(column('user_id', indexed.user), '=', userId);
    if (datasetId) rows = rows.where(column('dataset_id'), '=', datasetId);
    if (subsetPath) rows = rows.where(column('subset_path', indexed.path), '=', subsetPath);
    if (version) rows = rows.where(column('version'), '=', version);
    if (complete !== undefined)
      rows = rows.where(column('complete', indexed.complete), '=', complete === 'true' ? 1 : 0);
    if (from !== undefined) rows = rows.where(started, '>=', startOfDay(from));
    if (since !== undefined) rows = rows.where(started, '>=', since);
    if (to !== undefined) rows = rows.where(started, '<', startOfDay(to));
    if (only) rows = rows.where(oneOf(db, only));
    if (without?.length) rows = rows.where(sql<boolean>`not ${oneOf(db, without)}`);
    // Last: SQLite looks in this order, and what the other filters leave need not be looked for among the people.
    if (keyword && indexed.others)
      rows = rows.where(sql<boolean>`person + 0 <> all(cast(${indexed.others} as bigint[]))`);
    else if (keyword && indexed.each)
      rows = rows.where(({ exists, selectFrom }) =>
        exists(
          selectFrom('record_people')
            .select('record_people.id')
            .where(lowerContains('searched', keyword))
            .whereRef('record_people.id', '=', 'records.person'),
        ),
      );
    else if (keyword) rows = rows.where(column('person', indexed.person), 'in', people(keyword).select('id'));
    return rows;
  }

  /** How many match filters of edition and day alone: these are counted as they come, but for those of guests. */
  async function countOfDays(filters: Filters): Promise<number> {
    const { datasetId, version, from, to } = filters;
    let days = inReader.selectFrom('download_days').select(({ fn }) => fn.sum('count').as('count'));
    if (datasetId) days = days.where('dataset_id', '=', datasetId);
    if (version) days = days.where('version', '=', version);
    if (from !== undefined) days = days.where('day', '>=', startOfDay(from) / DAY);
    if (to !== undefined) days = days.where('day', '<', startOfDay(to) / DAY);
    const ofGuests = matching(filters, {})
      .where('link_id', '>', '')
      .clearSelect()
      .select(({ fn }) => fn.countAll().as('count'));
    const [users, guests] = await Promise.all([
      days.executeTakeFirstOrThrow(),
      ofGuests.executeTakeFirstOrThrow(),
    ]);
    return Number(users.count ?? 0) + Number(guests.count);
  }

  /** All that are complete, as the rest: most are, so that what is counted is little. */
  async function countOfComplete(): Promise<number> {
    const having = async (complete: 0 | null): Promise<number> => {
      const { count } = await inReader
        .selectFrom('records')
        .where('complete', complete === null ? 'is' : '=', complete)
        .select(({ fn }) => fn.countAll().as('count'))
        .executeTakeFirstOrThrow();
      return Number(count);
    };
    const [all, ...others] = await Promise.all([countOfDays({}), having(0), having(null)]);
    return others.reduce((left, count) => left - count, all);
  }

  /** All records of the people that a keyword finds. */
  async function countOfPeople(keyword: string): Promise<number> {
    const { count } = await people(keyword)
      .select(({ fn }) => fn.sum('records').as('count'))
      .executeTakeFirstOrThrow();
    return Number(count ?? 0);
  }

  /** What counts the matches fast. */
  function counted(filters: Filters, few: boolean): Records | (() => Promise<number>) {
    const { keyword, userId, datasetId, subsetPath, version, from, to, complete } = filters;
    const { since, only, without } = filters;
    const others = [subsetPath, only, without?.length];
    const rest = [...others, complete, since];
    const given = [...rest, userId, datasetId, version, from, to].filter(Boolean);
    if (keyword && given.length === 0) return () => countOfPeople(keyword);
    if (keyword)
      return matching(filters, { person: few || ![...others, version, userId, datasetId].some(Boolean) });
    if (!userId && !rest.some(Boolean)) return () => countOfDays(filters);
    if (given.length === 1 && complete === 'true') return countOfComplete;
    if (given.length === 1 && (subsetPath || complete))
      return matching(filters, { path: true, complete: true });
    const ofUser = ![...rest, version].some(Boolean);
    return matching(filters, { user: ofUser, started: !ofUser });
  }

  return {
    async list(query: QueryOf<typeof listRecords> & Momentary): Promise<Page<DownloadRecord>> {
      const { keyword, sort = 'startedAt', order = 'desc' } = query;
      const offset = (query.pageIndex - 1) * query.pageSize;
      const few = keyword ? await findsFew(keyword) : false;
      const others = keyword && !few && offset > far && onPostgres(db) ? await othersOf(keyword) : undefined;
      // The records of few persons are sorted; else the sort's index is scanned, which covers every filter.
      return page(
        matching(
          query,
          few ? { person: true } : { started: sort === 'startedAt', others, each: offset <= far },
        ),
        { ...query, column: few ? unindexed(db, columns[sort]) : columns[sort], order },
        'id',
        presentRecord,
        counted(query, few),
      );
    },

    /** Every matching record, newest first, in batches. */
    async *all(filters: Filters): AsyncGenerator<DownloadRecord[]> {
      let rows: ShownRecord[];
      let last: ShownRecord | undefined;
      do {
        let next = matching(filters, { started: true });
        if (last) next = next.where(sql<boolean>`(started_at, id) < (${last.started_at}, ${last.id})`);
        rows = await next.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(batch).execute();
        last = rows.at(-1);
        if (rows.length > 0) yield rows.map(presentRecord);
      } while (rows.length === batch);
    },
  };
}

export type RecordsStore = ReturnType<typeof recordsStore>;
