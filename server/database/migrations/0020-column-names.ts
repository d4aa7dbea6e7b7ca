import type { Kysely } from 'kysely';

/** Whether the column names of a version's tables are public (releases.md, "What machines read"): they are not at first. */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .alterTable('datasets')
    .addColumn('columns_visible', 'text', (column) => column.notNull().defaultTo('approved'))
    .execute();
}
