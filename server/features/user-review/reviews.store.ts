import type { UserStatus } from '../../../contract/session.ts';
import { forgetNote, markIdentities, noteAddress } from '../../approval/index.ts';
import type { Changed, Note } from '../../auth/index.ts';
import { type Db, onPostgres, type Queries, type UsersTable } from '../../database/index.ts';
import { dropMail, type Mail, postMail } from '../../mail/index.ts';
import { newOrderedId } from '../../shared/ids.ts';

export interface Decision {
  /** The effective status, which may differ from the stored one: an approval that has ended. */
  from: UserStatus;
  status: UserStatus;
  reason: string | null;
  approvedUntil: number | null;
  adminId: string;
}

/** The user's state before the decision, for undoing it. */
type Former = Pick<UsersTable, 'status' | 'status_reason' | 'reviewed_at' | 'approved_until' | 'reminded_at'>;

/** Rolls the undo's transaction back. */
class TooLate extends Error {}

/** @param addressKey the secret named `address` */
export function reviewsStore(db: Db, addressKey: string) {
  /** A suspension is recorded for address and linked institutions, so that it outlives the account (decisions §3). */
  async function mark(
    trx: Queries,
    { id, email }: Pick<UsersTable, 'id' | 'email'>,
    status: UserStatus,
    now: number,
  ): Promise<void> {
    await markIdentities(trx, addressKey, id, status === 'suspended', now);
    if (status === 'suspended') await noteAddress(trx, addressKey, email, 'suspended', now);
    else await forgetNote(trx, addressKey, email, 'suspended');
  }

  return {
    user: (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

    /**
     * Writes the new status, its entry in the timeline and its mail, in one transaction.
     * @param user as it was read; nothing is written when the status has changed since
     * @returns the review's id; undefined when another administrator decided meanwhile
     */
    decide(
      user: UsersTable,
      decision: Decision,
      mail: Mail | undefined,
      times: { now: number; mailAt: number },
      note: Note<void>,
    ): Promise<string | undefined> {
      const { now } = times;
      const former: Former = {
        status: user.status,
        status_reason: user.status_reason,
        reviewed_at: user.reviewed_at,
        approved_until: user.approved_until,
        reminded_at: user.reminded_at,
      };
      return db.transaction().execute(async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({
            status: decision.status,
            status_reason: decision.reason,
            reviewed_at: now,
            approved_until: decision.approvedUntil,
            reminded_at: null,
          })
          .where('id', '=', user.id)
          .where('status', '=', user.status)
          .where('reviewed_at', 'is not distinct from', user.reviewed_at)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return undefined;
        const id = newOrderedId();
        await trx
          .insertInto('reviews')
          .values({
            id,
            user_id: user.id,
            from_status: decision.from,
            to_status: decision.status,
            reason: decision.reason,
            admin_id: decision.adminId,
            at: now,
            undone_at: null,
            former: JSON.stringify(former),
          })
          .execute();
        if (decision.status === 'suspended' || user.status === 'suspended') {
          await mark(trx, user, decision.status, now);
        }
        if (mail) await postMail(trx, mail, { now, notBefore: times.mailAt, reviewId: id });
        await note(trx);
        return id;
      });
    },

    /** Writes the audit entry of a call that changed no user. */
    decideNobody: (note: Note<void>): Promise<void> => db.transaction().execute((trx) => note(trx)),

    /**
     * Undoes a decision.
     * @param note called with the user and the restored status, in the same transaction
     * @returns false when it is too old, undone already, no longer the user's latest, or when its mail is being sent
     */
    async undo(
      reviewId: string,
      madeAfter: number,
      now: number,
      note: Note<Changed<UserStatus> & { userId: string }>,
    ): Promise<boolean> {
      try {
        await db.transaction().execute(async (trx) => {
          // The user before the review, as whoever decides or removes them: no two wait for each other.
          if (onPostgres(trx)) {
            await trx
              .selectFrom('users')
              .select('id')
              .where('id', '=', (one) =>
                one.selectFrom('reviews').select('user_id').where('id', '=', reviewId),
              )
              .forNoKeyUpdate()
              .execute();
          }
          const review = await trx
            .updateTable('reviews')
            .set({ undone_at: now })
            .where('id', '=', reviewId)
            .where('undone_at', 'is', null)
            .where('at', '>', madeAfter)
            .returning(['user_id', 'at', 'to_status', 'former'])
            .executeTakeFirst();
          if (!review) throw new TooLate();
          const former = JSON.parse(review.former) as Former;
          const user = await trx
            .updateTable('users')
            .set(former)
            .where('id', '=', review.user_id)
            .where('reviewed_at', '=', review.at)
            .where('status', '=', review.to_status)
            .returning(['id', 'email'])
            .executeTakeFirst();
          if (!user || !(await dropMail(trx, reviewId))) throw new TooLate();
          if (review.to_status === 'suspended' || former.status === 'suspended') {
            await mark(trx, user, former.status, now);
          }
          await note(trx, { userId: review.user_id, before: review.to_status, after: former.status });
        });
        return true;
      } catch (error) {
        if (error instanceof TooLate) return false;
        throw error;
      }
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
