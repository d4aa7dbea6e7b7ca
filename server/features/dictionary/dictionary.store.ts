import type { exportDictData, listDictData } from '../../../contract/dictionary.ts';
import type { DictEntry } from '../../../contract/dictionary-entry.ts';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { Changed, Note } from '../../auth/index.ts';
import {
  contains,
  type Db,
  type DictionaryTable,
  isDuplicate,
  page,
  type Queries,
} from '../../database/index.ts';
import { iso } from '../../shared/time.ts';

type Filters = QueryOf<typeof exportDictData>;
type Sort = NonNullable<QueryOf<typeof listDictData>['sort']>;

/** Sort columns from the endpoint's allow-list (threat 18). */
const columns: Record<Sort, keyof DictionaryTable> = {
  dictSort: 'dict_sort',
  dictType: 'dict_type',
  dictLabel: 'dict_label',
  dictValue: 'dict_value',
  status: 'status',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

const present = (row: DictionaryTable): DictEntry => ({
  dictCode: row.dict_code,
  dictType: row.dict_type,
  dictLabel: row.dict_label,
  dictValue: row.dict_value,
  dictSort: Number(row.dict_sort),
  isDefault: row.is_default === 1,
  status: row.status,
  remark: row.remark,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

/** The fields that an administrator sets. */
export type DictValues = Omit<DictEntry, 'dictCode' | 'createdAt' | 'updatedAt'>;

const columnsOf = (values: DictValues) => ({
  dict_type: values.dictType,
  dict_label: values.dictLabel,
  dict_value: values.dictValue,
  dict_sort: values.dictSort,
  is_default: values.isDefault ? (1 as const) : (0 as const),
  status: values.status,
  remark: values.remark,
});

/**
 * `taken`: another entry has this type and value. `stale`: changed or deleted since it was read. Nothing is written
 * then.
 */
export type Refusal = 'taken' | 'stale';

/** Gap between the sort numbers of new entries. */
const STEP = 10;

export function dictionaryStore(db: Db) {
  function filtered({ dictType, dictLabel, status }: Filters) {
    let rows = db.selectFrom('dictionary').selectAll();
    if (dictType) rows = rows.where('dict_type', '=', dictType);
    if (dictLabel) rows = rows.where(contains('dict_label', dictLabel));
    if (status) rows = rows.where('status', '=', status);
    return rows;
  }

  /** Clears the type's other default. */
  async function onlyDefault(trx: Queries, { isDefault, dictType }: DictValues): Promise<void> {
    if (!isDefault) return;
    await trx
      .updateTable('dictionary')
      .set({ is_default: 0 })
      .where('dict_type', '=', dictType)
      .where('is_default', '=', 1)
      .execute();
  }

  async function outcome(work: (trx: Queries) => Promise<DictEntry>): Promise<DictEntry | Refusal> {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (isDuplicate(error)) return 'taken';
      if (error instanceof Stale) return 'stale';
      throw error;
    }
  }

  return {
    list: (query: QueryOf<typeof listDictData>): Promise<Page<DictEntry>> =>
      page(
        filtered(query),
        { ...query, column: columns[query.sort ?? 'dictSort'], order: query.order ?? 'asc' },
        'dict_code',
        present,
      ),

    /** The first matching entries, by type and order. */
    async first(filters: Filters, most: number): Promise<DictEntry[]> {
      const rows = await filtered(filters)
        .orderBy('dict_type')
        .orderBy('dict_sort')
        .orderBy('dict_code')
        .limit(most)
        .execute();
      return rows.map(present);
    },

    /** The enabled entries, in their order. */
    async ofType(dictType: string): Promise<DictEntry[]> {
      const rows = await filtered({ dictType, status: '0' })
        .orderBy('dict_sort')
        .orderBy('dict_label')
        .orderBy('dict_code')
        .execute();
      return rows.map(present);
    },

    async types(): Promise<{ dictType: string; entries: number }[]> {
      const rows = await db
        .selectFrom('dictionary')
        .select((eb) => ['dict_type', eb.fn.countAll<number>().as('entries')])
        .groupBy('dict_type')
        .orderBy('dict_type')
        .execute();
      return rows.map((row) => ({ dictType: row.dict_type, entries: Number(row.entries) }));
    },

    async one(dictCode: string): Promise<DictEntry | undefined> {
      const row = await db
        .selectFrom('dictionary')
        .selectAll()
        .where('dict_code', '=', dictCode)
        .executeTakeFirst();
      return row && present(row);
    },

    /** The sort number after the last entry of a type. */
    async nextPlace(dictType: string): Promise<number> {
      const row = await db
        .selectFrom('dictionary')
        .select((eb) => eb.fn.max('dict_sort').as('last'))
        .where('dict_type', '=', dictType)
        .executeTakeFirst();
      return Math.min(Number(row?.last ?? 0) + STEP, 1_000_000);
    },

    add(dictCode: string, values: DictValues, now: number, note: Note<DictEntry>) {
      return outcome(async (trx) => {
        await onlyDefault(trx, values);
        const row = { dict_code: dictCode, ...columnsOf(values), created_at: now, updated_at: now };
        await trx.insertInto('dictionary').values(row).execute();
        const after = present(row);
        await note(trx, after);
        return after;
      });
    },

    /** Updates an entry that is unchanged since it was read (optimistic lock). */
    change(before: DictEntry, values: DictValues, now: number, note: Note<Changed<DictEntry>>) {
      const read = Date.parse(before.updatedAt);
      return outcome(async (trx) => {
        await onlyDefault(trx, values);
        const row = await trx
          .updateTable('dictionary')
          // Strictly increasing: `updated_at` is the entry's version for the optimistic lock.
          .set({ ...columnsOf(values), updated_at: Math.max(now, read + 1) })
          .where('dict_code', '=', before.dictCode)
          .where('updated_at', '=', read)
          .returningAll()
          .executeTakeFirst();
        if (!row) throw new Stale();
        const after = present(row);
        await note(trx, { before, after });
        return after;
      });
    },

    /** @returns false when there is no such entry */
    remove: (dictCode: string, note: Note<DictEntry>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('dictionary')
          .where('dict_code', '=', dictCode)
          .returningAll()
          .executeTakeFirst();
        if (row) await note(trx, present(row));
        return row !== undefined;
      }),
  };
}

/** Rolls the transaction back. */
class Stale extends Error {}

export type DictionaryStore = ReturnType<typeof dictionaryStore>;
