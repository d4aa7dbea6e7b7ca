import type { RequestFile } from '../../../contract/requests.ts';
import { applyingStore, requests } from '../../approval/index.ts';
import type { Db, Queries, RequestsTable } from '../../database/index.ts';
import { newId } from '../../shared/ids.ts';
import type { BlobLedger, LedgerBlob } from '../../storage/index.ts';
import type { Content } from './answers.ts';
import {
  type Asker,
  type Asking,
  askerOf,
  asking,
  type OpenRequest,
  openRequest,
  presentLineage,
  sent,
} from './open-request.store.ts';
import { keepOnly, requestFiles, type StoredRequestFile } from './request-files.store.ts';

/** People's own requests. */
export function askingStore(db: Db, ledger: Pick<BlobLedger, 'keep'>, now: () => number) {
  const applying = applyingStore(db, requests);

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
      return { lineage: presentLineage(found, row?.asked_by), user, row };
    },

    async lineageOf(datasetId: string): Promise<string | undefined> {
      return (await asking(db, datasetId).executeTakeFirst())?.id;
    },

    /** @param change the new draft, or throws */
    saveDraft: (of: Asking, change: (request: OpenRequest & { user: Asker }) => Content): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const request = await openRequest(trx, of, now());
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
        const request = await openRequest(trx, of, now());
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
     * @param check what is sent, by the request and its files, or throws
     * @returns false when its status has changed meanwhile
     */
    submit: (
      of: Asking,
      message: string | null,
      check: (request: OpenRequest & { user: Asker }, files: StoredRequestFile[]) => Content,
    ): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const request = await openRequest(trx, of, now());
        const { row, status, lineage } = request;
        const { purpose, answers } = check(request, await requestFiles(trx, row.id));
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
        .select((eb) => askerOf(eb).as('asker_name'))
        .where('requests.user_id', '=', userId)
        .orderBy('requests.changed_at', 'desc')
        .orderBy('requests.id', 'desc')
        .execute(),
  };
}

export type AskingStore = ReturnType<typeof askingStore>;
