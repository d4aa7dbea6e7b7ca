import type { AdminRole } from '../../../contract/administrators.ts';
import type { RequestForm, RequestReviewer } from '../../../contract/request-review.ts';
import type { RequestQuestion } from '../../../contract/requests.ts';
import type { Changed, Note } from '../../auth/index.ts';
import { type Db, onPostgres, type Queries } from '../../database/index.ts';
import { invalid, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { questionsOf } from './open-request.store.ts';

const lineages = (db: Queries, datasetId: string) =>
  db
    .selectFrom('datasets')
    .innerJoin('lineages', 'lineages.id', 'datasets.lineage_id')
    .select(['lineages.id', 'lineages.name', 'lineages.request_questions'])
    .where('datasets.id', '=', datasetId)
    .where('datasets.trashed_at', 'is', null);

async function lineageOf(db: Queries, datasetId: string) {
  const found = await lineages(db, datasetId).executeTakeFirst();
  if (!found) throw notFound('This dataset');
  return found;
}

/** The same, against other changes meanwhile. */
async function locked(trx: Queries, datasetId: string) {
  const found = await lineages(trx, datasetId)
    .$if(onPostgres(trx), (query) => query.forUpdate('lineages'))
    .executeTakeFirst();
  if (!found) throw notFound('This dataset');
  return found;
}

async function reviewersOf(db: Queries, lineageId: string): Promise<RequestReviewer[]> {
  const rows = await db
    .selectFrom('dataset_reviewers')
    .innerJoin('administrators', 'administrators.id', 'dataset_reviewers.admin_id')
    .select(['admin_id', 'name', 'username', 'role', 'disabled_at', 'notice'])
    .where('lineage_id', '=', lineageId)
    .orderBy('name')
    .orderBy('admin_id')
    .execute();
  return rows.map((row) => ({
    administratorId: row.admin_id,
    name: row.name,
    username: row.username,
    role: row.role as AdminRole,
    disabled: row.disabled_at !== null,
    notice: row.notice,
  }));
}

/** Answers are kept under the id: those to another kind would answer it. @throws AppError 400 */
function assertSameKinds(former: readonly RequestQuestion[], questions: readonly RequestQuestion[]): void {
  const kinds = new Map(former.map(({ id, kind }) => [id, kind]));
  for (const [at, { id, kind }] of questions.entries())
    if ((kinds.get(id) ?? kind) !== kind)
      throw invalid(`questions.${at}.kind`, 'A question keeps its kind. Add another question in its place.');
}

/** A change with the dataset's name, for the audit log. */
type Named<Of> = Changed<Of> & { name: string };

/** The form and the reviewers of a dataset: of its lineage, so that a new version has the same. */
export const formsStore = (db: Db) => ({
  /** @throws AppError 404 */
  async form(datasetId: string): Promise<RequestForm> {
    return { questions: questionsOf((await lineageOf(db, datasetId)).request_questions) };
  },

  /** @throws AppError 400, 404 */
  setForm: (datasetId: string, form: RequestForm, note: Note<Named<RequestForm>>): Promise<void> =>
    db.transaction().execute(async (trx) => {
      const { id, name, request_questions } = await locked(trx, datasetId);
      const former = questionsOf(request_questions);
      assertSameKinds(former, form.questions);
      await trx
        .updateTable('lineages')
        .set({ request_questions: JSON.stringify(form.questions) })
        .where('id', '=', id)
        .execute();
      await note(trx, { name, before: { questions: former }, after: form });
    }),

  /** @throws AppError 404 */
  reviewers: async (datasetId: string): Promise<RequestReviewer[]> =>
    reviewersOf(db, (await lineageOf(db, datasetId)).id),

  /** @throws AppError 404; 400 for an administrator who does not exist */
  setReviewers: (
    datasetId: string,
    wanted: readonly { administratorId: string; notice: RequestReviewer['notice'] }[],
    note: Note<Named<RequestReviewer[]>>,
  ): Promise<RequestReviewer[]> =>
    db.transaction().execute(async (trx) => {
      const { id, name } = await locked(trx, datasetId);
      const before = await reviewersOf(trx, id);
      const notices = new Map(wanted.map((one) => [one.administratorId, one.notice]));
      const ids = [...notices.keys()];
      const known =
        ids.length === 0
          ? []
          : await trx.selectFrom('administrators').select('id').where('id', 'in', ids).execute();
      if (known.length < ids.length) throw invalid('reviewers', 'Choose administrators who exist.');
      await trx.deleteFrom('dataset_reviewers').where('lineage_id', '=', id).execute();
      for (const [admin_id, notice] of notices)
        await trx
          .insertInto('dataset_reviewers')
          .values({ id: newId(), admin_id, lineage_id: id, notice })
          .execute();
      const after = await reviewersOf(trx, id);
      await note(trx, { name, before, after });
      return after;
    }),
});

export type FormsStore = ReturnType<typeof formsStore>;
