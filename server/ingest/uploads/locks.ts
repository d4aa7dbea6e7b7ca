import type { Lock, Locker } from '@tus/server';

/** What is known of the request that holds a lock. */
export interface Holder {
  /** When its last byte came, in ms of `performance.now()`; a request without a body: when it began. */
  lastByteAt: number;
  /** Breaks its connection off. */
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
  /** ms without a byte after which a holder's connection counts as dead when somebody else wants its lock. */
  silence: number;
}

/** The refusal in the form that the protocol's library answers with. */
const held = {
  status_code: 423,
  body: 'Another request is sending this upload. Wait until it has ended, then ask for the offset.\n',
};

/**
 * One request per upload at a time. Who comes while it is held waits a little; a holder whose connection has died
 * without a word is broken off, so that resuming need not wait for a time-out.
 * @param current the request that asks
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
