import type { DatabaseKind } from '../../server/testing/databases.ts';
import { sql } from '../../server/testing/look-inside.ts';

/** Statements that make inserting into the audit log fail, and end that. */
const triggers = (about: string): Record<DatabaseKind, { begin: string[]; end: string }> => ({
  SQLite: {
    begin: [
      `create trigger refused before insert on audit when new.subject like '${about}'
       begin select raise(abort, 'the disk is full'); end`,
    ],
    end: 'drop trigger refused',
  },
  PostgreSQL: {
    begin: [
      `create or replace function refuse() returns trigger language plpgsql as
       $$ begin raise exception 'the disk is full'; end $$`,
      `create trigger refused before insert on audit for each row when (new.subject like '${about}')
       execute function refuse()`,
    ],
    end: 'drop trigger refused on audit',
  },
});

/**
 * Does something while no entry can be written into the audit log, as on a disk that is full.
 * @param about only none whose subject is like this
 */
export async function whileEntriesFail<T>(
  t: Parameters<typeof sql>[0],
  work: () => Promise<T>,
  about = '%',
): Promise<T> {
  const { begin, end } = triggers(about)[t.databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'];
  for (const statement of begin) await sql(t, statement);
  try {
    return await work();
  } finally {
    await sql(t, end);
  }
}
