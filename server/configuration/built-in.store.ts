import { type Db, onPostgres, type Queries } from '../database/index.ts';
import { newId } from '../shared/ids.ts';
import type { BuiltInKey } from './built-in.ts';

/** Inserts the missing keys; values that an administrator set stay. */
export async function seedBuiltIn(db: Db, keys: readonly BuiltInKey[], now: number): Promise<void> {
  for (const { key, name, first, hint = '', isPublic } of keys) {
    await db
      .insertInto('config')
      .values({
        config_id: newId(),
        config_name: name,
        config_key: key,
        config_value: first,
        config_type: 'Y',
        is_public: isPublic ? 1 : 0,
        remark: hint,
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) =>
        // An administrator's own entry of that name becomes a built-in one.
        conflict
          .column('config_key')
          .doUpdateSet({ config_type: 'Y', is_public: isPublic ? 1 : 0 })
          .where('config.config_type', '=', 'N'),
      )
      .execute();
  }
}

/** Values by key; a missing key has its initial value. */
export async function readBuiltIn(
  queries: Queries,
  keys: readonly BuiltInKey[],
): Promise<Map<string, string>> {
  const rows = await queries
    .selectFrom('config')
    .select(['config_key', 'config_value'])
    .where(
      'config_key',
      'in',
      keys.map(({ key }) => key),
    )
    .execute();
  return new Map([
    ...keys.map(({ key, first }) => [key, first] as const),
    ...rows.map((row) => [row.config_key, row.config_value] as const),
  ]);
}

/** Locks rows by key until the caller's transaction ends. SQLite needs none: it has one writer. */
export async function lockBuiltIn(trx: Queries, keys: readonly BuiltInKey[]): Promise<void> {
  if (!onPostgres(trx)) return;
  const names = keys.map(({ key }) => key);
  // In key order, against deadlocks.
  await trx
    .selectFrom('config')
    .select('config_key')
    .where('config_key', 'in', names)
    .orderBy('config_key')
    .forNoKeyUpdate()
    .execute();
}

/** Sets values by key, within the caller's transaction. */
export async function writeBuiltIn(
  trx: Queries,
  values: ReadonlyMap<string, string>,
  now: number,
): Promise<void> {
  for (const [key, value] of values) {
    await trx
      .updateTable('config')
      .set({ config_value: value, updated_at: now })
      .where('config_key', '=', key)
      .execute();
  }
}
