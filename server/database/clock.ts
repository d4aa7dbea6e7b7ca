import { sql } from 'kysely';
import { periodic } from '../shared/schedule.ts';
import { databaseTime, onPostgres } from './dialect.ts';
import type { Db, Queries } from './open.ts';

/** ms between measurements. */
const EVERY = 10_000;
/** At first so many in a row, since a start keeps this process busy, and what it does meanwhile counts as the way. */
const AT_FIRST = 5;
/** Up to so many ms ahead of the database the clock waits for it; what is more was set, and is followed. */
const WAITS = 1_000;

/** Between what the database's time minus the monotonic one lies, in ms: how long the way there took is not known. */
interface Measured {
  least: number;
  most: number;
}

const monotonic = () => performance.now();

async function measure(db: Queries): Promise<Measured> {
  const asked = monotonic();
  const { rows } = await sql<{ now: number }>`select ${databaseTime(db)} as now`.execute(db);
  const answered = monotonic();
  const at = Number(rows[0]?.now);
  return { least: at - 1 - answered, most: at + 1 - asked };
}

/**
 * A clock that a monotonic one carries on between measurements. A measurement changes it only as far as it contradicts
 * it, and small corrections never set it back: it stands still until it is right.
 * @param time ms, from any beginning
 */
export function carriedClock({ least, most }: Measured, time: () => number) {
  let ahead = (least + most) / 2;
  let latest = 0;
  return {
    /** ms since 1970. */
    now(): number {
      latest = Math.max(latest, Math.floor(time() + ahead));
      return latest;
    },
    correct(measured: Measured): void {
      const corrected = Math.min(Math.max(ahead, measured.least), measured.most);
      if (corrected < ahead - WAITS) latest = 0;
      ahead = corrected;
    },
  };
}

export interface Clock {
  /** ms since 1970. */
  now: () => number;
  stop: () => Promise<void>;
}

/**
 * The clock that all servers of one database share: on PostgreSQL the database's, carried on by this process's
 * monotonic clock, so that no jump of the machine's is seen. On SQLite the machine's.
 */
export async function databaseClock(db: Db, onError: (error: unknown) => void): Promise<Clock> {
  if (!onPostgres(db)) return { now: Date.now, stop: async () => {} };
  const clock = carriedClock(await measure(db), monotonic);
  for (let n = 1; n < AT_FIRST; n++) clock.correct(await measure(db));
  const { stop } = periodic(async () => clock.correct(await measure(db)), EVERY, onError);
  return { now: clock.now, stop };
}
