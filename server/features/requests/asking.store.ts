import type { RequestStatus } from '../../../contract/access.ts';
import type { RequestAnswers, RequestFile, RequestQuestion } from '../../../contract/requests.ts';
import { applyingStore, requestStatusNow, requests } from '../../approval/index.ts';
import {
  type Db,
  onPostgres,
  type Queries,
  type RequestsTable,
  type UsersTable,
} from '../../database/index.ts';
import { AppError, notFound } from '../../shared/errors.ts';
import { newId } from '../../shared/ids.ts';
import type { BlobLedger, LedgerBlob } from '../../storage/index.ts';
import type { Content } from './answers.ts';
import { keepOnly, requestFiles } from './request-files.store.ts';

/** A dataset that asks for requests. */
export interface AskingLineage {
  id: string;
  name: string;
  questions: RequestQuestion[];
}

/** A person's request in a transaction, created when there is none. */
export interface OpenRequest {
  lineage: AskingLineage;
  row: RequestsTable;
  /** The effective one. */
  status: RequestStatus;
  /** As saved last, or else as sent last. */
  content: Content;
}

type Asker = Pick<UsersTable, 'status' | 'purpose'>;

/** Who asks for what. */
export interface Asking {
  datasetId: string;
  userId: string;
}

export const questionsOf = (json: string | null): RequestQuestion[] =>
  json === null ? [] : (JSON.parse(json) as RequestQuestion[]);
const sent = (row: RequestsTable): Content => ({
  purpose: row.purpose,
  answers: JSON.parse(row.answers) as RequestAnswers,
});

/** As saved last, or else as sent last; null: neither was ever done. */
export const contentOf = (row: RequestsTable): Content =>
  row.draft === null ? sent(row) : (JSON.parse(row.draft) as Content);

/** A version that visitors may see, of a dataset that asks for requests. */
const asking = (db: Queries, datasetId: string) =>
  db
    .selectFrom('datasets')
    .innerJoin('lineages', 'lineages.id', 'datasets.lineage_id')
    .select(['lineages.id', 'lineages.name', 'lineages.request_questions'])
    .where('datasets.id', '=', datasetId)
    .where('datasets.status', '!=', 'draft')
    .where('datasets.trashed_at', 'is', null)
    .where('lineages.asks_request', '=', 1);

const presentLineage = (row: { id: string; name: string; request_questions: string | null }) => ({
  id: row.id,
  name: row.name,
  questions: questionsOf(row.request_questions),
});

/** People's own requests. */
export function askingStore(db: Db, ledger: Pick<BlobLedger, 'keep'>, now: () => number) {
  const applying = applyingStore(db, requests);

  async function opened(trx: Queries, { datasetId, userId }: Asking): Promise<OpenRequest & { user: Asker }> {
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
    await trx
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
        changed_at: now(),
      })
      .onConflict((same) => same.columns(['user_id', 'lineage_id']).doNothing())
      .execute();
    const row = await trx
      .selectFrom('requests')
      .selectAll()
      .where('user_id', '=', userId)
      .where('lineage_id', '=', found.id)
      .$if(onPostgres(trx), (query) => query.forUpdate())
      .executeTakeFirstOrThrow();
    const status = requestStatusNow(row.status, row.approved_until, now());
    return { lineage: presentLineage(found), user, row, status, content: contentOf(row) };
  }

  /** Saves the draft, and removes the files that neither it nor what was sent has. */
  async function keepDraft(trx: Queries, row: RequestsTable, draft: Content): Promise<void> {
    await trx
      .updateTable('requests')
      .set({ draft: JSON.stringify(draft), changed_at: now() })
      .where('id', '=', row.id)
      .execute();
    await keepOnly(trx, row.id, [draft.answers, sent(row).answers]);
  }

  return {
    ownTimeline: applying.ownTimeline,
    waits: applying.waits,
    ownFiles: (requestId: string) => requestFiles(db, requestId),

    /** A dataset that asks, and the person's request if any; undefined: it does not ask, or is not to be seen. */
    async find({ datasetId, userId }: Asking) {
      const found = await asking(db, datasetId).executeTakeFirst();
      if (!found) return undefined;
      const user = await db
        .selectFrom('users')
        .select(['status', 'purpose'])
        .where('id', '=', userId)
        .executeTakeFirst();
      const row = await db
        .selectFrom('requests')
        .selectAll()
        .where('user_id', '=', userId)
        .where('lineage_id', '=', found.id)
        .executeTakeFirst();
      return { lineage: presentLineage(found), user, row };
    },

    async lineageOf(datasetId: string): Promise<string | undefined> {
      return (await asking(db, datasetId).executeTakeFirst())?.id;
    },

    /** @param change the new draft, or throws */
    saveDraft: (of: Asking, change: (request: OpenRequest & { user: Asker }) => Content): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const request = await opened(trx, of);
        await keepDraft(trx, request.row, change(request));
      }),

    /**
     * Adds a file to the draft, in place of the former one of the question.
     * @param check throws when it may not be added
     */
    addFile: (
      of: Asking,
      file: { questionId: string; name: string; blob: LedgerBlob },
      check: (request: OpenRequest & { user: Asker }) => void,
    ): Promise<RequestFile> =>
      db.transaction().execute(async (trx) => {
        const request = await opened(trx, of);
        check(request);
        const { row, content } = request;
        const { questionId, name, blob } = file;
        const id = newId();
        await ledger.keep(trx, blob);
        await trx
          .insertInto('request_files')
          .values({
            id,
            request_id: row.id,
            question_id: questionId,
            name,
            blob_key: blob.key,
            created_at: now(),
          })
          .execute();
        await keepDraft(trx, row, { ...content, answers: { ...content.answers, [questionId]: id } });
        return { id, questionId, name, size: blob.size };
      }),

    /**
     * Sends it: pending, with an entry in the timeline.
     * @param check what is sent, or throws
     * @returns false when its status has changed meanwhile
     */
    submit: (
      of: Asking,
      message: string | null,
      check: (request: OpenRequest & { user: Asker }) => Content,
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const request = await opened(trx, of);
        const { row, status, lineage } = request;
        const { purpose, answers } = check(request);
        const from = status === 'draft' ? null : status;
        if (!(await applying.apply(trx, row, { from, message, now: now() }))) return false;
        await trx
          .updateTable('requests')
          .set({
            purpose,
            answers: JSON.stringify(answers),
            questions: JSON.stringify(lineage.questions),
            draft: null,
            changed_at: now(),
          })
          .where('id', '=', row.id)
          .execute();
        await keepOnly(trx, row.id, [answers]);
        return true;
      }),

    /** The person's requests, those changed last first. */
    own: (userId: string) =>
      db
        .selectFrom('requests')
        .innerJoin('lineages', 'lineages.id', 'requests.lineage_id')
        .selectAll('requests')
        .select(['lineages.name', 'lineages.slug'])
        .select((eb) =>
          eb
            .selectFrom('datasets')
            .select('datasets.id')
            .whereRef('datasets.lineage_id', '=', 'lineages.id')
            .where('datasets.status', '!=', 'draft')
            .where('datasets.trashed_at', 'is', null)
            .orderBy('datasets.published_at', 'desc')
            .orderBy('datasets.id', 'desc')
            .limit(1)
            .as('dataset_id'),
        )
        .where('requests.user_id', '=', userId)
        .orderBy('requests.changed_at', 'desc')
        .orderBy('requests.id', 'desc')
        .execute(),
  };
}

export type AskingStore = ReturnType<typeof askingStore>;
