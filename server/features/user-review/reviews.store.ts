import { accounts, decisionsStore, forgetNote, markIdentities, noteAddress } from '../../approval/index.ts';
import type { Db } from '../../database/index.ts';

/** @param addressKey the secret named `address` */
export function reviewsStore(db: Db, addressKey: string) {
  return {
    user: (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

    /** A suspension is recorded for address and linked institutions, so that it outlives the account (decisions §3). */
    ...decisionsStore(db, accounts, async (trx, userId, { before, after }, now) => {
      if (after !== 'suspended' && before !== 'suspended') return;
      const user = await trx.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirst();
      if (!user) return;
      await markIdentities(trx, addressKey, userId, after === 'suspended', now);
      if (after === 'suspended') await noteAddress(trx, addressKey, user.email, 'suspended', now);
      else await forgetNote(trx, addressKey, user.email, 'suspended');
    }),
  };
}

export type ReviewsStore = ReturnType<typeof reviewsStore>;
