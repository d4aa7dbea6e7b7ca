import type { Kysely } from 'kysely';
import { tableMaker } from '../table-maker.ts';

/** Failed attempts of accounts, counted by all servers together (docs/decisions/0047). */
export async function up(db: Kysely<never>): Promise<void> {
  const { table, index } = tableMaker(db);
  await table('account_failures', 'account_hash', {
    account_hash: 'text',
    failures: 'text',
    lapses_at: 'bigint',
  });
  await index('account_failures_lapse', 'account_failures', ['lapses_at']);
}
