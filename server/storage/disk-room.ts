import { randomFillSync } from 'node:crypto';
import { mkdirSync, statfsSync, statSync, truncateSync } from 'node:fs';
import { appendFile, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { diskIsFull } from '../shared/errors.ts';

const MiB = 1024 * 1024;
/** Bytes held back for the database, in a file. */
const RESERVE = 8 * MiB;
/** What a small transaction may need, and what the reserve gives back at a time. */
const STEP = MiB;
/** With less than this, no data is taken in. */
export const HEADROOM = 16 * MiB;

const bytesFree = ({ bavail, bsize }: { bavail: number; bsize: number }): number => bavail * bsize;

/**
 * The room on the disk of the data folder. On a full disk SQLite could not even write down that somebody has signed
 * in: a file of ours takes the room for that beforehand, and gives it back bit by bit (docs/decisions/0027).
 * @param reserves whether the database lies on this disk
 */
export function diskRoom(dataDir: string, reserves: boolean) {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'reserve');
  let held = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let filling: Promise<void> | undefined;
  let stopped = false;

  async function fill(): Promise<void> {
    // Nothing that a file system could make smaller.
    const bytes = randomFillSync(Buffer.alloc(STEP));
    while (!stopped && held < RESERVE && bytesFree(await statfs(dataDir)) >= HEADROOM + STEP) {
      try {
        await appendFile(file, bytes);
        held += STEP;
      } catch {
        // The disk is full after all: the next look tries again.
        await truncate(file, held).catch(() => {});
        return;
      }
    }
  }

  async function refill(): Promise<void> {
    if (!reserves || stopped || held >= RESERVE) return;
    filling ??= fill().finally(() => {
      filling = undefined;
    });
    await filling;
  }

  return {
    /** Called before each write of the database: makes room for a small one where there is none. */
    beforeWrite(): void {
      if (!reserves) return;
      const free = bytesFree(statfsSync(dataDir));
      if (free < STEP && held > 0) {
        held = Math.max(0, held - STEP);
        truncateSync(file, held);
      } else if (held < RESERVE && free >= HEADROOM + STEP) refill().catch(() => {});
    },

    /** @throws AppError 507 when the disk is full, or as good as: reading and signing in still work */
    async assert(): Promise<void> {
      await refill();
      if (bytesFree(await statfs(dataDir)) >= HEADROOM && (held >= RESERVE || !reserves)) return;
      throw diskIsFull();
    },

    async stop(): Promise<void> {
      stopped = true;
      await filling?.catch(() => {});
    },
  };
}
