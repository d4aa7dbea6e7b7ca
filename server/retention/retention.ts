import { setImmediate as turnOver } from 'node:timers/promises';
import { periodic } from '../shared/schedule.ts';
import { DAY } from '../shared/time.ts';
import type { Over, RetentionStore } from './retention.store.ts';
import type { Retention } from './retention-keys.ts';

const EVERY = 60 * 60_000;

interface Dependencies {
  store: RetentionStore;
  periods: () => Promise<Retention>;
  now: () => number;
  onError: (error: unknown) => void;
}

/** Deletes rows after their retention period (decisions §10), every hour and in batches. */
export function retention({ store, periods, now, onError }: Dependencies) {
  let stopped = false;

  async function remove(what: Over, period: number): Promise<void> {
    const before = now() - period;
    // Yields to the event loop between two batches.
    while (!stopped && (await store.removePiece(what, before))) await turnOver();
  }

  const rounds = periodic(
    async () => {
      const { over, mail, recordAddress, signature } = await periods();
      const kept: [Over, number | undefined][] = [
        ['sessions', over],
        ['codes', over],
        ['accountFailures', 0],
        // Some are of people who never registered.
        ['signIns', DAY],
        ['tickets', over],
        ['guestSessions', over],
        ['reviewerLinks', over],
        ['invitations', over],
        ['groupInvitations', over],
        ['mailAddresses', mail],
        ['recordAddresses', recordAddress],
        ['signatureAddresses', recordAddress],
        ['signatures', signature],
      ];
      for (const [what, period] of kept) {
        if (period !== undefined) await remove(what, period).catch(onError);
      }
    },
    EVERY,
    onError,
  );

  return {
    round: rounds.now,
    async stop(): Promise<void> {
      stopped = true;
      await rounds.stop();
    },
  };
}
