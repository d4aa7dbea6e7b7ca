import { limits } from '../../../contract/limits.ts';
import type { UserStatus } from '../../../contract/session.ts';
import { AppError, conflict, invalid, notFound } from '../../errors.ts';
import { statusNow } from '../../identity/session.store.ts';
import { decisionMail } from '../../jobs/mails.ts';
import { iso } from '../../time.ts';
import type { ReviewsStore } from './reviews.store.ts';
import type { UsersStore } from './users.store.ts';

interface Dependencies {
  users: UsersStore;
  reviews: ReviewsStore;
  site: () => Promise<{ name: string; publicUrl: string }>;
  now: () => number;
}

interface Wish {
  status: UserStatus;
  reason: string | undefined;
  /** ISO time; null or absent: no end. */
  approvedUntil: string | null | undefined;
}

/** What an administrator may do from each status; `approved` is allowed from any (decisions §3). */
const from: Partial<Record<UserStatus, UserStatus[]>> = {
  rejected: ['pending'],
  needs_info: ['pending'],
  suspended: ['approved'],
};
const REASON_NEEDED: UserStatus[] = ['rejected', 'needs_info', 'suspended'];

/** Approval: who decides what about whom, undoing within 10 s, and the timeline. */
export function userReviewService({ users, reviews, site, now }: Dependencies) {
  async function review(userId: string, wish: Wish, adminId: string): Promise<string> {
    const { status } = wish;
    const reason = wish.reason ?? null;
    if (REASON_NEEDED.includes(status) && reason === null) {
      throw invalid('reason', 'Give a reason: the applicant reads it.');
    }
    const approvedUntil = status === 'approved' && wish.approvedUntil ? Date.parse(wish.approvedUntil) : null;
    if (approvedUntil !== null && approvedUntil <= now()) {
      throw invalid('approvedUntil', 'The end of the approval must lie in the future.');
    }
    const user = await reviews.user(userId);
    if (!user) throw notFound('This user');
    const current = statusNow(user.status, user.approved_until, now());
    if (status !== 'approved' && !from[status]?.includes(current)) {
      throw conflict(`A user who is ${current} cannot become ${status}.`);
    }
    const mail = decisionMail(
      await site(),
      { email: user.email, firstName: user.first_name },
      status,
      reason,
    );
    const at = now();
    const reviewId = await reviews.decide(user, { status, reason, approvedUntil, adminId }, mail, {
      now: at,
      mailAt: at + limits.reviewUndo,
    });
    if (reviewId === undefined)
      throw conflict('Somebody else has just decided about this user. Please look again.');
    return reviewId;
  }

  return {
    review,

    /** Each user for itself: one failure stops none of the others. */
    async reviewMany(ids: readonly string[], wish: Wish, adminId: string) {
      const done: { userId: string; reviewId: string }[] = [];
      const failed: { userId: string; msg: string }[] = [];
      for (const userId of new Set(ids)) {
        try {
          done.push({ userId, reviewId: await review(userId, wish, adminId) });
        } catch (error) {
          // What is wrong with the wish itself is wrong for all of them.
          if (!(error instanceof AppError) || error.code === 400) throw error;
          failed.push({ userId, msg: error.message });
        }
      }
      return { done, failed };
    },

    async undo(reviewId: string): Promise<void> {
      if (!(await reviews.exists(reviewId))) throw notFound('This decision');
      if (!(await reviews.undo(reviewId, now() - limits.reviewUndo, now()))) {
        throw conflict(
          'This decision can no longer be undone: its mail has left, or another decision followed.',
        );
      }
    },

    async user(id: string) {
      const user = await users.find(id, now());
      if (!user) throw notFound('This user');
      const steps = await reviews.timeline(id);
      return {
        ...user,
        downloads: await users.downloads(id),
        timeline: steps.map((step) => ({
          reviewId: step.id,
          from: step.from_status,
          to: step.to_status,
          reason: step.reason,
          by: step.admin_name,
          at: iso(step.at),
          undone: step.undone_at !== null,
        })),
      };
    },

    async remove(id: string): Promise<void> {
      if (!(await users.remove(id, now()))) throw notFound('This user');
    },
  };
}
