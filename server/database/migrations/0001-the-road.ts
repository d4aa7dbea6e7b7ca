import { type Kysely, sql } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** The first migration: from upload to download. */
export async function up(db: Kysely<never>): Promise<void> {
  const { schema } = db;
  const { table, index } = tableMaker(db);

  await table('users', 'id', {
    id: 'text',
    email: 'text',
    password_hash: 'text',
    first_name: 'text',
    family_name: 'text',
    affiliation: 'text',
    purpose: 'text',
    country: 'text?',
    status: 'text',
    status_reason: 'text?',
    created_at: 'bigint',
    applied_at: 'bigint?',
    reviewed_at: 'bigint?',
    approved_until: 'bigint?',
  });
  await schema.createIndex('users_email').on('users').column('email').unique().execute();
  for (const sort of ['created_at', 'applied_at', 'reviewed_at', 'family_name']) {
    await index(`users_${sort}`, 'users', [sort, 'id']);
  }
  await index('users_status', 'users', ['status', 'created_at']);

  await table('reviews', 'id', {
    id: 'text',
    user_id: 'text',
    from_status: 'text?',
    to_status: 'text',
    reason: 'text?',
    admin_id: 'text?',
    at: 'bigint',
    undone_at: 'bigint?',
    former: 'text',
  });
  await index('reviews_user', 'reviews', ['user_id', 'at']);
  await index('reviews_at', 'reviews', ['at']);

  await table('administrators', 'id', {
    id: 'text',
    username: 'text',
    name: 'text',
    password_hash: 'text',
    role: 'text',
    created_at: 'bigint',
    disabled_at: 'bigint?',
  });
  await schema
    .createIndex('administrators_username')
    .on('administrators')
    .column('username')
    .unique()
    .execute();

  await table('sessions', 'token_hash', {
    token_hash: 'text',
    identity: 'text',
    subject_id: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    absolute_at: 'bigint',
    ended_at: 'bigint?',
  });
  await index('sessions_subject', 'sessions', ['subject_id']);

  await table('tickets', 'id', {
    id: 'text',
    user_id: 'text',
    dataset_id: 'text',
    created_at: 'bigint',
    expires_at: 'bigint',
    revoked_at: 'bigint?',
  });
  await index('tickets_user', 'tickets', ['user_id', 'dataset_id', 'expires_at']);

  await table('valid_codes', 'id', {
    id: 'text',
    email: 'text',
    purpose: 'text',
    code_hash: 'text?',
    created_at: 'bigint',
    expires_at: 'bigint',
    tries: 'integer',
    used_at: 'bigint?',
  });
  await index('valid_codes_email', 'valid_codes', ['email', 'created_at']);
  await table('used_captchas', 'signature', { signature: 'text', expires_at: 'bigint' });
  await index('used_captchas_expiry', 'used_captchas', ['expires_at']);

  await table('outbox', 'id', {
    id: 'text',
    recipient: 'text',
    subject: 'text',
    body: 'text',
    created_at: 'bigint',
    not_before: 'bigint',
    sent_at: 'bigint?',
    attempts: 'integer',
    review_id: 'text?',
  });
  await schema
    .createIndex('outbox_waiting')
    .on('outbox')
    .columns(['not_before'])
    .where(sql.ref('sent_at'), 'is', null)
    .execute();
  await index('outbox_review', 'outbox', ['review_id']);

  await table('secrets', 'name', { name: 'text', value: 'text' });
  await table('config', 'config_id', {
    config_id: 'text',
    config_name: 'text',
    config_key: 'text',
    config_value: 'text',
    config_type: 'text',
    is_public: 'integer',
    remark: 'text',
    created_at: 'bigint',
    updated_at: 'bigint',
  });
  await schema.createIndex('config_key_unique').on('config').column('config_key').unique().execute();

  await table('datasets', 'id', {
    id: 'text',
    name: 'text',
    version: 'text',
    modality_name: 'text',
    count: 'bigint',
    samples: 'text?',
    path: 'text',
    desc_path: 'text?',
    detail: 'text',
    status: 'text',
    license: 'text',
    authors: 'text',
    citation: 'text',
    keywords: 'text',
    sort: 'bigint',
    created_at: 'bigint',
    published_at: 'bigint?',
    trashed_at: 'bigint?',
  });
  await schema
    .createIndex('datasets_name_version')
    .on('datasets')
    .columns(['name', 'version'])
    .unique()
    .where(sql.ref('trashed_at'), 'is', null)
    .execute();
  for (const sort of ['created_at', 'modality_name', 'count', 'status', 'sort']) {
    await index(`datasets_${sort}`, 'datasets', [sort, 'id']);
  }

  await table('subsets', 'id', {
    id: 'text',
    dataset_id: 'text',
    path: 'text',
    description: 'text',
    content_type: 'text',
    sort: 'bigint',
    created_at: 'bigint',
    trashed_at: 'bigint?',
  });
  await index('subsets_dataset', 'subsets', ['dataset_id', 'sort', 'id']);

  await table('paths', 'path', { path: 'text', dataset_id: 'text', subset_id: 'text?' });
  await index('paths_dataset', 'paths', ['dataset_id']);

  await table('objects', 'id', {
    id: 'text',
    dataset_id: 'text',
    subset_id: 'text?',
    kind: 'text',
    blob_key: 'text',
    size: 'bigint',
    file_count: 'bigint',
    etag: 'text',
    sha256: 'text?',
    created_at: 'bigint',
    superseded_at: 'bigint?',
  });
  await index('objects_dataset', 'objects', ['dataset_id', 'subset_id', 'superseded_at']);
  // One current object per dataset archive and per subset.
  await schema
    .createIndex('objects_current_whole')
    .on('objects')
    .column('dataset_id')
    .unique()
    .where(sql.ref('superseded_at'), 'is', null)
    .where(sql.ref('subset_id'), 'is', null)
    .execute();
  await schema
    .createIndex('objects_current_subset')
    .on('objects')
    .column('subset_id')
    .unique()
    .where(sql.ref('superseded_at'), 'is', null)
    .execute();

  await table('blobs', 'key', {
    key: 'text',
    owner: 'text',
    state: 'text',
    size: 'bigint',
    sha256: 'text',
    crc32: 'bigint',
    created_at: 'bigint',
  });
  await schema
    .createIndex('blobs_writing')
    .on('blobs')
    .columns(['owner'])
    .where(sql.ref('state'), '=', sql.lit('writing'))
    .execute();
  await table('static_files', 'path', { path: 'text', blob_key: 'text', content_type: 'text' });

  await table('records', 'id', {
    id: 'text',
    user_id: 'text?',
    user_name: 'text',
    email: 'text',
    dataset_id: 'text',
    dataset_name: 'text',
    version: 'text',
    subset_path: 'text',
    object_id: 'text',
    open_key: 'text?',
    bytes_sent: 'bigint',
    total_bytes: 'bigint',
    complete: 'integer?',
    ranges: 'text',
    started_at: 'bigint',
    finished_at: 'bigint?',
    ip: 'text',
    user_agent: 'text',
    via: 'text',
  });
  await index('records_started', 'records', ['started_at', 'id']);
  await index('records_bytes', 'records', ['bytes_sent', 'id']);
  await index('records_user', 'records', ['user_id', 'started_at', 'id']);
  await index('records_dataset', 'records', ['dataset_id', 'started_at', 'id']);
  await schema.createIndex('records_open').on('records').column('open_key').unique().execute();
}
