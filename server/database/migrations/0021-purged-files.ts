import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Single files whose bytes were purged from a frozen version, whose lines stay (releases.md, "Freezing"). */
export async function up(db: Kysely<never>): Promise<void> {
  await db.schema
    .createTable('purged_files')
    .addColumn('dataset_id', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('subset_id', 'text')
    .addColumn('blob_key', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('purged_files_key', ['dataset_id', 'path'])
    .execute();
  await tableMaker(db).index('purged_files_blob', 'purged_files', ['blob_key']);
}
