import type { Db } from '../database/index.ts';
import { periodic } from '../shared/schedule.ts';
import { isRobot } from './robots.ts';
import { DOUBLE_CLICK, usageCountingStore } from './usage.store.ts';

/** ms between rounds. */
const EVERY = 20_000;
/** A record is noted before its first byte; other servers' clocks may differ by as much. */
const SETTLED = 30_000;

interface Dependencies {
  db: Db;
  now: () => number;
  onError: (error: unknown) => void;
}

/**
 * Counts downloads for the public figures: each record once, a minute after it began, so that removing an account later
 * changes no figure (access.md, "Usage").
 */
export function countingUsage({ db, now, onError }: Dependencies) {
  const store = usageCountingStore(db);
  return periodic(
    async () => {
      const before = now() - DOUBLE_CLICK - SETTLED;
      while (await store.countPiece(before, isRobot));
    },
    EVERY,
    onError,
  );
}
