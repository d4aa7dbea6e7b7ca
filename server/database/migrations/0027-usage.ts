import { type Kysely, sql } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Downloads by month that may be told in public, counted once from each record (access.md, "Usage"). */
export async function up(db: Kysely<never>): Promise<void> {
  const { addColumns } = tableMaker(db);
  await addColumns('records', { counted: 'integer?' });
  await sql`create index records_uncounted on records (started_at) where counted is null`.execute(db);
  await db.schema
    .createTable('usage_months')
    .addColumn('dataset_id', 'text', (column) => column.notNull())
    .addColumn('month', 'text', (column) => column.notNull())
    .addColumn('downloads', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('usage_months_key', ['dataset_id', 'month'])
    .execute();
}
