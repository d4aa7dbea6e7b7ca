import type { Kysely } from 'kysely';
import { Migrator } from 'kysely/migration';
import { up as theRoad } from './migrations/0001-the-road.ts';
import { up as identity } from './migrations/0002-identity.ts';
import { up as dataInAndOut } from './migrations/0003-data-in-and-out.ts';
import type { Tables } from './tables.ts';

/** In the order they run; a landed one is never edited. */
const migrations = {
  '0001-the-road': { up: theRoad },
  '0002-identity': { up: identity },
  '0003-data-in-and-out': { up: dataInAndOut },
};

/** Brings the schema up to date; throws when a migration fails. Safe to call from several servers at once. */
export async function migrate(db: Kysely<Tables>): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw error;
}
