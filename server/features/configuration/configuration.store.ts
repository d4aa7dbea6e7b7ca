import type { ConfigEntry, listConfig } from '../../../contract/configuration.ts';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { Changed, Note } from '../../auth/index.ts';
import { type ConfigTable, contains, type Db, isDuplicate, page } from '../../database/index.ts';
import { iso } from '../../shared/time.ts';

type Query = QueryOf<typeof listConfig>;

/** Sort columns from the endpoint's allow-list (threat 18). */
const columns: Record<NonNullable<Query['sort']>, keyof ConfigTable> = {
  configName: 'config_name',
  configKey: 'config_key',
  configType: 'config_type',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
};

const present = (row: ConfigTable): ConfigEntry => ({
  configId: row.config_id,
  configName: row.config_name,
  configKey: row.config_key,
  configValue: row.config_value,
  configType: row.config_type,
  isPublic: row.is_public === 1,
  remark: row.remark,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
});

/** The mutable fields of an entry. */
export type ConfigValues = Pick<ConfigEntry, 'configName' | 'configValue' | 'isPublic' | 'remark'>;

const columnsOf = (values: ConfigValues) => ({
  config_name: values.configName,
  config_value: values.configValue,
  is_public: values.isPublic ? (1 as const) : (0 as const),
  remark: values.remark,
});

export function configurationStore(db: Db) {
  function filtered({ configName, configKey, configType }: Query) {
    let rows = db.selectFrom('config').selectAll();
    if (configName) rows = rows.where(contains('config_name', configName));
    if (configKey) rows = rows.where(contains('config_key', configKey));
    if (configType) rows = rows.where('config_type', '=', configType);
    return rows;
  }

  const where = async (
    column: 'config_id' | 'config_key',
    value: string,
  ): Promise<ConfigEntry | undefined> => {
    const row = await db.selectFrom('config').selectAll().where(column, '=', value).executeTakeFirst();
    return row && present(row);
  };

  return {
    list: (query: Query): Promise<Page<ConfigEntry>> =>
      page(
        filtered(query),
        { ...query, column: columns[query.sort ?? 'configKey'], order: query.order ?? 'asc' },
        'config_id',
        present,
      ),

    one: (configId: string) => where('config_id', configId),
    byKey: (configKey: string) => where('config_key', configKey),

    /** @returns undefined, with nothing inserted, when the key is taken */
    async add(
      configId: string,
      configKey: string,
      values: ConfigValues,
      now: number,
      note: Note<ConfigEntry>,
    ): Promise<ConfigEntry | undefined> {
      const row = {
        config_id: configId,
        config_key: configKey,
        config_type: 'N' as const,
        ...columnsOf(values),
        created_at: now,
        updated_at: now,
      };
      try {
        return await db.transaction().execute(async (trx) => {
          await trx.insertInto('config').values(row).execute();
          const after = present(row);
          await note(trx, after);
          return after;
        });
      } catch (error) {
        if (isDuplicate(error)) return undefined;
        throw error;
      }
    },

    /**
     * Updates an entry that is unchanged since it was read (optimistic lock).
     * @returns the updated entry; undefined, with nothing changed, when it has changed or is gone
     */
    change(
      before: ConfigEntry,
      values: ConfigValues,
      now: number,
      note: Note<Changed<ConfigEntry>>,
    ): Promise<ConfigEntry | undefined> {
      const read = Date.parse(before.updatedAt);
      return db.transaction().execute(async (trx) => {
        const row = await trx
          .updateTable('config')
          // Strictly increasing: `updated_at` is the entry's version for the optimistic lock.
          .set({ ...columnsOf(values), updated_at: Math.max(now, read + 1) })
          .where('config_id', '=', before.configId)
          .where('updated_at', '=', read)
          .returningAll()
          .executeTakeFirst();
        if (!row) return undefined;
        const after = present(row);
        await note(trx, { before, after });
        return after;
      });
    },

    /** Deletes an entry, unless it is built in. */
    remove: (configId: string, note: Note<ConfigEntry>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const row = await trx
          .deleteFrom('config')
          .where('config_id', '=', configId)
          .where('config_type', '=', 'N')
          .returningAll()
          .executeTakeFirst();
        if (row) await note(trx, present(row));
        return row !== undefined;
      }),
  };
}

export type ConfigurationStore = ReturnType<typeof configurationStore>;
