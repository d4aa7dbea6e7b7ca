import type { Db } from '../database/open.ts';

/**
 * A key that the server makes at its first start and keeps in the database, so that all servers share it.
 * @param make gives a new value, used only when there is none yet
 */
export async function secret(db: Db, name: string, make: () => string): Promise<string> {
  await db
    .insertInto('secrets')
    .values({ name, value: make() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const row = await db
    .selectFrom('secrets')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return row.value;
}
