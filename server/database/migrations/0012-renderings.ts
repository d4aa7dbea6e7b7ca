import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** What became of each dataset's description; what was there before is rendered when it is first needed. */
export async function up(db: Kysely<never>): Promise<void> {
  await tableMaker(db).table('renderings', 'dataset_id', {
    dataset_id: 'text',
    rules: 'integer',
    source: 'text',
    html: 'text',
    plain: 'text',
  });
}
