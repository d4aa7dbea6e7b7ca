import { randomFillSync } from 'node:crypto';
import { mkdirSync, statfsSync, statSync, truncateSync } from 'node:fs';
import { appendFile, statfs, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { diskIsFull } from '../shared/errors.ts';

const MiB = 1024 * 1024;
/** Bytes reserved for the database, in a file. */
const RESERVE = 8 * MiB;
/** Bytes that a small transaction may need, and by which the reserve shrinks at a time. */
const STEP = MiB;
/** Free bytes below which no data is accepted. */
export const HEADROOM = 16 * MiB;

const bytesFree = ({ bavail, bsize }: { bavail: number; bsize: number }): number => bavail * bsize;

/**
 * Free space on the data folder's disk. On a full disk SQLite could not even write a new session: a reserve file
 * occupies space for that beforehand, and shrinks step by step (docs/decisions/0027).
 * @param reserves whether the database is on this disk
 */
export function diskRoom(dataDir: string, reserves: boolean) {
  mkdirSync(dataDir, { recursive: true });
  const file = join(dataDir, 'reserve');
  let held = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  let filling: Promise<void> | undefined;
  let stopped = false;

  async function fill(): Promise<void> {
    // Random bytes: incompressible, and not sparse.
    const bytes = randomFillSync(Buffer.alloc(STEP));
    while (!stopped && held < RESERVE && bytesFree(await statfs(dataDir)) >= HEADROOM + STEP) {
      try {
        await appendFile(file, bytes);
        held += STEP;
      } catch {
        // The disk is full: retried at the next check.
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
    /** Called before each write of the database: shrinks the reserve when the disk lacks room for a small write. */
    beforeWrite(): void {
      if (!reserves) return;
      const free = bytesFree(statfsSync(dataDir));
      if (free < STEP && held > 0) {
        held = Math.max(0, held - STEP);
        truncateSync(file, held);
      } else if (held < RESERVE && free >= HEADROOM + STEP) refill().catch(() => {});
    },

    /** @throws AppError 507 when the disk is full or nearly so: reading and signing in still work */
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
