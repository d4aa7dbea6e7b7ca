import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** When the public notice of a recall was taken down again (docs/decisions/0041). */
export async function up(db: Kysely<never>): Promise<void> {
  const { addColumns } = tableMaker(db);
  await addColumns('recalls', { notice_down_at: 'bigint?' });
}
