import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Rendered descriptions; those of existing datasets are rendered on first use. */
export async function up(db: Kysely<never>): Promise<void> {
  await tableMaker(db).table('renderings', 'dataset_id', {
    dataset_id: 'text',
    rules: 'integer',
    source: 'text',
    html: 'text',
    plain: 'text',
  });
}
