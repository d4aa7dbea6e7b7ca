import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Requests for access to a dataset (access.md, "Requests"): forms, requests, their steps and files, reviewers. */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index, addColumns } = tableMaker(db);
  await addColumns('lineages', { asks_request: 'integer?', request_questions: 'text?' });
  await table('requests', 'id', {
    id: 'text',
    user_id: 'text',
    lineage_id: 'text',
    status: 'text',
    status_reason: 'text?',
    purpose: 'text',
    answers: 'text',
    questions: 'text',
    draft: 'text?',
    changed_at: 'bigint',
    applied_at: 'bigint?',
    reviewed_at: 'bigint?',
    approved_until: 'bigint?',
    reminded_at: 'bigint?',
    announced_at: 'bigint?',
  });
  await table('request_reviews', 'id', {
    id: 'text',
    request_id: 'text',
    from_status: 'text?',
    to_status: 'text',
    reason: 'text?',
    admin_id: 'text?',
    at: 'bigint',
    undone_at: 'bigint?',
    former: 'text',
  });
  await table('request_files', 'id', {
    id: 'text',
    request_id: 'text',
    question_id: 'text',
    name: 'text',
    blob_key: 'text',
    created_at: 'bigint',
  });
  await table('dataset_reviewers', 'id', {
    id: 'text',
    admin_id: 'text',
    lineage_id: 'text',
    notice: 'text',
  });
  const unique = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).unique().on(on).columns(columns).execute();
  // Also on the way of every download of a dataset that asks for requests.
  await unique('requests_once', 'requests', ['user_id', 'lineage_id']);
  await index('requests_lineage', 'requests', ['lineage_id', 'status']);
  await index('requests_status', 'requests', ['status', 'approved_until']);
  await index('requests_applied', 'requests', ['applied_at', 'id']);
  await index('request_reviews_request', 'request_reviews', ['request_id', 'at']);
  await index('request_files_request', 'request_files', ['request_id']);
  await index('request_files_blob', 'request_files', ['blob_key']);
  await unique('dataset_reviewers_once', 'dataset_reviewers', ['admin_id', 'lineage_id']);
  await index('dataset_reviewers_lineage', 'dataset_reviewers', ['lineage_id']);
}
