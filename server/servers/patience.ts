import { setTimeout as sleep } from 'node:timers/promises';
import { type Conflict, wordsOf } from './conflicts.ts';
import { LEASE, type ServerRow } from './servers.store.ts';

/** ms between looks whether another server beats. */
const AGAIN = 500;

/** Another server may live, beside which this one may not start, or not upgrade the database. */
export class InTheWay extends Error {
  readonly other: ServerRow;
  readonly conflict: Conflict;
  constructor(other: ServerRow, conflict: Conflict) {
    super(wordsOf(conflict));
    this.other = other;
    this.conflict = conflict;
  }
}

/**
 * Tries again while a server is in the way that may be dead: one that was killed leaves its row until the lease lapses,
 * one that lives is seen to beat within seconds.
 * @param onWaiting told once, with words
 * @throws InTheWay when the other one lives
 */
export async function oncePossible<T>(
  attempt: () => Promise<T>,
  onWaiting: (words: string) => void = () => {},
): Promise<T> {
  /** When each run that was in the way had given its last sign. */
  const seen = new Map<string, number>();
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof InTheWay)) throw error;
      const { other } = error;
      if (seen.size === 0)
        onWaiting(
          `${error.message}\nWaiting whether ${other.name} still lives: ${LEASE / 1_000} seconds after its last sign it counts as gone.`,
        );
      if (other.seen_at > (seen.get(other.run) ?? other.seen_at)) throw error;
      seen.set(other.run, other.seen_at);
      await sleep(AGAIN);
    }
  }
}
