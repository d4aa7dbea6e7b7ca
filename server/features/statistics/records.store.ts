import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { DownloadRecord, exportRecords, listRecords } from '../../../contract/statistics.ts';
import { lowerContains, oneOf, unindexed } from '../../database/dialect.ts';
import type { Db } from '../../database/open.ts';
import { page } from '../../database/page.ts';
import { presentRecord } from '../../database/present-record.ts';
import type { RecordsTable, Tables } from '../../database/tables.ts';
import { startOfDay } from '../../time.ts';

/** The filters `active` and `within`, as the time and the ids that they stand for at the moment. */
export interface Momentary {
  /** ms since 1970. */
  since?: number | undefined;
  /** Only these, or all but these. */
  only?: readonly string[] | undefined;
  without?: readonly string[] | undefined;
}

type Filters = QueryOf<typeof exportRecords> & Momentary;
type Records = SelectQueryBuilder<Tables, 'records', RecordsTable>;

const columns = { startedAt: 'started_at', bytesSent: 'bytes_sent' } as const;

/**
 * - `fewPeople`: of so many that a keyword finds, the records are sorted; of more, the index of the sort is walked
 * - `batch`: rows of the export that are read at a time
 */
const usual = { fewPeople: 5_000, batch: 500 };

/**
 * How the matching records are looked for, which SQLite would guess wrongly:
 * - `sorted`: along the index of the sort, which holds every filter
 * - `people`: those of the few people whom the keyword finds
 * - `counted`: whatever index answers the most of it
 */
type Way = 'sorted' | 'people' | 'counted';

/** @param limits tests: other ones than the usual */
export function recordsStore(db: Db, limits: Partial<typeof usual> = {}) {
  const { fewPeople, batch } = { ...usual, ...limits };
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

  function matching(filters: Filters, way: Way): Records {
    const { keyword, userId, datasetId, subsetPath, version, from, to, complete } = filters;
    const { since, only, without } = filters;
    /** Of the records' own indexes, those by user and by dataset hold no other filter. */
    const alone = [keyword, subsetPath, version, complete, since, only, without?.length || undefined].every(
      (one) => one === undefined || one === '',
    );
    const free = <Column extends keyof RecordsTable>(column: Column): RawBuilder<RecordsTable[Column]> =>
      unindexed(db, column);
    const own = <Column extends keyof RecordsTable>(column: Column): RawBuilder<RecordsTable[Column]> =>
      way === 'counted' && alone ? sql.ref(column) : free(column);
    let rows = inReader.selectFrom('records').selectAll();
    if (keyword) {
      const person = way === 'sorted' ? free('person') : sql.ref<number | null>('person');
      rows = rows.where(person, 'in', people(keyword).select('id'));
    }
    if (userId) rows = rows.where(own('user_id'), '=', userId);
    if (datasetId) rows = rows.where(own('dataset_id'), '=', datasetId);
    if (subsetPath) rows = rows.where(free('subset_path'), '=', subsetPath);
    if (version) rows = rows.where(free('version'), '=', version);
    if (complete !== undefined) rows = rows.where(free('complete'), '=', complete === 'true' ? 1 : 0);
    // An index that begins with the time ends with it, too.
    const begun = way === 'people' ? free('started_at') : sql.ref<number>('started_at');
    if (from !== undefined) rows = rows.where(begun, '>=', startOfDay(from));
    if (since !== undefined) rows = rows.where(begun, '>=', since);
    if (to !== undefined) rows = rows.where(begun, '<', startOfDay(to));
    if (only) rows = rows.where(oneOf(db, only));
    if (without?.length) rows = rows.where(sql<boolean>`not ${oneOf(db, without)}`);
    return rows;
  }

  return {
    async list(query: QueryOf<typeof listRecords> & Momentary): Promise<Page<DownloadRecord>> {
      const { keyword, sort = 'startedAt', order = 'desc' } = query;
      const few = keyword ? await findsFew(keyword) : false;
      const column = few ? unindexed(db, columns[sort]) : columns[sort];
      return page(
        matching(query, few ? 'people' : 'sorted'),
        { ...query, column, order },
        'id',
        presentRecord,
        matching(query, 'counted'),
      );
    },

    /** Every matching record, newest first, a batch at a time. */
    async *all(filters: Filters): AsyncGenerator<DownloadRecord[]> {
      let rows: RecordsTable[];
      let last: RecordsTable | undefined;
      do {
        let next = matching(filters, 'sorted');
        if (last) next = next.where(sql<boolean>`(started_at, id) < (${last.started_at}, ${last.id})`);
        rows = await next.orderBy('started_at', 'desc').orderBy('id', 'desc').limit(batch).execute();
        last = rows.at(-1);
        if (rows.length > 0) yield rows.map(presentRecord);
      } while (rows.length === batch);
    },
  };
}

export type RecordsStore = ReturnType<typeof recordsStore>;
