import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Job, listJobs } from '../../../contract/jobs.ts';
import type { Page } from '../../../contract/lists.ts';
import type { Note } from '../../auth/index.ts';
import { type Db, type JobsTable, page } from '../../database/index.ts';
import { MAIL_JOB } from '../../mail/index.ts';
import { retryFailed } from '../../queue/index.ts';
import { conflict, notFound } from '../../shared/errors.ts';
import { iso } from '../../shared/time.ts';

const present = (row: JobsTable): Job => ({
  id: row.id,
  kind: row.kind,
  subject: row.subject,
  state: row.state,
  done: row.done,
  total: row.total,
  attempts: row.attempts,
  note: row.note,
  createdAt: iso(row.created_at),
  startedAt: iso(row.started_at),
  runAt: row.state === 'waiting' ? iso(row.run_at) : null,
  finishedAt: iso(row.finished_at),
});

/** Reads the list of jobs; `queue/queue.store.ts` writes it. Mails have a list of their own. */
export function jobsStore(db: Db) {
  return {
    list(query: QueryOf<typeof listJobs>): Promise<Page<Job>> {
      let rows = db.inReader.selectFrom('jobs').selectAll().where('kind', '!=', MAIL_JOB);
      const { state, kind } = query;
      if (state) rows = rows.where('state', '=', state);
      if (kind) rows = rows.where('kind', '=', kind);
      return page(rows, { ...query, column: 'created_at', order: query.order ?? 'desc' }, 'id', present);
    },

    /**
     * Restarts a failed job with all its attempts.
     * @param note called with the job, in the same transaction
     * @throws AppError 404; 409 when it has not failed, or another job has the same key
     */
    retry: (id: string, now: number, note: Note<Pick<Job, 'subject' | 'kind'>>): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const row = await trx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst();
        if (!row) throw notFound('This job');
        if (row.state !== 'failed') throw conflict('Only a job that has failed can be run once more.');
        const ended = await retryFailed(trx, row, now);
        if (!ended) throw conflict('Another job does the same already.');
        await note(trx, row);
      }),
  };
}

export type JobsStore = ReturnType<typeof jobsStore>;
