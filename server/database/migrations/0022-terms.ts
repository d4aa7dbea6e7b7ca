import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Terms to sign before downloading, and the signatures (access.md, "Terms as evidence"). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index, addColumns } = tableMaker(db);
  await addColumns('lineages', { terms_id: 'text?' });
  await index('lineages_terms', 'lineages', ['terms_id']);
  await table('terms', 'id', { id: 'text', created_at: 'bigint', deleted_at: 'bigint?' });
  await table('terms_versions', 'id', {
    id: 'text',
    terms_id: 'text',
    version: 'bigint',
    title: 'text',
    text: 'text',
    sha256: 'text',
    sign_again: 'integer',
    created_at: 'bigint',
    key_id: 'text',
    seal: 'text',
  });
  await table('signatures', 'id', {
    id: 'text',
    user_id: 'text?',
    signer: 'text',
    lineage_id: 'text',
    dataset_name: 'text',
    terms_version_id: 'text',
    sha256: 'text',
    name: 'text',
    email: 'text',
    affiliation: 'text',
    signed_at: 'bigint',
    ip: 'text',
    key_id: 'text',
    seal: 'text',
  });
  const unique = (name: string, on: string, columns: string[]) =>
    db.schema.createIndex(name).unique().on(on).columns(columns).execute();
  await unique('terms_versions_number', 'terms_versions', ['terms_id', 'version']);
  // Also finds a person's signatures for a dataset: on the way of every download of one with terms.
  await unique('signatures_once', 'signatures', ['signer', 'lineage_id', 'terms_version_id']);
  await index('signatures_user', 'signatures', ['user_id']);
  await index('signatures_terms', 'signatures', ['terms_version_id']);
  // The sorts of the list.
  await index('signatures_time', 'signatures', ['signed_at', 'id']);
  await index('signatures_name', 'signatures', ['name', 'id']);
  await index('signatures_dataset', 'signatures', ['dataset_name', 'id']);
}
