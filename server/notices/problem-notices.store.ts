import type { Db } from '../database/index.ts';
import { type Mail, postMail } from '../mail/index.ts';

/** Reports named in one mail; the rest follow in the next round. */
const MOST = 200;

export interface Reported {
  id: string;
  /** Name and version. */
  dataset: string;
  at: number;
}

class Overtaken extends Error {}

/** Reports of problems that the administrators were not told of. */
export function problemNoticesStore(db: Db) {
  return {
    /** The oldest first. */
    async unannounced(): Promise<Reported[]> {
      const rows = await db
        .selectFrom('problem_reports')
        .select(['id', 'dataset_name', 'version', 'created_at'])
        .where('announced_at', 'is', null)
        .where('answered_at', 'is', null)
        .orderBy('created_at')
        .orderBy('id')
        .limit(MOST)
        .execute();
      return rows.map((row) => ({
        id: row.id,
        dataset: `${row.dataset_name} ${row.version}`,
        at: row.created_at,
      }));
    },

    /** Marks them and queues the mails, in one transaction; nothing when another server has told of one meanwhile. */
    announce(reports: readonly Reported[], mails: readonly Mail[], now: number): Promise<void> {
      return db
        .transaction()
        .execute(async (trx) => {
          for (const { id } of reports) {
            const { numUpdatedRows } = await trx
              .updateTable('problem_reports')
              .set({ announced_at: now })
              .where('id', '=', id)
              .where('announced_at', 'is', null)
              .executeTakeFirstOrThrow();
            if (numUpdatedRows !== 1n) throw new Overtaken();
          }
          for (const mail of mails) await postMail(trx, mail, { now });
        })
        .catch((error: unknown) => {
          if (!(error instanceof Overtaken)) throw error;
        });
    },
  };
}

export type ProblemNoticesStore = ReturnType<typeof problemNoticesStore>;
