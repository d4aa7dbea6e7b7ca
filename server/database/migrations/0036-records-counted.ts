import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** What one path and what is complete are counted by: their entries are short (docs/decisions/0018). */
export async function up(db: Kysely<never>): Promise<void> {
  const { index } = tableMaker(db);
  await index('records_path', 'records', ['subset_path']);
  await index('records_complete', 'records', ['complete']);
}
