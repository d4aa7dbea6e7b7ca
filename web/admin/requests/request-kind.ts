import { tAdminRequests } from '#texts/admin-requests';
import {
  type ListedRequest,
  type ReviewedStatus,
  reviewedStatuses,
  reviewRequest,
  reviewRequests,
  undoRequestReview,
} from '../../../contract/request-review.ts';
import { call } from '../../api/call.ts';
import type { ReviewKind } from '../review/review-kind.ts';

/** Requests for a dataset, as what is reviewed. */
export interface RequestReview {
  row: ListedRequest;
  yes: 'granted';
  no: 'rejected' | 'needs_info' | 'ended';
}

/** `granted` from any state, the others by the permitted transitions; anything else is 409. */
const decisions: Record<ReviewedStatus, readonly (RequestReview['yes'] | RequestReview['no'])[]> = {
  pending: ['granted', 'needs_info', 'rejected'],
  needs_info: ['granted'],
  rejected: ['granted'],
  granted: ['ended'],
  ended: ['granted'],
};

export const personOf = ({
  firstName,
  familyName,
}: Pick<ListedRequest, 'firstName' | 'familyName'>): string => `${firstName} ${familyName}`;

export const requestKind: ReviewKind<RequestReview> = {
  listKey: 'requests',
  alsoKeys: ['request', 'requestQueue', 'people'],
  parameter: 'request',
  yes: 'granted',
  no: ['needs_info', 'rejected', 'ended'],
  decisions,
  words: tAdminRequests.review,
  nameOf: (row) => tAdminRequests.named(personOf(row), row.datasetName),
  async decide(requests, status, { reason, until }) {
    const terms = {
      ...(reason !== undefined && { reason }),
      ...(until !== undefined && { grantedUntil: until }),
    };
    const [only] = requests;
    if (requests.length === 1 && only) {
      const params = { requestId: only.id, status };
      const { reviewId } = await call(reviewRequest, {
        params,
        body: { ...terms, submittedAt: only.submittedAt },
      });
      return { reviewIds: [reviewId], failed: [] };
    }
    const ids = requests.map(({ id }) => id);
    // What nobody has read yet is not decided.
    const submittedAt = Object.fromEntries(requests.map((one) => [one.id, one.submittedAt]));
    const { done, failed } = await call(reviewRequests, { body: { ids, status, ...terms, submittedAt } });
    return { reviewIds: done.map(({ reviewId }) => reviewId), failed: failed.map(({ msg }) => msg) };
  },
  undo: (reviewId) => call(undoRequestReview, { params: { reviewId }, quiet: true }),
};

/** What the queue shows unless another state is asked for; of a group, all. */
const waiting = ['pending', 'needs_info'] as const;

export const statusesIn = (filter: ReviewedStatus | undefined, group?: string): ReviewedStatus[] => {
  if (filter !== undefined) return [filter];
  return [...(group ? reviewedStatuses : waiting)];
};
