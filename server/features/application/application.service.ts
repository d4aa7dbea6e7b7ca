import type { BodyOf } from '../../../contract/endpoint.ts';
import type { applyAgain, OwnApplication } from '../../../contract/own-account.ts';
import type { UserStatus } from '../../../contract/session.ts';
import { statusNow } from '../../auth/index.ts';
import { AppError, conflict } from '../../shared/errors.ts';
import type { Message } from '../../shared/messages.ts';
import { iso } from '../../shared/time.ts';
import type { ApplicationStore } from './application.store.ts';

/** Statuses from which an applicant may apply again (decisions §3). */
const MAY_APPLY: UserStatus[] = ['rejected', 'needs_info', 'expired'];

const WHY_NOT: Partial<Record<UserStatus, Message>> = {
  pending: 'Your application is already with the laboratory.',
  approved: 'You are approved already: there is nothing to apply for.',
  suspended: 'Your access is suspended. Please write to the laboratory.',
};

/** The caller's own application: its state, and applying again. */
export function applicationService(store: ApplicationStore, now: () => number) {
  async function find(userId: string) {
    const user = await store.user(userId);
    if (!user) throw new AppError(401, 'Please sign in first.');
    return { user, status: statusNow(user.status, user.approved_until, now()) };
  }

  async function read(userId: string): Promise<OwnApplication> {
    const { user, status } = await find(userId);
    const steps = await store.timeline(userId);
    return {
      status,
      reason: user.status_reason,
      appliedAt: iso(user.applied_at),
      reviewedAt: iso(user.reviewed_at),
      approvedUntil: iso(user.approved_until),
      mayApply: MAY_APPLY.includes(status),
      firstName: user.first_name,
      familyName: user.family_name,
      affiliation: user.affiliation,
      purpose: user.purpose,
      country: user.country,
      timeline: steps.map((step) => ({
        from: step.from_status,
        to: step.to_status,
        reason: step.reason,
        at: iso(step.at),
      })),
    };
  }

  return {
    read,

    /** @throws AppError 409 from any other status, and for all but the first of concurrent calls */
    async applyAgain(userId: string, body: BodyOf<typeof applyAgain>): Promise<OwnApplication> {
      const { user, status } = await find(userId);
      const refused = (current: UserStatus) =>
        conflict(WHY_NOT[current] ?? 'You cannot apply again at the moment.');
      if (!MAY_APPLY.includes(status)) throw refused(status);
      const { firstName, familyName, affiliation, purpose, country } = body;
      const form = {
        first_name: firstName,
        family_name: familyName,
        affiliation,
        purpose,
        country: country || null,
      };
      if (!(await store.apply(user, status, form, body.message || null, now()))) throw refused('pending');
      return read(userId);
    },
  };
}
