import { t } from '#texts';
import { type UserStatus, userStatuses } from '../../../contract/session.ts';
import { type ListedUser, reviewUser, reviewUsers, undoReview } from '../../../contract/user-review.ts';
import { call } from '../../api/call.ts';
import { type ReviewKind, statusesOf } from '../review/review-kind.ts';
import { nameOf } from './users.query.ts';

/** Accounts, as what is reviewed. */
export interface UserReview {
  row: ListedUser;
  yes: 'approved';
  no: 'rejected' | 'needs_info' | 'suspended';
}

export type UserDecision = UserReview['yes'] | UserReview['no'];

/** Decisions §3: approval from any status, the others by the permitted transitions; anything else is 409. */
const decisions: Record<UserStatus, readonly UserDecision[]> = {
  pending: ['approved', 'needs_info', 'rejected'],
  needs_info: ['approved'],
  rejected: ['approved'],
  approved: ['suspended'],
  suspended: ['approved'],
  expired: ['approved'],
};

export const userKind: ReviewKind<UserReview> = {
  listKey: 'users',
  alsoKeys: ['user', 'userCount'],
  parameter: 'user',
  yes: 'approved',
  no: ['needs_info', 'rejected', 'suspended'],
  decisions,
  words: t.admin.users,
  nameOf,
  async decide(users, status, { reason, until }) {
    const terms = {
      ...(reason !== undefined && { reason }),
      ...(until !== undefined && { approvedUntil: until }),
    };
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
    return { reviewIds: done.map(({ reviewId }) => reviewId), failed: failed.map(({ msg }) => msg) };
  },
  undo: (reviewId) => call(undoReview, { params: { reviewId }, quiet: true }),
};

/** The three user screens of §2: one call with different statuses (decisions §3). */
export const screens = {
  all: userStatuses,
  approved: ['approved'],
  applicants: ['pending', 'needs_info'],
} as const satisfies Record<string, readonly UserStatus[]>;
export type Screen = keyof typeof screens;

/** The call's status filter on a screen; undefined: all. */
export const statusesIn = (screen: Screen, filter: string | undefined): UserStatus[] | undefined => {
  const statuses = statusesOf<UserStatus>(screens[screen], filter);
  return statuses.length === userStatuses.length ? undefined : statuses;
};
