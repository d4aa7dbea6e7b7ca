import type { RequestStanding } from '../../../contract/access.ts';
import type { BodyOf } from '../../../contract/endpoint.ts';
import type { OwnRequest, RequestFile, saveRequest, submitRequest } from '../../../contract/requests.ts';
import type { UserStatus } from '../../../contract/session.ts';
import { requestStatusNow, type UsualWait } from '../../approval/index.ts';
import type { RequestsTable } from '../../database/index.ts';
import { AppError, conflict, invalid, notFound } from '../../shared/errors.ts';
import { iso } from '../../shared/time.ts';
import type { BlobLedger, LedgerBlob } from '../../storage/index.ts';
import { answersTo, assertComplete, assertFitting, assertSeen, isFile, revisionOf } from './answers.ts';
import type { AskingStore } from './asking.store.ts';
import { type Asking, contentOf, type OpenRequest, questionsOf, sent } from './open-request.store.ts';
import { filesAmong, namedBy, presentFile, type StoredRequestFile } from './request-files.store.ts';

/** Statuses in which it may be changed and sent. */
const OPEN: RequestStanding[] = ['none', 'draft', 'needs_info', 'rejected', 'ended'];

interface Dependencies {
  store: AskingStore;
  ledger: Pick<BlobLedger, 'discard'>;
  waitOf: (lineageId: string) => Promise<UsualWait>;
  now: () => number;
}

/** Asking is open while the account is pending and during an embargo (access.md); not for those whom the lab refused. */
const isRefused = (status: UserStatus): boolean => status === 'rejected' || status === 'suspended';

/** @throws AppError 403 of the account, 409 of the request */
export function assertMayAsk(status: RequestStanding, account: UserStatus): void {
  if (account === 'rejected') throw new AppError(403, 'Your application was not approved.');
  if (account === 'suspended') throw new AppError(403, 'Your access is suspended.');
  if (status === 'pending') throw conflict('Your request is already with the laboratory.');
  if (!OPEN.includes(status)) throw conflict('Your request is granted: there is nothing to ask for.');
}

const assertOpen = ({ status, user }: OpenRequest & { user: { status: UserStatus } }): void =>
  assertMayAsk(status, user.status);

const sentAs = (row: RequestsTable) => ({ ...sent(row), questions: questionsOf(row.questions) });

function assertFileQuestion(questions: OpenRequest['lineage']['questions'], questionId: string): void {
  const question = questions.find(({ id }) => id === questionId);
  if (!question) throw conflict('The questions of this dataset have changed. Load the form again.');
  if (!isFile(question)) throw invalid('questionId', 'This question asks for no file.');
}

/** One's own requests: drafts, sending, and how they stand (access.md, "Requests"). */
export function askingService({ store, ledger, waitOf, now }: Dependencies) {
  async function found(of: Asking) {
    const request = await store.find(of);
    if (!request) throw notFound('This form');
    if (!request.user) throw new AppError(401, 'Please sign in first.');
    return { ...request, user: request.user };
  }

  async function read(of: Asking): Promise<OwnRequest> {
    const { lineage, user, row } = await found(of);
    const status = row ? requestStatusNow(row.status, row.approved_until, now()) : 'none';
    // What the lab has is shown as it was sent, under the questions that it answers.
    const shown = row && (status === 'pending' || status === 'granted') ? sentAs(row) : undefined;
    const questions = shown?.questions ?? lineage.questions;
    const content = shown ?? (row ? contentOf(row) : { purpose: user.purpose, answers: {} });
    const files = row ? await store.ownFiles(row.id) : [];
    const timeline = row ? await store.ownTimeline(row.id) : [];
    return {
      status,
      questions,
      revision: revisionOf(lineage.questions),
      purpose: content.purpose,
      answers: answersTo(questions, content.answers, (question) => !isFile(question)),
      files: namedBy(files, answersTo(questions, content.answers)).map(presentFile),
      isDraft: row?.draft != null,
      mayAsk: OPEN.includes(status) && !isRefused(user.status),
      reason: row?.status_reason ?? null,
      submittedAt: iso(row?.applied_at ?? null),
      reviewedAt: iso(row?.reviewed_at ?? null),
      grantedUntil: iso(row?.approved_until ?? null),
      timeline: timeline.map((step) => ({
        from: step.from_status,
        to: step.to_status,
        reason: step.reason,
        at: iso(step.at),
      })),
      wait: await waitOf(lineage.id),
    };
  }

  return {
    read,

    async wait(datasetId: string): Promise<UsualWait> {
      const lineageId = await store.lineageOf(datasetId);
      if (lineageId === undefined) throw notFound('This form');
      return waitOf(lineageId);
    },

    /** @throws AppError 400, 401, 403, 404, 409 */
    async save(of: Asking, { purpose, answers }: BodyOf<typeof saveRequest>): Promise<OwnRequest> {
      await store.saveDraft(of, (request) => {
        assertOpen(request);
        const { questions, fileQuestions } = request.lineage;
        assertFitting(questions, answers);
        const files = answersTo(fileQuestions, request.content.answers);
        return { purpose, answers: { ...answers, ...files } };
      });
      return read(of);
    },

    /** @throws AppError 400, 401, 403, 404, 409 */
    async submit(
      of: Asking,
      { purpose, answers, message, revision }: BodyOf<typeof submitRequest>,
    ): Promise<OwnRequest> {
      const isSent = await store.submit(of, message || null, (request, files) => {
        assertOpen(request);
        const { questions } = request.lineage;
        assertSeen(questions, revision);
        assertFitting(questions, answers);
        const given = answersTo(questions, request.content.answers, isFile);
        const all = { ...answers, ...filesAmong(files, given) };
        assertComplete(questions, all);
        return { purpose, answers: all };
      });
      if (!isSent) throw conflict('Your request is already with the laboratory.');
      return read(of);
    },

    /** Before the first byte of a file is taken. */
    async assertMayAdd(of: Asking, questionId: string): Promise<void> {
      const { lineage, user, row } = await found(of);
      assertMayAsk(row ? requestStatusNow(row.status, row.approved_until, now()) : 'none', user.status);
      assertFileQuestion(lineage.questions, questionId);
    },

    /** @param blob written, and kept or discarded here */
    async addFile(
      of: Asking,
      file: { questionId: string; name: string; blob: LedgerBlob },
    ): Promise<RequestFile> {
      try {
        return await store.addFile(of, file, (request) => {
          assertOpen(request);
          assertFileQuestion(request.lineage.questions, file.questionId);
        });
      } catch (error) {
        await ledger.discard([file.blob.key]);
        throw error;
      }
    },

    /** @throws AppError 404 */
    async file(of: Asking, fileId: string): Promise<StoredRequestFile> {
      const { row } = await found(of);
      const files = row ? await store.ownFiles(row.id) : [];
      const file = files.find(({ id }) => id === fileId);
      if (!file) throw notFound('This file');
      return file;
    },

    /** @throws AppError 403, 404, 409 */
    removeFile: (of: Asking, fileId: string): Promise<void> =>
      store.saveDraft(of, (request) => {
        assertOpen(request);
        const { purpose, answers } = request.content;
        const question = request.lineage.questions.find(({ id }) => answers[id] === fileId);
        if (!question || !isFile(question)) throw notFound('This file');
        const { [question.id]: _, ...others } = answers;
        return { purpose, answers: others };
      }),

    async own(userId: string) {
      const rows = await store.own(userId);
      return rows.map((row) => ({
        id: row.id,
        datasetId: row.dataset_id,
        datasetName: row.name,
        slug: row.dataset_id === null ? null : row.slug,
        status: requestStatusNow(row.status, row.approved_until, now()),
        reason: row.status_reason,
        submittedAt: iso(row.applied_at),
        reviewedAt: iso(row.reviewed_at),
        grantedUntil: iso(row.approved_until),
        askedBy: row.asker_name,
      }));
    },
  };
}

export type AskingService = ReturnType<typeof askingService>;
