import type { Db, Queries } from '../database/index.ts';
import { newOrderedId } from '../shared/ids.ts';
import { type Kind, type Subject, type Transition, tablesOf } from './kind.store.ts';

/** Decisions that a usual wait is computed from, at most. */
const MOST_DECISIONS = 10_000;

/** Applying, and how long it took: of accounts and of requests. */
export function applyingStore<Status extends string>(db: Db, kind: Kind<Status>) {
  const tables = tablesOf(kind);
  return {
    /**
     * Makes the subject pending within the caller's transaction, with an entry in the timeline. One conditional update:
     * of concurrent calls one wins.
     * @param subject as it was read
     * @param from the effective status
     * @returns false when the status has changed since
     */
    async apply(
      trx: Queries,
      subject: Pick<Subject, 'id' | 'status' | 'applied_at'>,
      { from, message, now }: { from: string | null; message: string | null; now: number },
    ): Promise<boolean> {
      const { numUpdatedRows } = await tables
        .update(trx)
        .set({
          status: 'pending',
          status_reason: null,
          applied_at: now,
          reviewed_at: null,
          approved_until: null,
          reminded_at: null,
          announced_at: null,
        })
        .where('id', '=', subject.id)
        .where('status', '=', subject.status)
        .where('applied_at', 'is not distinct from', subject.applied_at)
        .executeTakeFirstOrThrow();
      if (numUpdatedRows !== 1n) return false;
      await tables.addStep(trx, {
        id: newOrderedId(),
        subject: subject.id,
        from_status: from,
        to_status: 'pending',
        reason: message,
        admin_id: null,
        at: now,
        former: '{}',
      });
      return true;
    },

    /** The steps in force: an undone decision is hidden from the applicant, and who decided is, too. */
    ownTimeline: (subjectId: string): Promise<Transition<Status>[]> =>
      tables
        .steps(db)
        .select(['from_status', 'to_status', 'reason', 'at'])
        .where(tables.of, '=', subjectId)
        .where('undone_at', 'is', null)
        .orderBy('at')
        .orderBy('id')
        .$castTo<Transition<Status>>()
        .execute(),

    /**
     * Waits in ms of what a person decided since `since`: from becoming pending to the first decision. Approvals by a
     * rule do not count.
     * @param lineageId of requests: those for this dataset
     */
    async waits(since: number, lineageId?: string): Promise<number[]> {
      let decided = tables
        .aliased(db, 'decision')
        .where('decision.at', '>=', since)
        .where('decision.from_status', '=', 'pending')
        .where('decision.to_status', 'in', [kind.held, 'rejected', 'needs_info'])
        .where('decision.admin_id', 'is not', null)
        .where('decision.undone_at', 'is', null);
      if (lineageId !== undefined) {
        const own = db.selectFrom('requests').select('id').where('lineage_id', '=', lineageId);
        decided = decided.where(`decision.${tables.of}`, 'in', own);
      }
      const rows = await decided
        .select('decision.at')
        .select((eb) =>
          tables
            .aliased(db, 'step')
            .select((inner) => inner.fn.max('step.at').as('at'))
            .where(`step.${tables.of}`, '=', eb.ref(`decision.${tables.of}`))
            .where('step.at', '<=', eb.ref('decision.at'))
            .where('step.to_status', '=', 'pending')
            .where('step.undone_at', 'is', null)
            .as('waiting_since'),
        )
        .orderBy('decision.at', 'desc')
        .limit(MOST_DECISIONS)
        .execute();
      return rows.flatMap(({ at, waiting_since }) => (waiting_since === null ? [] : [at - waiting_since]));
    },
  };
}
