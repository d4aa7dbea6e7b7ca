import type { Db } from '../../database/index.ts';

/** Whether an account wants mails about corrected files. */
export function mailPreferencesStore(db: Db) {
  return {
    async wantsRecalls(userId: string): Promise<boolean> {
      const row = await db
        .selectFrom('mail_preferences')
        .select('recalls_declined_at')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      return (row?.recalls_declined_at ?? null) === null;
    },

    /** Of an account that is there; declining again keeps the first time. */
    async setRecalls(userId: string, wanted: boolean, now: number): Promise<void> {
      await db.transaction().execute(async (trx) => {
        // The row lock: a concurrent removal of the person deletes what is written here, too.
        const user = await trx
          .updateTable('users')
          .set((eb) => ({ email: eb.ref('email') }))
          .where('id', '=', userId)
          .returning('id')
          .executeTakeFirst();
        if (!user) return;
        await trx
          .insertInto('mail_preferences')
          .values({ user_id: userId, language: null, recalls_declined_at: wanted ? null : now })
          .onConflict((conflict) =>
            conflict.column('user_id').doUpdateSet((eb) => ({
              recalls_declined_at: wanted
                ? null
                : eb.fn.coalesce('mail_preferences.recalls_declined_at', eb.val(now)),
            })),
          )
          .execute();
      });
    },
  };
}

export type MailPreferencesStore = ReturnType<typeof mailPreferencesStore>;
