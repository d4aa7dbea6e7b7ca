import { sql } from 'kysely';
import type { Queries } from '../database/index.ts';

/** The text searched by keyword. Joined by a newline, since SQLite's LIKE ends at NUL. */
const searchedOf = (userName: string, email: string): string =>
  `${userName.toLowerCase()}\n${email.toLowerCase()}`;

/** The id in `record_people` of a name and an address, inserted if missing. */
export async function personOf(trx: Queries, userName: string, email: string): Promise<number> {
  const searched = searchedOf(userName, email);
  await trx
    .insertInto('record_people')
    .values({ searched })
    .onConflict((conflict) => conflict.column('searched').doNothing())
    .execute();
  const { id } = await trx
    .selectFrom('record_people')
    .select('id')
    .where('searched', '=', searched)
    .executeTakeFirstOrThrow();
  return id;
}

/** Deletes those of these people who have no record left. */
export async function forgetPeople(trx: Queries, ids: number[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('record_people')
    .where('id', 'in', ids)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('records').select(sql.lit(1).as('one')).whereRef('person', '=', 'record_people.id'),
        ),
      ),
    )
    .execute();
}
