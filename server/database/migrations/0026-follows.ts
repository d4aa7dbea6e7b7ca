import { type Kysely, sql } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Who follows which dataset, and what they are still to be told (access.md, "After the download"). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index } = tableMaker(db);
  await table('follows', 'id', {
    id: 'text',
    user_id: 'text',
    lineage_id: 'text',
    pace: 'text',
    language: 'text',
    created_at: 'bigint',
    mailed_at: 'bigint?',
  });
  await db.schema
    .createIndex('follows_of_person')
    .on('follows')
    .columns(['user_id', 'lineage_id'])
    .unique()
    .execute();
  await index('follows_of_lineage', 'follows', ['lineage_id']);
  await table('follow_news', 'id', {
    id: 'text',
    follow_id: 'text',
    dataset_id: 'text',
    kind: 'text',
    at: 'bigint',
  });
  await index('follow_news_of', 'follow_news', ['follow_id', 'at']);
  // What is public today is news to nobody.
  await table('told_versions', 'dataset_id', { dataset_id: 'text', state: 'text' });
  const today = new Date().toISOString().slice(0, 10);
  await sql`insert into told_versions (dataset_id, state)
    select id, case when status = 'withdrawn' then 'withdrawn'
      when embargo_until > ${today} then 'embargoed' else 'open' end
    from datasets where status <> 'draft' and trashed_at is null`.execute(db);
}
