import type { Selectable } from 'kysely';
import { compiled, type Db, type UsersTable } from '../../database/index.ts';

/** Accounts for signing in and for the user info calls. */
export function signInStore(db: Db) {
  const byEmail = compiled<{ email: string }, Selectable<UsersTable>>(db, (parameter) =>
    db.selectFrom('users').selectAll().where('email', '=', parameter('email')),
  );

  return {
    userByEmail: async (email: string) => (await byEmail({ email }))[0],

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
