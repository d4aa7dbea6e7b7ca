import type { Changed, Note } from '../auth/index.ts';
import { type Db, onPostgres, type Queries } from '../database/index.ts';
import { dropMail, type Mail, postMail } from '../mail/index.ts';
import { newOrderedId } from '../shared/ids.ts';
import { type Kind, type Subject, type Transition, tablesOf } from './kind.store.ts';

export interface Decision {
  /** The effective status, which may differ from the stored one: what has ended. */
  from: string;
  status: string;
  reason: string | null;
  until: number | null;
  adminId: string;
}

/** The subject's state before the decision, for undoing it. */
type Former = Pick<Subject, 'status' | 'status_reason' | 'reviewed_at' | 'approved_until' | 'reminded_at'>;

/** Called in the transaction of a decision and of its undoing. */
export type OnChange = (
  trx: Queries,
  subjectId: string,
  change: Changed<string>,
  now: number,
) => Promise<void>;

/** Rolls the undo's transaction back. */
class TooLate extends Error {}

/** Decisions of administrators, their undoing, and the timeline. */
export function decisionsStore<Status extends string>(
  db: Db,
  kind: Kind<Status>,
  onChange: OnChange = async () => {},
) {
  const tables = tablesOf(kind);
  return {
    /**
     * Writes the new status, its entry in the timeline and its mail, in one transaction.
     * @param subject as it was read; nothing is written when the status has changed since
     * @returns the review's id; undefined when another administrator decided meanwhile
     */
    decide(
      subject: Subject,
      decision: Decision,
      mail: Mail | undefined,
      times: { now: number; mailAt: number },
      note: Note<void>,
    ): Promise<string | undefined> {
      const { now } = times;
      const { status, status_reason, reviewed_at, approved_until, reminded_at } = subject;
      const former: Former = { status, status_reason, reviewed_at, approved_until, reminded_at };
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await tables
          .update(trx)
          .set({
            status: decision.status,
            status_reason: decision.reason,
            reviewed_at: now,
            approved_until: decision.until,
            reminded_at: null,
          })
          .where('id', '=', subject.id)
          .where('status', '=', subject.status)
          .where('reviewed_at', 'is not distinct from', subject.reviewed_at)
          // Sent anew, it is as pending and undecided as before.
          .where('applied_at', 'is not distinct from', subject.applied_at)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return undefined;
        const id = newOrderedId();
        await tables.addStep(trx, {
          id,
          subject: subject.id,
          from_status: decision.from,
          to_status: decision.status,
          reason: decision.reason,
          admin_id: decision.adminId,
          at: now,
          former: JSON.stringify(former),
        });
        await onChange(trx, subject.id, { before: subject.status, after: decision.status }, now);
        if (mail) await postMail(trx, mail, { now, notBefore: times.mailAt, reviewId: id });
        await note(trx);
        return id;
      });
    },

    /** Writes the audit entry of a call that changed nothing. */
    decideNothing: (note: Note<void>): Promise<void> => db.transaction().execute((trx) => note(trx)),

    /**
     * Undoes a decision.
     * @param note called with the subject and the restored status, in the same transaction
     * @returns false when it is too old, undone already, no longer the latest, or when its mail is being sent
     */
    async undo(
      reviewId: string,
      madeAfter: number,
      now: number,
      note: Note<Changed<string> & { id: string }>,
    ): Promise<boolean> {
      try {
        await db.transaction().execute(async (trx) => {
          // The subject before the review, as whoever decides or removes it: no two wait for each other.
          if (onPostgres(trx)) {
            const of = await tables
              .steps(trx)
              .select(tables.of)
              .where('id', '=', reviewId)
              .executeTakeFirst();
            const id = of && Object.values(of)[0];
            if (id !== undefined)
              await tables.subjects(trx).select('id').where('id', '=', id).forNoKeyUpdate().execute();
          }
          const review = await tables
            .updateStep(trx)
            .set({ undone_at: now })
            .where('id', '=', reviewId)
            .where('undone_at', 'is', null)
            .where('at', '>', madeAfter)
            .returning(['at', 'to_status', 'former'])
            .returning((eb) => eb.ref(tables.of).as('id'))
            .executeTakeFirst();
          if (!review) throw new TooLate();
          const former = JSON.parse(review.former) as Former;
          const { numUpdatedRows } = await tables
            .update(trx)
            .set(former)
            .where('id', '=', review.id)
            .where('reviewed_at', '=', review.at)
            .where('status', '=', review.to_status)
            .executeTakeFirstOrThrow();
          if (numUpdatedRows !== 1n || !(await dropMail(trx, reviewId))) throw new TooLate();
          const change = { before: review.to_status, after: former.status };
          await onChange(trx, review.id, change, now);
          await note(trx, { id: review.id, ...change });
        });
        return true;
      } catch (error) {
        if (error instanceof TooLate) return false;
        throw error;
      }
    },

    /** Whom a decision is about. */
    async subjectOf(reviewId: string): Promise<string | undefined> {
      const row = await tables
        .steps(db)
        .select((eb) => eb.ref(tables.of).as('subject'))
        .where('id', '=', reviewId)
        .executeTakeFirst();
      return row?.subject;
    },

    /** All steps, with the deciding administrator's name. */
    async timeline(subjectId: string) {
      const steps = await tables
        .steps(db)
        .select(['id', 'from_status', 'to_status', 'reason', 'admin_id', 'at', 'undone_at'])
        .$castTo<Transition<Status> & { id: string; admin_id: string | null; undone_at: number | null }>()
        .where(tables.of, '=', subjectId)
        .orderBy('at')
        .orderBy('id')
        .execute();
      const ids = [...new Set(steps.flatMap(({ admin_id }) => admin_id ?? []))];
      const admins =
        ids.length === 0
          ? []
          : await db.selectFrom('administrators').select(['id', 'name']).where('id', 'in', ids).execute();
      const names = new Map(admins.map(({ id, name }) => [id, name]));
      return steps.map((step) => ({ ...step, admin_name: names.get(step.admin_id ?? '') ?? null }));
    },
  };
}

export type DecisionsStore<Status extends string> = ReturnType<typeof decisionsStore<Status>>;
