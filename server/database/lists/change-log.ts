import type { Kysely } from 'kysely';
import { databaseTime } from '../dialect.ts';
import type { Tables } from '../tables.ts';
import { listsOf } from './of.ts';

/** How long a change is kept for the lists of all servers to take in, ms. They look every minute (`LOOK`). */
const KEPT = 60 * 60_000;
/** How often a server's lists take in what has changed though nobody asks, ms. */
export const LOOK = 60_000;
/** Rows that are cleared at a time: more would hold SQLite's event loop. */
const PIECE = 1_000;
const MOST_PIECES = 500;

/** From so many download records on, the lists are brought into memory before the first question. */
const MANY = 20_000;

/** One round of what keeps the lists of an open database near to it, and the log of changes short. */
export async function tendLists(db: Kysely<Tables>): Promise<void> {
  const lists = listsOf(db);
  // Nobody has asked: a small portal need not hold them.
  if (lists.begun()) await lists.ask('keepUp', undefined);
  await clearChangeLog(db);
}

/** Loads the lists where that takes longer than an administrator should wait for the first page. */
export async function warmLists(db: Kysely<Tables>): Promise<void> {
  const many = await db
    .selectFrom('records')
    .select('id')
    .orderBy('id')
    .offset(MANY)
    .limit(1)
    .executeTakeFirst();
  if (many) await listsOf(db).ask('keepUp', undefined);
}

/** Clears the log of what every list has taken in long ago. */
export async function clearChangeLog(db: Kysely<Tables>): Promise<void> {
  for (let piece = 0; piece < MOST_PIECES; piece++) {
    const oldest = await db
      .selectFrom('list_changes')
      .select((eb) => ['seq', eb(databaseTime(db), '-', KEPT).as('limit')])
      .orderBy('seq')
      .limit(1)
      .executeTakeFirst();
    if (!oldest) return;
    const { numDeletedRows } = await db
      .deleteFrom('list_changes')
      .where('seq', '<', oldest.seq + PIECE)
      .where('at', '<', oldest.limit)
      .executeTakeFirstOrThrow();
    if (numDeletedRows === 0n) return;
  }
}
