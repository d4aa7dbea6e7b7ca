import type { Db } from '../database/index.ts';

export const ownPasswordStore = (db: Db) => ({
  user: (id: string) =>
    db
      .selectFrom('users')
      .select(['password_hash', 'email', 'first_name', 'family_name', 'affiliation'])
      .where('id', '=', id)
      .executeTakeFirst(),
});

export type OwnPasswordStore = ReturnType<typeof ownPasswordStore>;
