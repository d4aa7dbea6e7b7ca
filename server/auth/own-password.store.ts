import type { Db } from '../database/index.ts';

export const ownPasswordStore = (db: Db) => ({
  user: (id: string) =>
    db
      .selectFrom('users')
      .select(['password_hash', 'email', 'first_name', 'family_name', 'affiliation'])
      .where('id', '=', id)
      .executeTakeFirst(),

  administrator: (id: string) =>
    db.selectFrom('administrators').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow(),
});

export type OwnPasswordStore = ReturnType<typeof ownPasswordStore>;
