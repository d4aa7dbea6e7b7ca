import { limits } from '../../contract/limits.ts';
import type { Audit } from '../auth/index.ts';
import type { Mail } from '../mail/index.ts';
import { AppError, conflict, invalid } from '../shared/errors.ts';
import type { Message } from '../shared/messages.ts';
import { iso } from '../shared/time.ts';
import type { DecisionsStore } from './decisions.store.ts';
import type { Subject } from './kind.store.ts';

/** A wish of an administrator. */
export interface WantedDecision<Status> {
  status: Status;
  reason: string | undefined;
  /** ISO time; null: no end; absent: the usual one. */
  until: string | null | undefined;
  /** When what was read was sent, by the subject's id, as ISO time; absent: not told. */
  read?: ((id: string) => string | undefined) | undefined;
}

/** What differs between accounts and requests in words and rules. */
export interface Rules<Status extends string, Found extends Subject> {
  store: Pick<DecisionsStore<Status>, 'decide' | 'decideNothing' | 'undo' | 'timeline'>;
  /** The status that lets download; allowed from any. */
  held: Status;
  /** Permitted transitions to the other statuses (decisions §3). */
  from: Partial<Record<Status, Status[]>>;
  /** Those which need a reason. */
  reasoned: Status[];
  find: (id: string) => Promise<Found | undefined>;
  statusNow: (found: Found) => Status;
  /** The end when none is named, ms; null: none. */
  usualEnd: () => Promise<number | null>;
  mailTo: (
    found: Found,
    decision: { status: Status; reason: string | null; until: number | null },
  ) => Promise<Mail | undefined>;
  /** For the audit log. */
  about: (id: string, found?: Found) => { subject: string; userId?: string };
  /** The name of the end's field. */
  end: 'approvedUntil' | 'grantedUntil';
  says: {
    missing: () => AppError;
    reason: Message;
    pastEnd: Message;
    refused: (from: Status, to: Status) => Message;
    overtaken: Message;
    /** The subject of an audit entry about a call that changed nothing. */
    nothing: string;
  };
  now: () => number;
}

/** Ends are shown by day. */
const sameDay = (a: number | null, b: number | null): boolean =>
  iso(a)?.slice(0, 10) === iso(b)?.slice(0, 10);

/** Decisions of administrators, undoing them within 10 s, and the timeline (decisions §3; access.md, "Requests"). */
export function reviewing<Status extends string, Found extends Subject>(rules: Rules<Status, Found>) {
  const { store, held, says, end, now } = rules;

  /**
   * The end in ms.
   * @throws AppError 400 for a past one
   */
  async function endOf({ status, until }: WantedDecision<Status>): Promise<number | null> {
    if (status !== held || until === null) return null;
    if (until === undefined) return rules.usualEnd();
    const at = Date.parse(until);
    if (at <= now()) throw invalid(end, says.pastEnd);
    return at;
  }

  /** @returns the review's id */
  async function review(
    id: string,
    wanted: WantedDecision<Status>,
    adminId: string,
    audit: Audit,
  ): Promise<string> {
    const { status } = wanted;
    const reason = wanted.reason ?? null;
    if (rules.reasoned.includes(status) && reason === null) throw invalid('reason', says.reason);
    const until = await endOf(wanted);
    const found = await rules.find(id);
    if (!found) throw says.missing();
    const read = wanted.read?.(id);
    if (read !== undefined && Date.parse(read) !== found.applied_at)
      throw conflict('This was sent anew meanwhile. Read it, then decide.');
    const current = rules.statusNow(found);
    if (status !== held && !rules.from[status]?.includes(current))
      throw conflict(says.refused(current, status));
    // Two administrators approve the same: a second mail would contain nothing new.
    const known = status === current && sameDay(until, found.approved_until);
    const mail = known ? undefined : await rules.mailTo(found, { status, reason, until });
    const at = now();
    const times = { now: at, mailAt: at + limits.reviewUndo };
    // The reason is not logged, since it may contain personal data: it is in the timeline, which is deleted with the
    // account.
    const after = { status, ...(until === null ? {} : { [end]: iso(until) }) };
    const reviewId = await store.decide(
      found,
      { from: current, status, reason, until, adminId },
      mail,
      times,
      (trx) => audit(trx, { ...rules.about(id, found), before: { status: current }, after }),
    );
    if (reviewId === undefined) throw conflict(says.overtaken);
    return reviewId;
  }

  return {
    review,

    /** Decides each separately: a failure does not stop the others. */
    async reviewMany(ids: readonly string[], wanted: WantedDecision<Status>, adminId: string, audit: Audit) {
      const done: { id: string; reviewId: string }[] = [];
      const failed: { id: string; msg: string }[] = [];
      for (const id of new Set(ids)) {
        try {
          done.push({ id, reviewId: await review(id, wanted, adminId, audit) });
        } catch (error) {
          // A 400 concerns the decision itself, and so all of them.
          if (!(error instanceof AppError) || error.code === 400) throw error;
          failed.push({ id, msg: error.message });
        }
      }
      if (done.length === 0) {
        const after = { wanted: wanted.status, refused: failed.length };
        await store.decideNothing((trx) => audit(trx, { subject: says.nothing, after }));
      }
      return { done, failed };
    },

    /** @throws AppError 409 */
    async undo(reviewId: string, audit: Audit, found?: Found): Promise<void> {
      const madeAfter = now() - limits.reviewUndo;
      const undone = await store.undo(reviewId, madeAfter, now(), (trx, { id, before, after }) =>
        audit(trx, { ...rules.about(id, found), before: { status: before }, after: { status: after } }),
      );
      if (!undone)
        throw conflict(
          'This decision can no longer be undone: its mail has left, or something else followed it.',
        );
    },

    async timeline(id: string) {
      const steps = await store.timeline(id);
      return steps.map((step) => ({
        reviewId: step.id,
        from: step.from_status,
        to: step.to_status,
        reason: step.reason,
        by: step.admin_name,
        at: iso(step.at),
        undone: step.undone_at !== null,
      }));
    },
  };
}
