import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { listProblemReports, ProblemReport } from '../../../contract/problem-reports.ts';
import type { Language } from '../../../texts/languages.ts';
import type { Note } from '../../auth/index.ts';
import { anyContains, type Db, onPostgres, page, type Queries } from '../../database/index.ts';
import { type Mail, postMail } from '../../mail/index.ts';
import { newOrderedId } from '../../shared/ids.ts';
import { iso } from '../../shared/time.ts';

/** A report as it comes in. */
export interface NewReport {
  datasetId: string;
  datasetName: string;
  version: string;
  file: string | null;
  message: string;
  userId: string;
  language: Language;
}

/** Locks the person's row, which a removal of the account takes first, too. */
async function lockPerson(trx: Queries, userId: string): Promise<boolean> {
  const person = trx.selectFrom('users').select('id').where('id', '=', userId);
  const locked = onPostgres(trx) ? person.forNoKeyUpdate() : person;
  return (await locked.executeTakeFirst()) !== undefined;
}

const rows = (db: Queries) =>
  db
    .selectFrom('problem_reports as r')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('administrators as a', 'a.id', 'r.answered_by')
    .selectAll('r')
    .select(['u.email', 'u.first_name', 'u.family_name', 'a.name as admin_name']);
type Row = Awaited<ReturnType<ReturnType<typeof rows>['execute']>>[number];

const present = (row: Row): ProblemReport => ({
  id: row.id,
  state: row.answered_at === null ? 'open' : 'answered',
  datasetId: row.dataset_id,
  datasetName: row.dataset_name,
  version: row.version,
  file: row.file,
  message: row.message,
  reporter:
    row.user_id === null || row.email === null
      ? null
      : { id: row.user_id, name: `${row.first_name} ${row.family_name}`, email: row.email },
  createdAt: iso(row.created_at),
  answer: row.answer,
  answeredAt: iso(row.answered_at),
  answeredBy: row.admin_name,
});

export function problemReportsStore(db: Db) {
  return {
    /** A version that visitors see; undefined for drafts and trashed ones. */
    visible: (id: string): Promise<{ name: string; version: string } | undefined> =>
      db
        .selectFrom('datasets')
        .select(['name', 'version'])
        .where('id', '=', id)
        .where('status', '!=', 'draft')
        .where('trashed_at', 'is', null)
        .executeTakeFirst(),

    /**
     * @param since the earliest time that `mayReport` asks for
     * @param mayReport throws when the times of the person's earlier reports allow no further one
     */
    add: (
      report: NewReport,
      now: number,
      since: number,
      mayReport: (earlier: readonly number[]) => void,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        // Of many at once the later ones see the earlier ones; a person who is gone reports nothing.
        if (!(await lockPerson(trx, report.userId))) return;
        const earlier = await trx
          .selectFrom('problem_reports')
          .select('created_at')
          .where('user_id', '=', report.userId)
          .where('created_at', '>', since)
          .orderBy('created_at')
          .execute();
        mayReport(earlier.map((row) => row.created_at));
        await trx
          .insertInto('problem_reports')
          .values({
            id: newOrderedId(),
            dataset_id: report.datasetId,
            dataset_name: report.datasetName,
            version: report.version,
            file: report.file,
            message: report.message,
            user_id: report.userId,
            language: report.language,
            created_at: now,
            announced_at: null,
            answer: null,
            answered_at: null,
            answered_by: null,
          })
          .execute();
      }),

    list({ state, keyword, ...query }: QueryOf<typeof listProblemReports>): Promise<Page<ProblemReport>> {
      let found = rows(db.inReader);
      if (state) found = found.where('r.answered_at', state === 'open' ? 'is' : 'is not', null);
      if (keyword) found = found.where(anyContains(['r.dataset_name', 'r.file', 'r.message'], keyword));
      return page(
        found as never,
        { ...query, column: 'r.created_at', order: query.order ?? 'desc' },
        'r.id',
        (row: Row) => present(row),
      );
    },

    one: (id: string) => rows(db).where('r.id', '=', id).executeTakeFirst(),

    /**
     * Keeps the answer and queues its mail, unless the account was deleted meanwhile.
     * @returns false when it is answered already
     */
    answer: (
      { id, user_id: userId }: Pick<Row, 'id' | 'user_id'>,
      { answer, adminId }: { answer: string; adminId: string },
      mail: Mail | undefined,
      now: number,
      note: Note<void>,
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const isThere = userId !== null && (await lockPerson(trx, userId));
        const { numUpdatedRows } = await trx
          .updateTable('problem_reports')
          .set({ answer, answered_at: now, answered_by: adminId })
          .where('id', '=', id)
          .where('answered_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        if (mail && isThere) await postMail(trx, mail, { now });
        await note(trx);
        return true;
      }),
  };
}

export type ProblemReportsStore = ReturnType<typeof problemReportsStore>;
