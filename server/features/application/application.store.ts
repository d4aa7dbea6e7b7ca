import type { UserStatus } from '../../../contract/session.ts';
import { accounts, applyingStore, type Settle } from '../../approval/index.ts';
import type { Db, UsersTable } from '../../database/index.ts';

/** The stored fields of the form. */
type Form = Pick<UsersTable, 'first_name' | 'family_name' | 'affiliation' | 'purpose' | 'country'>;

export function applicationStore(db: Db, settle: Settle) {
  const applying = applyingStore(db, accounts);
  return {
    user: (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

    timeline: applying.ownTimeline,
    waits: (since: number) => applying.waits(since),

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
        if (!(await applying.apply(trx, user, { from, message, now }))) return false;
        await trx.updateTable('users').set(form).where('id', '=', user.id).execute();
        await settle(
          trx,
          { id: user.id, email: user.email, firstName: form.first_name, applies: 'again' },
          now,
        );
        return true;
      });
    },
  };
}

export type ApplicationStore = ReturnType<typeof applicationStore>;
