import type { Db } from '../../database/open.ts';

/** People as signing in and "who am I" need them. */
export function signInStore(db: Db) {
  return {
    userByEmail: (email: string) =>
      db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst(),

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
