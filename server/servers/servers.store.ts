import { type Selectable, sql } from 'kysely';
import {
  assertNotNewer,
  type Db,
  databaseTime,
  onPostgres,
  type Queries,
  type ServersTable,
} from '../database/index.ts';

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
 * The live servers of other data folders than this. A sign from the future is from before the database's clock was set
 * back: who lives gives another.
 */
export const othersOf = (queries: Queries, id: string): Promise<ServerRow[]> =>
  queries
    .selectFrom('servers')
    .selectAll()
    .where('id', '<>', id)
    .where('seen_at', '>', sql<number>`${databaseTime(queries)} - ${sql.lit(LEASE)}`)
    .where('seen_at', '<=', sql<number>`${databaseTime(queries)} + ${sql.lit(LEASE)}`)
    .orderBy('name')
    .orderBy('id')
    .execute();

/** As `othersOf`, while no server enters or upgrades until the transaction ends. */
export async function lockedOthersOf(trx: Queries, id: string): Promise<ServerRow[]> {
  await lock(trx);
  return othersOf(trx, id);
}

export async function removeAll(trx: Queries): Promise<void> {
  await trx.deleteFrom('servers').execute();
}

/** The rows of the servers that run on a database. */
export function serversStore(db: Db) {
  const time = databaseTime(db);
  const mine = ({ id, run }: Pick<OwnRow, 'id' | 'run'>) =>
    db.updateTable('servers').where('id', '=', id).where('run', '=', run);

  return {
    others: (id: string): Promise<ServerRow[]> => othersOf(db, id),

    /**
     * Enters a server, in place of an earlier run on the same data folder: whoever has that folder's lock knows that the
     * run is over.
     * @param judge throws when it may not run beside these
     * @throws NewerDatabase
     */
    enter: (row: OwnRow, judge: (others: ServerRow[]) => void): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const others = await lockedOthersOf(trx, row.id);
        await assertNotNewer(trx);
        judge(others);
        const live = others.map(({ id }) => id);
        await trx
          .deleteFrom('servers')
          .$if(live.length > 0, (query) => query.where('id', 'not in', live))
          .execute();
        await trx
          .insertInto('servers')
          .values({ ...row, started_at: time, seen_at: time })
          .execute();
      }),

    /** @returns false when the row is gone, or another run's */
    async beat(own: OwnRow, beat: Beat): Promise<boolean> {
      const { numUpdatedRows } = await mine(own)
        .set({ ...beat, seen_at: time })
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** The run that has the row of a data folder. */
    async runOf(id: string): Promise<string | undefined> {
      const row = await db.selectFrom('servers').select('run').where('id', '=', id).executeTakeFirst();
      return row?.run;
    },

    async leave({ id, run }: Pick<OwnRow, 'id' | 'run'>): Promise<void> {
      await db.deleteFrom('servers').where('id', '=', id).where('run', '=', run).execute();
    },
  };
}
