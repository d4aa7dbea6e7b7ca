import { sql } from 'kysely';
import { type Db, onPostgres, type Queries } from '../database/index.ts';
import { encryptOldMails } from '../mail/index.ts';
import type { TextCipher } from '../shared/text-cipher.ts';
import { encryptOldFactors } from './second-factor.store.ts';

const WRAPPED = 'wrapped.';
const PRINT = 'fingerprint.';
/** Marker row, present until the database's files no longer contain secrets that were once stored unencrypted. */
const WIPE_PENDING = 'keys.unwiped';

/** The keys' rows in the database, by the key's name. */
export interface Stored {
  /** Unencrypted, as former versions stored them: to be moved. */
  open: ReadonlyMap<string, string>;
  /** Encrypted under SECRET_KEY. */
  wrapped: ReadonlyMap<string, string>;
  fingerprints: ReadonlyMap<string, string>;
}

async function add(db: Queries, prefix: string, values: ReadonlyMap<string, string>): Promise<number> {
  if (values.size === 0) return 0;
  const rows = [...values].map(([name, value]) => ({ name: prefix + name, value }));
  const added = await db
    .insertInto('secrets')
    .values(rows)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst();
  return Number(added.numInsertedOrUpdatedRows ?? 0n);
}

const only = (values: ReadonlyMap<string, string>, wanted: string): Map<string, string> =>
  new Map([...values].filter(([name]) => name === wanted));

/** Keys in the table `secrets`, which other values share. */
export function keysStore(db: Db) {
  return {
    async read(names: readonly string[]): Promise<Stored> {
      const rows = await db.selectFrom('secrets').selectAll().execute();
      const withPrefix = (prefix: string) =>
        new Map(
          rows.flatMap(({ name, value }) => {
            const bare = name.slice(prefix.length);
            return name.startsWith(prefix) && names.includes(bare) ? [[bare, value] as const] : [];
          }),
        );
      return { open: withPrefix(''), wrapped: withPrefix(WRAPPED), fingerprints: withPrefix(PRINT) };
    },

    /**
     * Stores these keys as the database's, and deletes unencrypted ones. The first time, also encrypts the columns that
     * are kept encrypted, in one transaction; of several servers one does it.
     * @param names of all keys; `wrapped` is empty where the keys are in a file
     */
    async settle(
      names: readonly string[],
      { wrapped, fingerprints }: Pick<Stored, 'wrapped' | 'fingerprints'>,
      cipher: TextCipher,
    ): Promise<void> {
      const onSqlite = !onPostgres(db);
      if (onSqlite) await sql`pragma secure_delete = on`.execute(db);
      await db.transaction().execute(async (trx) => {
        await add(trx, WRAPPED, wrapped);
        // Only the fingerprint of the cipher's key decides: a key added by a later version must not repeat the
        // encryption.
        const isFirst = (await add(trx, PRINT, only(fingerprints, 'seal'))) > 0;
        await add(trx, PRINT, fingerprints);
        const changed = isFirst
          ? (await encryptOldFactors(trx, cipher)) + (await encryptOldMails(trx, cipher))
          : 0;
        const { numDeletedRows } = await trx
          .deleteFrom('secrets')
          .where('name', 'in', names)
          .executeTakeFirstOrThrow();
        if (numDeletedRows > 0n || changed > 0) await add(trx, '', new Map([[WIPE_PENDING, '']]));
      });
      if (onSqlite) await sql`pragma secure_delete = off`.execute(db);
    },

    /**
     * Rewrites the tables that held unencrypted secrets (VACUUM), so that no free page, dead row or write-ahead log
     * still contains one. Repeated at each start until it succeeds.
     */
    async wipe(): Promise<void> {
      const due = await db
        .selectFrom('secrets')
        .select('name')
        .where('name', '=', WIPE_PENDING)
        .executeTakeFirst();
      if (!due) return;
      if (onPostgres(db)) {
        for (const table of ['secrets', 'administrators', 'outbox'])
          await sql`vacuum full ${sql.table(table)}`.execute(db);
      } else {
        await sql`vacuum`.execute(db);
        const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(db);
        if (rows[0]?.busy !== 0) throw new Error('The database is in use by another process.');
      }
      await db.deleteFrom('secrets').where('name', '=', WIPE_PENDING).execute();
    },
  };
}

export type KeysStore = ReturnType<typeof keysStore>;
