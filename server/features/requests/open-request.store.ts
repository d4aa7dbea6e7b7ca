import { type ExpressionBuilder, sql } from 'kysely';
import type { RequestStatus } from '../../../contract/access.ts';
import type { RequestAnswers, RequestQuestion } from '../../../contract/requests.ts';
import { requestStatusNow } from '../../approval/index.ts';
import {
  onPostgres,
  type Queries,
  type RequestsTable,
  type Tables,
  type UsersTable,
} from '../../database/index.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import { type Content, isFile } from './answers.ts';

/** A dataset that asks for requests. */
export interface AskingLineage {
  id: string;
  name: string;
  /** What the person is asked. */
  questions: RequestQuestion[];
  /** Those for documents, asked of the person or not: who joined a request keeps their own. */
  fileQuestions: RequestQuestion[];
}

/** A person's request in a transaction, created when there is none. */
export interface OpenRequest {
  lineage: AskingLineage;
  row: RequestsTable;
  /** Whether it has just been created. */
  isNew: boolean;
  /** The effective one. */
  status: RequestStatus;
  /** As saved last, or else as sent last. */
  content: Content;
}

export type Asker = Pick<UsersTable, 'status' | 'purpose'>;

/** Who asks for what. */
export interface Asking {
  datasetId: string;
  userId: string;
}

/** Their answers can be taken over by somebody who joins a request. */
export const withoutFiles = (questions: readonly RequestQuestion[]): RequestQuestion[] =>
  questions.filter((question) => !isFile(question));

export const questionsOf = (json: string | null): RequestQuestion[] =>
  json === null ? [] : (JSON.parse(json) as RequestQuestion[]);
export const sent = (row: RequestsTable): Content => ({
  purpose: row.purpose,
  answers: JSON.parse(row.answers) as RequestAnswers,
});

/** As saved last, or else as sent last; null: neither was ever done. */
export const contentOf = (row: RequestsTable): Content =>
  row.draft === null ? sent(row) : (JSON.parse(row.draft) as Content);

/** A version that visitors may see, of a dataset that asks for requests. */
export const asking = (db: Queries, datasetId: string) =>
  db
    .selectFrom('datasets')
    .innerJoin('lineages', 'lineages.id', 'datasets.lineage_id')
    .select(['lineages.id', 'lineages.name', 'lineages.request_questions'])
    .where('datasets.id', '=', datasetId)
    .where('datasets.status', '!=', 'draft')
    .where('datasets.trashed_at', 'is', null)
    .where('lineages.asks_request', '=', 1);

/** @param askedBy of the person's request: the documents of a group are those of the request that it joined */
export function presentLineage(
  row: { id: string; name: string; request_questions: string | null },
  askedBy: string | null = null,
): AskingLineage {
  const all = questionsOf(row.request_questions);
  const questions = askedBy === null ? all : withoutFiles(all);
  return { id: row.id, name: row.name, questions, fileQuestions: all.filter(isFile) };
}

/** The name of whoever asked for this request's person, in a query of requests. */
export const askerOf = (eb: ExpressionBuilder<Tables, 'requests'>) =>
  eb
    .selectFrom('requests as leader')
    .innerJoin('users as asker', 'asker.id', 'leader.user_id')
    .select(sql<string>`asker.first_name || ' ' || asker.family_name`.as('name'))
    .whereRef('leader.id', '=', 'requests.asked_by');

/** Locks a person's request for a dataset, creating it where there is none. */
export async function openRequest(
  trx: Queries,
  { datasetId, userId }: Asking,
  now: number,
): Promise<OpenRequest & { user: Asker }> {
  const found = await asking(trx, datasetId)
    .$if(onPostgres(trx), (query) => query.forShare('lineages'))
    .executeTakeFirst();
  if (!found) throw notFound('This form');
  // Against the account's deletion meanwhile.
  const user = await trx
    .selectFrom('users')
    .select(['status', 'purpose'])
    .where('id', '=', userId)
    .$if(onPostgres(trx), (query) => query.forShare())
    .executeTakeFirst();
  if (!user) throw new AppError(401, 'Please sign in first.');
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('requests')
    .values({
      id: newId(),
      user_id: userId,
      lineage_id: found.id,
      status: 'draft',
      purpose: '',
      answers: '{}',
      questions: '[]',
      draft: JSON.stringify({ purpose: user.purpose, answers: {} } satisfies Content),
      changed_at: now,
    })
    .onConflict((same) => same.columns(['user_id', 'lineage_id']).doNothing())
    .executeTakeFirstOrThrow();
  const row = await trx
    .selectFrom('requests')
    .selectAll()
    .where('user_id', '=', userId)
    .where('lineage_id', '=', found.id)
    .$if(onPostgres(trx), (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
  const status = requestStatusNow(row.status, row.approved_until, now);
  const isNew = numInsertedOrUpdatedRows === 1n;
  return {
    lineage: presentLineage(found, row.asked_by),
    user,
    row,
    isNew,
    status,
    content: contentOf(row),
  };
}
