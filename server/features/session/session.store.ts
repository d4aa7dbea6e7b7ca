import type { Selectable } from 'kysely';
import type { Language } from '../../../texts/languages.ts';
import { compiled, type Db, type Queries, type UsersTable } from '../../database/index.ts';

/** Accounts for signing in and for the user info calls. */
export function signInStore(db: Db) {
  const byEmail = compiled<{ email: string }, Selectable<UsersTable>>(db, (parameter) =>
    db.selectFrom('users').selectAll().where('email', '=', parameter('email')),
  );

  return {
    userByEmail: async (email: string) => (await byEmail({ email }))[0],

    /** The language of mails to a user: that of the last sign-in; written only when it is another. */
    async noteLanguage(trx: Queries, userId: string, language: Language): Promise<void> {
      const known = await trx
        .selectFrom('mail_preferences')
        .select('language')
        .where('user_id', '=', userId)
        .executeTakeFirst();
      if ((known?.language ?? 'en') === language) return;
      await trx
        .insertInto('mail_preferences')
        .values({ user_id: userId, language, recalls_declined_at: null })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ language }))
        .execute();
    },

    user: (id: string) => db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst(),

    administratorByName: (username: string) =>
      db
        .selectFrom('administrators')
        .selectAll()
        .where('username', '=', username)
        .where('disabled_at', 'is', null)
        .executeTakeFirst(),
  };
}

export type SignInStore = ReturnType<typeof signInStore>;
