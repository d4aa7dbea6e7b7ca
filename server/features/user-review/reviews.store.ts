import type { UserStatus } from '../../../contract/session.ts';
import type { Db } from '../../database/open.ts';
import type { UsersTable } from '../../database/tables.ts';
import { newId } from '../../ids.ts';
import { dropMail, type Mail, postMail } from '../../jobs/outbox.store.ts';

export interface Decision {
  status: UserStatus;
  reason: string | null;
  approvedUntil: number | null;
  adminId: string;
}

/** What undoing puts back, as it stood before the decision. */
type Former = Pick<UsersTable, 'status' | 'status_reason' | 'reviewed_at' | 'approved_until'>;

/** Rolls an undo back: a later decision stands. */
const REPLACED = new Error('a later decision stands');

export function reviewsStore(db: Db) {
  return {
    user: (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

    /**
     * The new status, its step in the timeline and its mail, together.
     * @param user as it was read; when the status has changed since, nothing happens
     * @returns the review's id; undefined when somebody else decided meanwhile
     */
    decide(
      user: UsersTable,
      decision: Decision,
      mail: Mail | undefined,
      times: { now: number; mailAt: number },
    ): Promise<string | undefined> {
      const { now } = times;
      const former: Former = {
        status: user.status,
        status_reason: user.status_reason,
        reviewed_at: user.reviewed_at,
        approved_until: user.approved_until,
      };
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({
            status: decision.status,
            status_reason: decision.reason,
            reviewed_at: now,
            approved_until: decision.approvedUntil,
          })
          .where('id', '=', user.id)
          .where('status', '=', user.status)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return undefined;
        const id = newId();
        await trx
          .insertInto('reviews')
          .values({
            id,
            user_id: user.id,
            from_status: user.status,
            to_status: decision.status,
            reason: decision.reason,
            admin_id: decision.adminId,
            at: now,
            undone_at: null,
            former: JSON.stringify(former),
          })
          .execute();
        if (mail) await postMail(trx, mail, { now, notBefore: times.mailAt, reviewId: id });
        return id;
      });
    },

    /** Takes a decision back; false when it is too old, undone already, or not the user's latest. */
    undo(reviewId: string, madeAfter: number, now: number): Promise<boolean> {
      const undone = db.transaction().execute(async (trx) => {
        const review = await trx
          .updateTable('reviews')
          .set({ undone_at: now })
          .where('id', '=', reviewId)
          .where('undone_at', 'is', null)
          .where('at', '>', madeAfter)
          .returning(['user_id', 'at', 'former'])
          .executeTakeFirst();
        if (!review) return false;
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set(JSON.parse(review.former) as Former)
          .where('id', '=', review.user_id)
          .where('reviewed_at', '=', review.at)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) throw REPLACED;
        await dropMail(trx, reviewId);
        return true;
      });
      return undone.catch((error: unknown) => {
        if (error === REPLACED) return false;
        throw error;
      });
    },

    exists: (reviewId: string) =>
      db.selectFrom('reviews').select('id').where('id', '=', reviewId).executeTakeFirst(),

    timeline: (userId: string) =>
      db
        .selectFrom('reviews')
        .leftJoin('administrators', 'administrators.id', 'reviews.admin_id')
        .selectAll('reviews')
        .select('administrators.name as admin_name')
        .where('user_id', '=', userId)
        .orderBy('reviews.at')
        .orderBy('reviews.id')
        .execute(),
  };
}

export type ReviewsStore = ReturnType<typeof reviewsStore>;
