import type { UserStatus } from '../../../contract/session.ts';
import type { Settle } from '../../approval/index.ts';
import type { Db, UsersTable } from '../../database/index.ts';
import { newOrderedId } from '../../shared/ids.ts';

/** The stored fields of the form. */
type Form = Pick<UsersTable, 'first_name' | 'family_name' | 'affiliation' | 'purpose' | 'country'>;

/** Decisions that the public wait is computed from, at most. */
const MOST_DECISIONS = 10_000;

export function applicationStore(db: Db, settle: Settle) {
  return {
    user: (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

    /** The steps in force: an undone decision is hidden from the applicant. */
    timeline: (userId: string) =>
      db
        .selectFrom('reviews')
        .select(['from_status', 'to_status', 'reason', 'at'])
        .where('user_id', '=', userId)
        .where('undone_at', 'is', null)
        .orderBy('at')
        .orderBy('id')
        .execute(),

    /**
     * Sets the status to pending, with the new form and an entry in the timeline. One conditional update: of concurrent
     * calls one wins.
     * @param user as it was read
     * @param from the effective status
     * @returns false when the status has changed since
     */
    apply(
      user: UsersTable,
      from: UserStatus,
      form: Form,
      message: string | null,
      now: number,
    ): Promise<boolean> {
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({
            ...form,
            status: 'pending',
            status_reason: null,
            applied_at: now,
            reviewed_at: null,
            approved_until: null,
            reminded_at: null,
            announced_at: null,
          })
          .where('id', '=', user.id)
          .where('status', '=', user.status)
          .where('applied_at', 'is not distinct from', user.applied_at)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return false;
        await trx
          .insertInto('reviews')
          .values({
            id: newOrderedId(),
            user_id: user.id,
            from_status: from,
            to_status: 'pending',
            reason: message,
            admin_id: null,
            at: now,
            undone_at: null,
            former: '{}',
          })
          .execute();
        await settle(
          trx,
          { id: user.id, email: user.email, firstName: form.first_name, applies: 'again' },
          now,
        );
        return true;
      });
    },

    /**
     * Waits in ms of applications decided by a person since `since`: from becoming pending to the first decision.
     * Approvals by a rule do not count.
     */
    async waits(since: number): Promise<number[]> {
      const rows = await db
        .selectFrom('reviews as decision')
        .select((eb) => [
          'decision.at',
          eb
            .selectFrom('reviews as step')
            .select((inner) => inner.fn.max('step.at').as('at'))
            .whereRef('step.user_id', '=', 'decision.user_id')
            .whereRef('step.at', '<=', 'decision.at')
            .where('step.to_status', '=', 'pending')
            .where('step.undone_at', 'is', null)
            .as('waiting_since'),
        ])
        .where('decision.at', '>=', since)
        .where('decision.from_status', '=', 'pending')
        .where('decision.to_status', 'in', ['approved', 'rejected', 'needs_info'])
        .where('decision.admin_id', 'is not', null)
        .where('decision.undone_at', 'is', null)
        .orderBy('decision.at', 'desc')
        .limit(MOST_DECISIONS)
        .execute();
      return rows.flatMap(({ at, waiting_since }) => (waiting_since === null ? [] : [at - waiting_since]));
    },
  };
}

export type ApplicationStore = ReturnType<typeof applicationStore>;
