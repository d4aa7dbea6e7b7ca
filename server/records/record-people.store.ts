import type { Queries } from '../database/index.ts';

/** The text searched by keyword. Joined by a newline, since SQLite's LIKE ends at NUL. */
const searchedOf = (userName: string, email: string): string =>
  `${userName.toLowerCase()}\n${email.toLowerCase()}`;

/** Counts one record more for a name and an address; the id in `record_people` that the record takes as its person. */
export async function raisePerson(trx: Queries, userName: string, email: string): Promise<number> {
  const { id } = await trx
    .insertInto('record_people')
    .values({ searched: searchedOf(userName, email), records: 1 })
    .onConflict((conflict) =>
      conflict.column('searched').doUpdateSet((eb) => ({ records: eb('record_people.records', '+', 1) })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Takes a user's records from their persons, and deletes those of these who have none left. The caller clears `person`
 * together with what else it clears in the records.
 */
export async function lowerPeople(trx: Queries, userId: string): Promise<void> {
  const people = await trx
    .selectFrom('records')
    .select(({ fn }) => ['person', fn.countAll().as('records')])
    .where('user_id', '=', userId)
    .where('person', 'is not', null)
    .$narrowType<{ person: number }>()
    .groupBy('person')
    // So that two who share persons cannot deadlock.
    .orderBy('person')
    .execute();
  for (const { person, records } of people)
    await trx
      .updateTable('record_people')
      .set((eb) => ({ records: eb('records', '-', Number(records)) }))
      .where('id', '=', person)
      .execute();
  const ids = people.map(({ person }) => person);
  if (ids.length > 0)
    await trx.deleteFrom('record_people').where('id', 'in', ids).where('records', '=', 0).execute();
}
