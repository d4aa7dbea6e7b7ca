import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** The servers that run on this database (docs/decisions/0046). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table } = tableMaker(db);
  await table('servers', 'run', {
    run: 'text',
    id: 'text',
    machine: 'text',
    name: 'text',
    version: 'text',
    storage: 'text',
    keys: 'text',
    started_at: 'bigint',
    seen_at: 'bigint',
    clock_ahead: 'bigint',
    downloads: 'text',
  });
}
