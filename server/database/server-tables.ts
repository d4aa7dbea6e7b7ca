import type { Time } from './scalars.ts';

/** The servers that run on this database, one row each (docs/decisions/0046). */
export interface ServersTable {
  /** Of this process alone. */
  run: string;
  /** Of its data folder. */
  id: string;
  /** The running system that it shares the lock of its data folder with. */
  machine: string;
  /** SERVER_NAME, for people and the balancer. */
  name: string;
  /** Of the program. */
  version: string;
  /** Where it keeps the stored files: an object store's bucket and prefix; empty: the disk of its own data folder. */
  storage: string;
  /** Where it has the portal's keys from. */
  keys: 'file' | 'SECRET_KEY';
  /** By the database's clock. */
  started_at: Time;
  seen_at: Time;
  /** By how many ms the machine's clock is ahead of the database's. */
  clock_ahead: number;
  /** JSON: the downloads that it sends now, as pairs of record and user (null: a guest's). */
  downloads: string;
}
