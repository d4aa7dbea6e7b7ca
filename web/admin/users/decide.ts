import { type ListedUser, reviewUser, reviewUsers, undoReview } from '../../../contract/user-review.ts';
import { call } from '../../api/call.ts';
import type { Decision } from './user-actions.ts';

/** Parameters of a decision. */
export interface Terms {
  reason?: string;
  /** ISO time; absent: the approval policy's default. */
  approvedUntil?: string;
}

export interface Outcome {
  reviewIds: string[];
  failed: { userId: string; msg: string }[];
}

/** Sends one decision about one or several users. */
export async function decide(users: readonly ListedUser[], status: Decision, terms: Terms): Promise<Outcome> {
  const [only] = users;
  if (users.length === 1 && only) {
    const params = { userId: only.id, status };
    // Without parameters no body: the contract's body is optional.
    const input = Object.keys(terms).length === 0 ? { params } : { params, body: terms };
    const { reviewId } = await call(reviewUser, input);
    return { reviewIds: [reviewId], failed: [] };
  }
  const ids = users.map(({ id }) => id);
  const { done, failed } = await call(reviewUsers, { body: { ids, status, ...terms } });
  return { reviewIds: done.map(({ reviewId }) => reviewId), failed };
}

/** Undoes decisions; returns how many succeeded. */
export async function takeBack(reviewIds: readonly string[]): Promise<number> {
  const results = await Promise.allSettled(
    reviewIds.map((reviewId) => call(undoReview, { params: { reviewId }, quiet: true })),
  );
  return results.filter(({ status }) => status === 'fulfilled').length;
}
