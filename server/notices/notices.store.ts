import { sql } from 'kysely';
import { accounts } from '../approval/index.ts';
import { tagsOf } from '../auth/index.ts';
import type { Db } from '../database/index.ts';
import { type Mail, postMail } from '../mail/index.ts';
import { announceAs, claimDigest, lastDigestOf } from './announcing.store.ts';

/** Time of the last digest, shared by all servers. */
const LAST_DIGEST = 'notice.lastDigest';

/** Applications listed in one mail; the rest follow in the next round. */
const MOST = 200;

export interface Waiting {
  id: string;
  name: string;
  affiliation: string;
}

export function noticesStore(db: Db) {
  const pending = () => db.selectFrom('users').where('status', '=', 'pending');

  return {
    /** Applications not yet announced to the administrators, the oldest first: as many as one mail lists. */
    async unannounced(): Promise<(Waiting & { appliedAt: number })[]> {
      // As a literal: SQLite uses a partial index only if the condition is not a parameter.
      const rows = await db
        .selectFrom('users')
        .where('status', '=', sql.lit('pending'))
        .select(['id', 'first_name', 'family_name', 'affiliation', 'applied_at', 'created_at'])
        .where('announced_at', 'is', null)
        .orderBy('applied_at')
        .orderBy('id')
        .limit(MOST)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        name: `${row.first_name} ${row.family_name}`,
        affiliation: row.affiliation,
        appliedAt: row.applied_at ?? row.created_at,
      }));
    },

    /** All pending applications, the oldest first. */
    async waiting(): Promise<Waiting[]> {
      const rows = await pending()
        .select(['id', 'first_name', 'family_name', 'affiliation'])
        .orderBy('applied_at')
        .orderBy('id')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        name: `${row.first_name} ${row.family_name}`,
        affiliation: row.affiliation,
      }));
    },

    /** Addresses of the enabled administrators whose role satisfies `may`. */
    async administrators(may: (tags: string[]) => boolean): Promise<string[]> {
      const rows = await db
        .selectFrom('administrators')
        .select(['username', 'role'])
        .where('disabled_at', 'is', null)
        .orderBy('username')
        .execute();
      return rows
        .filter((row) => row.username.includes('@') && may(tagsOf(row.role)))
        .map((row) => row.username);
    },

    /** Marks these applications as announced and queues the mails; false when another server did meanwhile. */
    announce: (users: readonly Waiting[], mails: readonly Mail[], now: number): Promise<boolean> =>
      announceAs(db, accounts, users, mails, now),

    lastDigest: (): Promise<number> => lastDigestOf(db, LAST_DIGEST),

    /**
     * Queues a digest; one conditional update decides which server does.
     * @param last time of the last one, as it was read
     */
    digest(last: number, mails: Mail[], now: number): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        if (!(await claimDigest(trx, LAST_DIGEST, last, now))) return false;
        // Marks them as announced: a change to "at once" must not announce them again.
        await trx
          .updateTable('users')
          .set({ announced_at: now })
          .where('status', '=', 'pending')
          .where('announced_at', 'is', null)
          .execute();
        for (const mail of mails) await postMail(trx, mail, { now });
        return true;
      });
    },
  };
}

export type NoticesStore = ReturnType<typeof noticesStore>;
