import { limits } from '../../../contract/limits.ts';
import type { UserStatus } from '../../../contract/session.ts';
import { type Audit, aboutUser, statusNow } from '../../auth/index.ts';
import { decisionMail } from '../../mail/index.ts';
import { AppError, conflict, invalid, notFound } from '../../shared/errors.ts';
import { iso } from '../../shared/time.ts';
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

interface ReviewDecision {
  status: UserStatus;
  reason: string | undefined;
  /** ISO time; null: no end; absent: the policy's default. */
  approvedUntil: string | null | undefined;
}

/** Permitted transitions by an administrator, by the new status; `approved` is allowed from any (decisions §3). */
const from: Partial<Record<UserStatus, UserStatus[]>> = {
  rejected: ['pending'],
  needs_info: ['pending'],
  suspended: ['approved'],
};
const REASON_NEEDED: UserStatus[] = ['rejected', 'needs_info', 'suspended'];

/** Ends are shown by day. */
const sameDay = (a: number | null, b: number | null): boolean =>
  iso(a)?.slice(0, 10) === iso(b)?.slice(0, 10);

/** Review of users: decisions, undoing within 10 s, and the timeline. */
export function userReviewService(given: Dependencies) {
  const { users, reviews, site, usualEnd, institutionName, now } = given;
  /**
   * The approval's end in ms.
   * @throws AppError 400 for a past one
   */
  async function endOf({ status, approvedUntil }: ReviewDecision): Promise<number | null> {
    if (status !== 'approved' || approvedUntil === null) return null;
    if (approvedUntil === undefined) return usualEnd();
    const end = Date.parse(approvedUntil);
    if (end <= now()) throw invalid('approvedUntil', 'The end of the approval must lie in the future.');
    return end;
  }

  /** @returns the review's id */
  async function review(
    userId: string,
    wanted: ReviewDecision,
    adminId: string,
    audit: Audit,
  ): Promise<string> {
    const { status } = wanted;
    const reason = wanted.reason ?? null;
    if (REASON_NEEDED.includes(status) && reason === null) {
      throw invalid('reason', 'Give a reason: the applicant reads it.');
    }
    const approvedUntil = await endOf(wanted);
    const user = await reviews.user(userId);
    if (!user) throw notFound('This user');
    const current = statusNow(user.status, user.approved_until, now());
    if (status !== 'approved' && !from[status]?.includes(current)) {
      throw conflict(`A user who is ${current} cannot become ${status}.`);
    }
    // Two administrators approve the same users: a second mail would contain nothing new.
    const known = status === current && sameDay(approvedUntil, user.approved_until);
    const to = { email: user.email, firstName: user.first_name };
    const mail = known ? undefined : decisionMail(await site(), to, status, reason, approvedUntil);
    const at = now();
    const decision = { from: current, status, reason, approvedUntil, adminId };
    const times = { now: at, mailAt: at + limits.reviewUndo };
    // The reason is not logged, since it may contain personal data: it is in the timeline, which is deleted with the
    // account.
    const after = { status, ...(approvedUntil === null ? {} : { approvedUntil: iso(approvedUntil) }) };
    const reviewId = await reviews.decide(user, decision, mail, times, (trx) =>
      audit(trx, { ...aboutUser(userId), before: { status: current }, after }),
    );
    if (reviewId === undefined)
      throw conflict('Somebody else has just decided about this user. Please look again.');
    return reviewId;
  }

  return {
    review,

    /** Decides each user separately: a failure does not stop the others. */
    async reviewMany(ids: readonly string[], wanted: ReviewDecision, adminId: string, audit: Audit) {
      const done: { userId: string; reviewId: string }[] = [];
      const failed: { userId: string; msg: string }[] = [];
      for (const userId of new Set(ids)) {
        try {
          done.push({ userId, reviewId: await review(userId, wanted, adminId, audit) });
        } catch (error) {
          // A 400 concerns the decision itself, and so all users.
          if (!(error instanceof AppError) || error.code === 400) throw error;
          failed.push({ userId, msg: error.message });
        }
      }
      if (done.length === 0) {
        const after = { wanted: wanted.status, refused: failed.length };
        await reviews.decideNobody((trx) => audit(trx, { subject: 'no user', after }));
      }
      return { done, failed };
    },

    async undo(reviewId: string, audit: Audit): Promise<void> {
      if (!(await reviews.exists(reviewId))) throw notFound('This decision');
      const madeAfter = now() - limits.reviewUndo;
      const undone = await reviews.undo(reviewId, madeAfter, now(), (trx, { userId, before, after }) =>
        audit(trx, { ...aboutUser(userId), before: { status: before }, after: { status: after } }),
      );
      if (!undone) {
        throw conflict(
          'This decision can no longer be undone: its mail has left, or something else followed it.',
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
        institutions: (await users.institutions(id)).map(({ issuer, subject, affiliation }) => ({
          institution: institutionName(issuer),
          subject,
          affiliation,
        })),
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

    async remove(id: string, audit: Audit): Promise<void> {
      const removed = await users.remove(id, now(), (trx, status) =>
        audit(trx, { ...aboutUser(id), before: { status }, after: { deleted: true } }),
      );
      if (!removed) throw notFound('This user');
    },
  };
}
