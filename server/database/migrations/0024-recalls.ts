import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Recalls of files: who was told what; and what is needed to know who holds which bytes (access.md, "Recall"). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index } = tableMaker(db);
  await table('recalls', 'id', {
    id: 'text',
    dataset_id: 'text',
    dataset_name: 'text',
    version: 'text',
    whole: 'integer',
    file_count: 'bigint',
    kind: 'text?',
    what: 'text',
    reason: 'text',
    corrected_in: 'text?',
    admin_id: 'text',
    admin_name: 'text',
    created_at: 'bigint',
    sent_at: 'bigint?',
    people: 'bigint',
    anonymous: 'bigint',
    unclear: 'bigint',
  });
  await index('recalls_created', 'recalls', ['created_at', 'id']);
  await index('recalls_dataset', 'recalls', ['dataset_id', 'sent_at']);
  await db.schema
    .createTable('recall_files')
    .addColumn('recall_id', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('sha256', 'text', (column) => column.notNull())
    .addColumn('size', 'bigint', (column) => column.notNull())
    .addColumn('corrected_sha256', 'text')
    .addPrimaryKeyConstraint('recall_files_key', ['recall_id', 'path', 'sha256'])
    .execute();
  await table('recall_people', 'id', {
    id: 'text',
    recall_id: 'text',
    user_id: 'text?',
    name: 'text',
    email: 'text',
    whole: 'bigint',
    partial: 'bigint',
    mail_id: 'text?',
  });
  await index('recall_people_of', 'recall_people', ['recall_id', 'name', 'id']);
  await index('recall_people_user', 'recall_people', ['user_id']);
  await table('mail_preferences', 'user_id', {
    user_id: 'text',
    language: 'text?',
    recalls_declined_at: 'bigint?',
  });
  await db.schema
    .createTable('file_lists')
    .addColumn('dataset_id', 'text', (column) => column.notNull())
    .addColumn('release', 'text', (column) => column.notNull())
    .addColumn('parts', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('file_lists_key', ['dataset_id', 'release'])
    .execute();
  // Who holds some bytes: from a hash to blobs, folders and objects.
  await index('blobs_sha256', 'blobs', ['sha256']);
  await index('objects_intake', 'objects', ['intake_id']);
}
