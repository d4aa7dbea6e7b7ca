import { type Selectable, sql } from 'kysely';
import {
  assertNotNewer,
  type Db,
  databaseTime,
  onPostgres,
  type Queries,
  type ServersTable,
} from '../database/index.ts';
import type { Place } from './machine.ts';

/** ms without a beat after which a server counts as gone. */
export const LEASE = 30_000;

/** A row of a live server. */
export type ServerRow = Selectable<ServersTable>;

/** What a server says of itself; the times are the database's. */
export type OwnRow = Omit<ServerRow, 'started_at' | 'seen_at'>;

/** What a beat tells. */
export type Beat = Pick<ServerRow, 'clock_ahead' | 'downloads'>;

/**
 * Until the transaction ends no other server enters, and none upgrades the database. SQLite has one writer anyway, and
 * one server.
 */
async function lock(trx: Queries): Promise<void> {
  if (onPostgres(trx))
    await sql`select pg_advisory_xact_lock(hashtextextended('vitrine servers', 0))`.execute(trx);
}

/** Whether there may be several: a new database has no table yet, nor has one of a version before there was one. */
export async function hasServers(queries: Queries): Promise<boolean> {
  if (!onPostgres(queries)) return false;
  const { rows } = await sql<{ there: boolean }>`select to_regclass('servers') is not null as there`.execute(
    queries,
  );
  return rows[0]?.there === true;
}

/**
 * The live servers of other data folders than this, or of a copy of it on another machine. A sign from the future is from before the database's clock was set
 * back: who lives gives another.
 */
export const othersOf = (queries: Queries, { id, machine }: Place): Promise<ServerRow[]> =>
  queries
    .selectFrom('servers')
    .selectAll()
    .where(({ or, eb }) => or([eb('id', '<>', id), eb('machine', '<>', machine)]))
    .where('seen_at', '>', sql<number>`${databaseTime(queries)} - ${sql.lit(LEASE)}`)
    .where('seen_at', '<=', sql<number>`${databaseTime(queries)} + ${sql.lit(LEASE)}`)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** As `othersOf`, while no server enters or upgrades until the transaction ends. */
export async function lockedOthersOf(trx: Queries, place: Place): Promise<ServerRow[]> {
  await lock(trx);
  return othersOf(trx, place);
}

export async function removeAll(trx: Queries): Promise<void> {
  await trx.deleteFrom('servers').execute();
}

/** The rows of the servers that run on a database. */
export function serversStore(db: Db) {
  const time = databaseTime(db);

  return {
    others: (place: Place): Promise<ServerRow[]> => othersOf(db, place),

    /**
     * Enters a server, in place of an earlier run on the same data folder: who has that folder's lock knows that the run is
     * over, as far as that lock goes, on one machine.
     * @param judge throws when it may not run beside these
     * @throws NewerDatabase
     */
    enter: (row: OwnRow, judge: (others: ServerRow[]) => void): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const others = await lockedOthersOf(trx, row);
        await assertNotNewer(trx);
        judge(others);
        const live = others.map(({ run }) => run);
        await trx
          .deleteFrom('servers')
          .$if(live.length > 0, (query) => query.where('run', 'not in', live))
          .execute();
        await trx
          .insertInto('servers')
          .values({ ...row, started_at: time, seen_at: time })
          .execute();
      }),

    /** @returns false when the row is gone */
    async beat(own: Pick<OwnRow, 'run'>, beat: Beat): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('servers')
        .set({ ...beat, seen_at: time })
        .where('run', '=', own.run)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** Whether a run has entered with the id of a data folder. */
    hasRun: async (id: string): Promise<boolean> =>
      (await db.selectFrom('servers').select('run').where('id', '=', id).executeTakeFirst()) !== undefined,

    async leave({ run }: Pick<OwnRow, 'run'>): Promise<void> {
      await db.deleteFrom('servers').where('run', '=', run).execute();
    },
  };
}
