import type { Db } from '../database/index.ts';

/** The last backup that was finished. */
export interface LastBackup {
  /** When its snapshot was made: ms since 1970. */
  at: number;
  files: number;
  /** Files that were missing or damaged. */
  lost: number;
}

const NAME = 'backup.last';

export async function noteBackup(db: Db, made: LastBackup): Promise<void> {
  const value = JSON.stringify(made);
  await db
    .insertInto('secrets')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export async function lastBackupOf(db: Db): Promise<LastBackup | undefined> {
  const row = await db.selectFrom('secrets').select('value').where('name', '=', NAME).executeTakeFirst();
  return row && JSON.parse(row.value);
}
