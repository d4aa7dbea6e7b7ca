import { type Db, relaxedDurability } from '../database/index.ts';
import { type Mail, postMail } from '../mail/index.ts';
import { newOrderedId } from '../shared/ids.ts';

/** A user whose approval ends. */
export interface Ending {
  id: string;
  email: string;
  firstName: string;
  approvedUntil: number;
}

/** Rows of one round; the rest follow in the next. */
const AT_MOST = 200;

/**
 * Relaxed durability: no request waits for these writes, and the next round repeats what a power cut takes back
 * (docs/decisions/0016).
 */
export function expiryStore(db: Db) {
  const approved = () =>
    db
      .selectFrom('users')
      .select(['id', 'email', 'first_name as firstName'])
      // `where` excludes null, which the type does not show.
      .select((eb) => eb.ref('approved_until').$castTo<number>().as('approvedUntil'))
      .where('status', '=', 'approved')
      .orderBy('approved_until')
      .limit(AT_MOST);

  return {
    /**
     * Users to remind: the approval ends by `before` and more than half of it has passed, so that a short approval is
     * not followed by its reminder at once.
     */
    endingBy: (before: number, now: number): Promise<Ending[]> =>
      approved()
        .where('approved_until', '>', now)
        .where('approved_until', '<=', before)
        .where('reminded_at', 'is', null)
        .where((eb) => eb(eb('approved_until', '+', eb.ref('reviewed_at')), '<=', 2 * now))
        .execute(),

    ended: (now: number): Promise<Ending[]> => approved().where('approved_until', '<=', now).execute(),

    /** One conditional update decides which server sends the mail, so that it is sent once. */
    remind: (user: Ending, mail: Mail, now: number): Promise<void> =>
      relaxedDurability(db, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ reminded_at: now })
          .where('id', '=', user.id)
          .where('status', '=', 'approved')
          .where('approved_until', '=', user.approvedUntil)
          .where('reminded_at', 'is', null)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows === 1n) await postMail(trx, mail, { now });
      }),

    /** The same for the end itself, with its entry in the timeline. */
    expire: (user: Ending, mail: Mail, now: number): Promise<void> =>
      relaxedDurability(db, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('users')
          .set({ status: 'expired', status_reason: null })
          .where('id', '=', user.id)
          .where('status', '=', 'approved')
          .where('approved_until', '=', user.approvedUntil)
          .executeTakeFirstOrThrow();
        if (numUpdatedRows !== 1n) return;
        await trx
          .insertInto('reviews')
          .values({
            id: newOrderedId(),
            user_id: user.id,
            from_status: 'approved',
            to_status: 'expired',
            reason: null,
            admin_id: null,
            // The time at which it ended, not that of this round.
            at: user.approvedUntil,
            undone_at: null,
            former: '{}',
          })
          .execute();
        await postMail(trx, mail, { now });
      }),
  };
}

export type ExpiryStore = ReturnType<typeof expiryStore>;
