import type { RequestStatus } from '../../../contract/access.ts';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { listPeople, ReviewedStatus } from '../../../contract/request-review.ts';
import { requestStatusNow, reviewing, vouchedFor, type WantedDecision } from '../../approval/index.ts';
import type { AdminCaller, Audit } from '../../auth/index.ts';
import { requestMail, type SiteOf } from '../../mail/index.ts';
import { notFound } from '../../shared/errors.ts';
import { presentFile, type StoredRequestFile } from './request-files.store.ts';
import type { FoundRequest, RequestReader, RequestsStore } from './requests.store.ts';

interface Dependencies {
  store: RequestsStore;
  site: SiteOf;
  /** The name of a provider, by its issuer. */
  institutionName: (issuer: string) => string;
  now: () => number;
}

export const readerOf = ({ id, role }: AdminCaller): RequestReader => ({
  adminId: id,
  isOwner: role === 'owner',
});

/** Decisions on requests, by the reviewers of their datasets: what others ask for is 404 (access.md, "Requests"). */
export function requestReviewService({ store, site, institutionName, now }: Dependencies) {
  const by = (reader: RequestReader) =>
    reviewing<RequestStatus, FoundRequest>({
      store,
      held: 'granted',
      from: { rejected: ['pending'], needs_info: ['pending'], ended: ['granted'] },
      reasoned: ['rejected', 'needs_info', 'ended'],
      find: (id) => store.find(id, reader),
      statusNow: (row) => requestStatusNow(row.status, row.approved_until, now()),
      usualEnd: async () => null,
      mailTo: async (row, decision) =>
        requestMail(
          await site(),
          { email: row.email, firstName: row.first_name, language: row.language },
          { ...decision, datasetName: row.name, slug: row.slug },
        ),
      about: (id, row) =>
        row ? { subject: `request for ${row.name}`, userId: row.user_id } : { subject: `request ${id}` },
      end: 'grantedUntil',
      says: {
        missing: () => notFound('This request'),
        reason: 'Give a reason: the person who asks reads it.',
        pastEnd: 'The end of the access must lie in the future.',
        refused: (from, to) => `A request that is ${from} cannot become ${to}.`,
        overtaken: 'Somebody else has just decided about this request. Please look again.',
        nothing: 'no request',
      },
      now,
    });

  async function one(id: string, reader: RequestReader) {
    const found = await store.one(id, reader, now());
    if (!found) throw notFound('This request');
    return found;
  }

  return {
    /** @returns the review's id */
    review: (
      id: string,
      wanted: WantedDecision<ReviewedStatus>,
      reader: RequestReader,
      audit: Audit,
    ): Promise<string> => by(reader).review(id, wanted, reader.adminId, audit),

    async reviewMany(
      ids: readonly string[],
      wanted: WantedDecision<ReviewedStatus>,
      reader: RequestReader,
      audit: Audit,
    ) {
      const { done, failed } = await by(reader).reviewMany(ids, wanted, reader.adminId, audit);
      return {
        done: done.map(({ id, reviewId }) => ({ requestId: id, reviewId })),
        failed: failed.map(({ id, msg }) => ({ requestId: id, msg })),
      };
    },

    async undo(reviewId: string, reader: RequestReader, audit: Audit): Promise<void> {
      const id = await store.subjectOf(reviewId);
      const found = id === undefined ? undefined : await store.find(id, reader);
      if (!found) throw notFound('This decision');
      await by(reader).undo(reviewId, audit, found);
    },

    async request(id: string, reader: RequestReader) {
      const { request, questions, answers, files, group } = await one(id, reader);
      const timeline = await by(reader).timeline(id);
      return {
        ...request,
        questions,
        answers,
        files: files.map(presentFile),
        institutions: vouchedFor(await store.institutions(request.userId), institutionName),
        group: group.length > 1 ? group : [],
        timeline: timeline.map((step) => ({ ...step, to: step.to as ReviewedStatus })),
      };
    },

    async file(id: string, fileId: string, reader: RequestReader): Promise<StoredRequestFile> {
      const { files } = await one(id, reader);
      const file = files.find((each) => each.id === fileId);
      if (!file) throw notFound('This file');
      return file;
    },

    async people(datasetId: string, query: QueryOf<typeof listPeople>, reader: RequestReader) {
      const found = await store.people(datasetId, query, reader, now());
      if (!found) throw notFound('This dataset');
      return found;
    },
  };
}

export type RequestReviewService = ReturnType<typeof requestReviewService>;
