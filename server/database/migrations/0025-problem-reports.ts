import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Problems with a version that people report to the laboratory (access.md, "After the download"). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index } = tableMaker(db);
  await table('problem_reports', 'id', {
    id: 'text',
    dataset_id: 'text',
    dataset_name: 'text',
    version: 'text',
    file: 'text?',
    message: 'text',
    user_id: 'text?',
    language: 'text',
    created_at: 'bigint',
    announced_at: 'bigint?',
    answer: 'text?',
    answered_at: 'bigint?',
    answered_by: 'text?',
  });
  await index('problem_reports_created', 'problem_reports', ['created_at']);
  await index('problem_reports_of_person', 'problem_reports', ['user_id', 'created_at']);
}
