import { createHmac } from 'node:crypto';
import type { AddressMarksTable, Queries } from '../database/index.ts';

type Kind = AddressMarksTable['kind'];

/** Normalises an address to its mailbox: lower case, without its `+tag`. */
function mailbox(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}

/** A keyed hash: addresses are few enough to be guessed one by one, and the key is not in the table. */
const hashAddress = (key: string, email: string): string =>
  createHmac('sha256', key).update(mailbox(email)).digest('hex');

/**
 * Records an event that must outlive the account (decisions §3), under a keyed hash: the table names nobody.
 * Idempotent.
 * @param key the secret named `address`
 * @returns whether it is recorded for the first time
 */
export async function noteAddress(
  db: Queries,
  key: string,
  email: string,
  kind: Kind,
  now: number,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('address_marks')
    .values({ address_hash: hashAddress(key, email), kind, at: now })
    .onConflict((conflict) => conflict.columns(['address_hash', 'kind']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Removes an event: a suspended person was approved again. */
export async function forgetNote(db: Queries, key: string, email: string, kind: Kind): Promise<void> {
  await db
    .deleteFrom('address_marks')
    .where('address_hash', '=', hashAddress(key, email))
    .where('kind', '=', kind)
    .execute();
}

export async function isNoted(db: Queries, key: string, email: string, kind: Kind): Promise<boolean> {
  const row = await db
    .selectFrom('address_marks')
    .select('at')
    .where('address_hash', '=', hashAddress(key, email))
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row !== undefined;
}

/** All events of an address, for the person's own export. */
export const addressHistoryOf = (db: Queries, key: string, email: string) =>
  db
    .selectFrom('address_marks')
    .select(['kind', 'at'])
    .where('address_hash', '=', hashAddress(key, email))
    .execute();
