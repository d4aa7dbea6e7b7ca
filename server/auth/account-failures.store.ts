import { createHmac } from 'node:crypto';
import { compiled, type Db, type Queries } from '../database/index.ts';
import { isRecent } from './sliding-limiter.ts';

/** Times kept beyond the limit: with a captcha more may be tried, at a delay that grows with them. */
const BEYOND = 8;

/** An account's failed attempts within the window, ms since 1970, the oldest first. */
export type Failures = readonly number[];

export interface NewFailure {
  at: number;
  /** ms. */
  window: number;
  /** The limit. */
  most: number;
  /** Added even when the limit is reached. */
  beyond: boolean;
}

/**
 * Failed attempts of accounts, known or not, which all servers count together: a row each until the last one lapses.
 * @param key the account is stored as a keyed hash: what was typed may be anybody's address, or a password
 */
export function accountFailureStore(db: Db, key: string) {
  const hashOf = (account: string): string =>
    createHmac('sha256', key).update(`failures\n${account}`).digest('hex');
  const within = (failures: string, window: number, now: number): number[] =>
    (JSON.parse(failures) as number[]).filter((at) => isRecent(at, window, now));
  const find = compiled<{ account: string }, { failures: string }>(db, (parameter) =>
    db.selectFrom('account_failures').select('failures').where('account_hash', '=', parameter('account')),
  );

  return {
    /** @param on the transaction that is to fail with the attempt, if any */
    async recent(account: string, window: number, now: number, on?: Queries): Promise<Failures> {
      const [row] = await find({ account: hashOf(account) }, on);
      return row ? within(row.failures, window, now) : [];
    },

    /**
     * Adds a failure unless the limit is reached. The row is locked first: of failures on several servers each counts.
     * @returns the failures before it, at the limit when it was not added
     */
    add: (account: string, { at, window, most, beyond }: NewFailure): Promise<Failures> =>
      db.transaction().execute(async (trx) => {
        const account_hash = hashOf(account);
        const { failures } = await trx
          .insertInto('account_failures')
          .values({ account_hash, failures: '[]', lapses_at: at + window })
          .onConflict((conflict) => conflict.column('account_hash').doUpdateSet({ lapses_at: at + window }))
          .returning('failures')
          .executeTakeFirstOrThrow();
        const before = within(failures, window, at);
        if (!beyond && before.length >= most) return before;
        await trx
          .updateTable('account_failures')
          .set({ failures: JSON.stringify([...before, at].slice(-most - BEYOND)) })
          .where('account_hash', '=', account_hash)
          .execute();
        return before;
      }),
  };
}

export type AccountFailureStore = ReturnType<typeof accountFailureStore>;
