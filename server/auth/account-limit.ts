import type { Queries } from '../database/index.ts';
import type { AccountFailureStore, Failures } from './account-failures.store.ts';
import { slidingLimiter } from './sliding-limiter.ts';

/** threats.md, "Limits": failed attempts of an account within the window, ms. */
const WINDOW = 15 * 60_000;
const MOST = 5;

/**
 * Says whether what an attempt entered is right, before anybody learns of it or anything is changed by it.
 * @param on the transaction of the change, which fails with the attempt
 * @throws what the limit throws, when it was reached meanwhile
 */
export type Judge = (right: boolean, on?: Queries) => Promise<void>;

interface Dependencies {
  store: AccountFailureStore;
  /** What is tried: each has failures of its own. */
  kind: string;
  /** Multiplies the limit; 0 switches it off. */
  factor: number;
  /** The error at the limit. @param wait seconds until one more failure is allowed */
  reached: (wait: number) => Error;
  now: () => number;
}

/**
 * The limit on an account's failed attempts, exact over all servers (docs/decisions/0047). An attempt is checked first
 * and counted then: a failure is written, or a success let through, only if the database has fewer failures than the
 * limit; otherwise nobody learns what it was. So parallel attempts get no more failures, and none that would succeed
 * waits for another server or is refused for what runs there. What this process knows keeps it from checking in vain.
 */
export function accountLimit({ store, kind, factor, reached, now }: Dependencies) {
  const most = factor === 0 ? Number.POSITIVE_INFINITY : Math.ceil(MOST * factor);
  const known = slidingLimiter(WINDOW, most, now);
  const keyOf = (account: string): string => `${kind} ${account}`;

  async function fail(key: string, beyond: boolean): Promise<Failures> {
    const at = now();
    let before: Failures;
    try {
      before = await store.add(key, { at, window: WINDOW, most, beyond });
    } catch (error) {
      // A full disk is no time for guessing: what could not be written counts at this server.
      known.add(key);
      throw error;
    }
    known.learn(key, before.length < most || beyond ? [...before, at] : before);
    return before;
  }

  return {
    most,

    /** How often the account failed within the window. */
    failures: async (account: string): Promise<number> =>
      (await store.recent(keyOf(account), WINDOW, now())).length,

    /** Counts a failure of an attempt that the limit does not hold: one with a captcha. */
    async add(account: string): Promise<void> {
      await fail(keyOf(account), true);
    },

    /** Runs an attempt, which calls `judge` with each password or code that it has checked. */
    async attempt<T>(account: string, work: (judge: Judge) => Promise<T>): Promise<T> {
      if (factor === 0) return work(async () => {});
      const key = keyOf(account);
      if (!(await known.enter(key))) throw reached(known.wait(key));
      try {
        return await work(async (right, on) => {
          const before = right ? await store.recent(key, WINDOW, now(), on) : await fail(key, false);
          if (before.length < most) return;
          known.learn(key, before);
          throw reached(known.wait(key));
        });
      } finally {
        known.leave(key, false);
      }
    },
  };
}
