import type { UserStatus } from '../../../contract/session.ts';
import { reviewing, vouchedFor, type WantedDecision } from '../../approval/index.ts';
import { type Audit, aboutUser, statusNow } from '../../auth/index.ts';
import { decisionMail } from '../../mail/index.ts';
import { notFound } from '../../shared/errors.ts';
import type { ReviewsStore } from './reviews.store.ts';
import type { UsersStore } from './users.store.ts';

interface Dependencies {
  users: UsersStore;
  reviews: ReviewsStore;
  site: () => Promise<{ name: string; publicUrl: string }>;
  /** The default end of an approval, ms; null: never. */
  usualEnd: () => Promise<number | null>;
  /** The name of a provider, by its issuer. */
  institutionName: (issuer: string) => string;
  now: () => number;
}

/** Review of users: decisions, undoing within 10 s, and the timeline. */
export function userReviewService(given: Dependencies) {
  const { users, reviews, site, usualEnd, institutionName, now } = given;
  const { review, reviewMany, undo, timeline } = reviewing({
    store: reviews,
    held: 'approved',
    from: { rejected: ['pending'], needs_info: ['pending'], suspended: ['approved'] },
    reasoned: ['rejected', 'needs_info', 'suspended'],
    find: reviews.user,
    statusNow: (user): UserStatus => statusNow(user.status, user.approved_until, now()),
    usualEnd,
    mailTo: async (user, { status, reason, until }) =>
      decisionMail(await site(), { email: user.email, firstName: user.first_name }, status, reason, until),
    about: aboutUser,
    end: 'approvedUntil',
    says: {
      missing: () => notFound('This user'),
      reason: 'Give a reason: the applicant reads it.',
      pastEnd: 'The end of the approval must lie in the future.',
      refused: (from, to) => `A user who is ${from} cannot become ${to}.`,
      overtaken: 'Somebody else has just decided about this user. Please look again.',
      nothing: 'no user',
    },
    now,
  });

  return {
    review,

    async reviewMany(
      ids: readonly string[],
      wanted: WantedDecision<UserStatus>,
      adminId: string,
      audit: Audit,
    ) {
      const { done, failed } = await reviewMany(ids, wanted, adminId, audit);
      return {
        done: done.map(({ id, reviewId }) => ({ userId: id, reviewId })),
        failed: failed.map(({ id, msg }) => ({ userId: id, msg })),
      };
    },

    async undo(reviewId: string, audit: Audit): Promise<void> {
      if ((await reviews.subjectOf(reviewId)) === undefined) throw notFound('This decision');
      await undo(reviewId, audit);
    },

    async user(id: string) {
      const user = await users.find(id, now());
      if (!user) throw notFound('This user');
      return {
        ...user,
        downloads: await users.downloads(id),
        institutions: vouchedFor(await users.institutions(id), institutionName),
        timeline: await timeline(id),
      };
    },

    async remove(id: string, audit: Audit): Promise<void> {
      const removed = await users.remove(id, now(), (trx, status) =>
        audit(trx, { ...aboutUser(id), before: { status }, after: { deleted: true } }),
      );
      if (!removed) throw notFound('This user');
    },
  };
}
