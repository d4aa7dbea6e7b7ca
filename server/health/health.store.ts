import { sql } from 'kysely';
import { type Db, databaseTime, lastMigration, onPostgres, sum } from '../database/index.ts';

const PROXY = 'proxy.seen';

/** What the database tells of the portal's health. */
export function healthStore(db: Db) {
  const reader = db.inReader;
  const count = (rows: { count: number | string | bigint }) => Number(rows.count);

  return {
    kind: onPostgres(db) ? 'PostgreSQL' : 'SQLite',

    /** Name and version of the database. */
    async version(): Promise<string> {
      if (!onPostgres(db)) {
        const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
        return `SQLite ${rows[0]?.version}`;
      }
      const { rows } = await sql<{ server_version: string }>`show server_version`.execute(db);
      return `PostgreSQL ${rows[0]?.server_version}`;
    },

    /** The newest migration. */
    migration: () => lastMigration(db),

    /** Bytes of the stored files, without those registered in place. */
    async stored(): Promise<number> {
      const { used } = await reader
        .selectFrom('blobs')
        .select(sum('size').as('used'))
        .where('state', '=', 'kept')
        .where('source', 'is', null)
        .executeTakeFirstOrThrow();
      return Number(used);
    },

    /** Settings of PostgreSQL without which a commit may be lost, by name. */
    async durability(): Promise<Record<string, string>> {
      if (!onPostgres(db)) return {};
      const { rows } = await sql<{ name: string; setting: string }>`
        select name, setting from pg_settings
        where name in ('synchronous_commit', 'fsync', 'full_page_writes')`.execute(db);
      return Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
    },

    /** SQLite's own opinion of its file: 'ok', or the first fault. */
    async soundness(): Promise<string> {
      if (onPostgres(db)) return 'ok';
      const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(reader);
      return rows[0]?.quick_check ?? 'ok';
    },

    /** ms since 1970, by the database. */
    async time(): Promise<number> {
      const { rows } = await sql<{ now: number }>`select ${databaseTime(db)} as now`.execute(db);
      return Number(rows[0]?.now);
    },

    /** Time of the newest entry of the audit log. */
    async newestEntry(): Promise<number | undefined> {
      const row = await reader
        .selectFrom('audit')
        .select('at')
        .orderBy('at', 'desc')
        .limit(1)
        .executeTakeFirst();
      return row?.at;
    },

    /** Administrators who may sign in, and of the owners among them those without a second factor. */
    async administrators(): Promise<{ all: number; withoutFactor: number }> {
      const standing = () =>
        reader
          .selectFrom('administrators')
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('disabled_at', 'is', null);
      const all = await standing().executeTakeFirstOrThrow();
      const without = await standing()
        .where('role', '=', 'owner')
        .where('totp_secret', 'is', null)
        .executeTakeFirstOrThrow();
      return { all: count(all), withoutFactor: count(without) };
    },

    /** Administrators' links to other issuers than these: they sign nobody in. */
    async idleLinks(issuers: readonly string[]): Promise<number> {
      const row = await reader
        .selectFrom('administrator_identities')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .$if(issuers.length > 0, (query) => query.where('issuer', 'not in', [...issuers]))
        .executeTakeFirstOrThrow();
      return count(row);
    },

    /** A peer that sends forwarding headers, and that TRUST_PROXY did not name then. */
    async untrustedProxy(): Promise<string | undefined> {
      const row = await db.selectFrom('secrets').select('value').where('name', '=', PROXY).executeTakeFirst();
      return row?.value;
    },

    /** @param address undefined: none was seen */
    async noteProxy(address: string | undefined): Promise<void> {
      if (address === undefined && (await this.untrustedProxy()) === undefined) return;
      await db.transaction().execute(async (trx) => {
        await trx.deleteFrom('secrets').where('name', '=', PROXY).execute();
        if (address !== undefined)
          await trx
            .insertInto('secrets')
            .values({ name: PROXY, value: address })
            .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: address }))
            .execute();
      });
    },
  };
}

export type HealthStore = ReturnType<typeof healthStore>;
