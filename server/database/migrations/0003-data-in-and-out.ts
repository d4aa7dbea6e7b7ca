import { type Kysely, sql } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Durable jobs, resumable uploads, folders, files registered in place, the trash. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index, addColumns } = tableMaker(db);
  const { schema } = db;

  await table('jobs', 'id', {
    id: 'text',
    kind: 'text',
    key: 'text?',
    open_key: 'text?',
    subject: 'text',
    payload: 'text',
    state: 'text',
    priority: 'integer',
    run_at: 'bigint',
    lease_until: 'bigint?',
    owner: 'text?',
    attempts: 'integer',
    done: 'bigint',
    total: 'bigint',
    note: 'text',
    created_at: 'bigint',
    started_at: 'bigint?',
    finished_at: 'bigint?',
  });
  await schema.createIndex('jobs_open_key').on('jobs').column('open_key').unique().execute();
  await index('jobs_due', 'jobs', ['state', 'priority', 'run_at']);
  await index('jobs_created', 'jobs', ['created_at', 'id']);

  await table('flushes', 'server', { server: 'text', token: 'text', at: 'bigint' });

  await table('folders', 'id', {
    id: 'text',
    admin_id: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    used_at: 'bigint?',
  });

  await table('uploads', 'id', {
    id: 'text',
    admin_id: 'text',
    blob_key: 'text',
    file_name: 'text',
    size: 'bigint',
    received: 'bigint',
    folder_id: 'text?',
    relative_path: 'text?',
    created_at: 'bigint',
    expires_at: 'bigint',
    finished_at: 'bigint?',
    used_at: 'bigint?',
  });
  await index('uploads_folder', 'uploads', ['folder_id']);
  await index('uploads_expiry', 'uploads', ['expires_at']);

  await table('intakes', 'id', {
    id: 'text',
    dataset_id: 'text',
    subset_id: 'text?',
    kind: 'text',
    source: 'text',
    size: 'bigint',
    hashed: 'bigint',
    file_count: 'bigint',
    created_at: 'bigint',
    ended_at: 'bigint?',
    note: 'text',
    failure: 'text?',
  });
  await index('intakes_dataset', 'intakes', ['dataset_id', 'ended_at']);
  await index('intakes_subset', 'intakes', ['subset_id', 'ended_at']);

  await schema
    .createTable('intake_files')
    .addColumn('intake_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('blob_key', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('intake_files_key', ['intake_id', 'name'])
    .execute();
  await index('intake_files_blob', 'intake_files', ['blob_key']);

  await addColumns('blobs', {
    source: 'text?',
    mtime_us: 'bigint?',
    mark: 'text?',
    marked_at: 'bigint?',
    scrubbed_at: 'bigint?',
  });
  await schema
    .createIndex('blobs_marked')
    .on('blobs')
    .columns(['marked_at'])
    .where(sql.ref('mark'), 'is not', null)
    .execute();
  await index('blobs_scrubbed', 'blobs', ['scrubbed_at']);
  await schema
    .createIndex('blobs_purging')
    .on('blobs')
    .columns(['key'])
    .where(sql.ref('state'), '=', sql.lit('purging'))
    .execute();

  await addColumns('datasets', { purged_at: 'bigint?' });
  await addColumns('subsets', { purged_at: 'bigint?' });
  await addColumns('objects', { purged_at: 'bigint?' });
  await index('objects_blob', 'objects', ['blob_key']);
  await index('objects_superseded', 'objects', ['superseded_at']);
  await index('datasets_trashed', 'datasets', ['trashed_at']);
  await index('subsets_trashed', 'subsets', ['trashed_at']);
}
