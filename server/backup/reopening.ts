import type { Note } from '../auth/index.ts';
import type { Db } from '../database/index.ts';
import { AppError, conflict } from '../shared/errors.ts';
import { iso } from '../shared/time.ts';
import { type ClosedSince, reopeningStore } from './restore.store.ts';

interface Dependencies {
  db: Db;
  now: () => number;
}

/** Downloads of a portal that was restored from a backup: closed until an owner has seen what it holds. */
export async function createReopening({ db, now }: Dependencies) {
  const store = reopeningStore(db);
  // Only a restore closes them, and it wants an empty portal: an open one never asks again.
  let closed = await store.closedSince();

  /** Asked anew each time: another server may have opened them. */
  async function closedSince(): Promise<ClosedSince | undefined> {
    if (closed) closed = await store.closedSince();
    return closed;
  }

  return {
    /** @throws AppError 503 while they are closed */
    async assertOpen(): Promise<void> {
      if ((await closedSince()) === undefined) return;
      throw new AppError(
        503,
        'This portal was restored from a backup. Downloads are closed until its administrators have looked at it.',
        { retryAfter: 3_600 },
      );
    },

    /** What an owner must know before they open them; null: they are open. */
    async state() {
      const since = await closedSince();
      if (!since) return null;
      return {
        snapshotAt: iso(since.snapshotAt),
        restoredAt: iso(since.restoredAt),
        ...(await store.holds(now())),
      };
    },

    /** @throws AppError 409 when they are open already: two owners may have looked at it */
    async open(note: Note<void>): Promise<void> {
      if (!(await store.open(note))) throw conflict('Downloads are open already.');
    },
  };
}

export type Reopening = Awaited<ReturnType<typeof createReopening>>;
