import type { Lock, Locker } from '@tus/server';

/** The request that holds a lock. */
export interface Holder {
  /** When its last byte arrived, in ms of `performance.now()`; for a request without a body: when it began. */
  lastByteAt: number;
  /** Destroys its connection. */
  cut: () => void;
}

interface HeldLock {
  holder: Holder;
  released: Promise<void>;
  release: () => void;
}

export interface LockTimes {
  /** ms for which a request waits for a lock. */
  patience: number;
  /** ms without a byte after which a holder's connection counts as dead when another request needs its lock. */
  silence: number;
}

/** The refusal in the form that `@tus/server` expects. */
const held = {
  status_code: 423,
  body: 'Another request is sending this upload. Wait until it has ended, then ask for the offset.\n',
};

/**
 * A lock per upload. A second request waits a little; a holder whose connection has silently died is aborted, so that
 * resuming need not wait for a time-out.
 * @param current the current request
 */
export function uploadLocks(current: () => Holder, { patience, silence }: LockTimes): Locker {
  const locks = new Map<string, HeldLock>();

  async function acquire(id: string): Promise<void> {
    const deadline = performance.now() + patience;
    for (;;) {
      const other = locks.get(id);
      if (!other) break;
      const now = performance.now();
      if (now - other.holder.lastByteAt > silence) other.holder.cut();
      if (now >= deadline) throw held;
      await Promise.race([other.released, wait(Math.min(deadline - now, 250))]);
    }
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    locks.set(id, { holder: current(), released, release });
  }

  return {
    newLock: (id): Lock => ({
      lock: () => acquire(id),
      async unlock() {
        const mine = locks.get(id);
        locks.delete(id);
        mine?.release();
      },
    }),
  };
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref());
