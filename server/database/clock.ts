import { sql } from 'kysely';
import { periodic } from '../shared/schedule.ts';
import { databaseTime, onPostgres } from './dialect.ts';
import type { Db, Queries } from './open.ts';

/** ms between measurements. */
const EVERY = 10_000;
/** Up to so many ms ahead of the database the clock waits for it; what is more was set, and is followed. */
const WAITS = 1_000;

/** Between what the database's time minus `performance.now()` lies, in ms: what the way takes is not known. */
async function measure(db: Queries): Promise<{ least: number; most: number }> {
  const asked = performance.now();
  const { rows } = await sql<{ now: number }>`select ${databaseTime(db)} as now`.execute(db);
  const answered = performance.now();
  const at = Number(rows[0]?.now);
  return { least: at - 1 - answered, most: at + 1 - asked };
}

export interface Clock {
  /** ms since 1970. */
  now: () => number;
  stop: () => Promise<void>;
}

/**
 * The clock that all servers of one database share: on PostgreSQL the database's, carried on between measurements by
 * this process's monotonic one, so that no jump of the machine's clock is seen. On SQLite the machine's.
 * A measurement changes it only as far as the clock contradicts it, and small corrections never set it back.
 */
export async function databaseClock(db: Db, onError: (error: unknown) => void): Promise<Clock> {
  if (!onPostgres(db)) return { now: Date.now, stop: async () => {} };
  const first = await measure(db);
  let ahead = (first.least + first.most) / 2;
  let latest = 0;
  async function correct(): Promise<void> {
    const { least, most } = await measure(db);
    const corrected = Math.min(Math.max(ahead, least), most);
    if (corrected < ahead - WAITS) latest = 0;
    ahead = corrected;
  }
  const corrections = periodic(correct, EVERY, onError);
  return {
    now() {
      latest = Math.max(latest, Math.floor(performance.now() + ahead));
      return latest;
    },
    stop: corrections.stop,
  };
}
