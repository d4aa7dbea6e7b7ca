import { createHmac } from 'node:crypto';
import type { AddressMarksTable, Queries } from '../database/index.ts';

type Kind = AddressMarksTable['kind'];

/** A person, as an OpenID provider names them: the subject is the issuer's own, for ever. */
export interface Subject {
  issuer: string;
  subject: string;
}

/** Normalises an address to its mailbox: lower case, without its `+tag`. */
function mailbox(email: string): string {
  const address = email.trim().toLowerCase();
  const at = address.lastIndexOf('@');
  const plus = address.indexOf('+');
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address;
}

/** A keyed hash: addresses are few enough to be guessed one by one, and the key is not in the table. */
export const hashAddress = (key: string, email: string): string =>
  createHmac('sha256', key).update(mailbox(email)).digest('hex');

/** The same for a linked institution: never equal to an address's. */
const hashSubject = (key: string, { issuer, subject }: Subject): string =>
  createHmac('sha256', key)
    .update(JSON.stringify([issuer, subject]))
    .digest('hex');

async function note(db: Queries, hash: string, kind: Kind, now: number): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('address_marks')
    .values({ address_hash: hash, kind, at: now })
    .onConflict((conflict) => conflict.columns(['address_hash', 'kind']).doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

async function forget(db: Queries, hash: string, kind: Kind): Promise<void> {
  await db.deleteFrom('address_marks').where('address_hash', '=', hash).where('kind', '=', kind).execute();
}

async function isKnown(db: Queries, hash: string, kind: Kind): Promise<boolean> {
  const row = await db
    .selectFrom('address_marks')
    .select('at')
    .where('address_hash', '=', hash)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Records an event that must outlive the account (decisions §3), under a keyed hash: the table names nobody.
 * Idempotent.
 * @param key the secret named `address`
 * @returns whether it is recorded for the first time
 */
export const noteAddress = (
  db: Queries,
  key: string,
  email: string,
  kind: Kind,
  now: number,
): Promise<boolean> => note(db, hashAddress(key, email), kind, now);

/** The same for a person as an institution's provider knows them (access.md). */
export const noteSubject = (
  db: Queries,
  key: string,
  subject: Subject,
  kind: Kind,
  now: number,
): Promise<boolean> => note(db, hashSubject(key, subject), kind, now);

/** Removes an event: a suspended person was approved again. */
export const forgetNote = (db: Queries, key: string, email: string, kind: Kind): Promise<void> =>
  forget(db, hashAddress(key, email), kind);

export const forgetSubject = (db: Queries, key: string, subject: Subject, kind: Kind): Promise<void> =>
  forget(db, hashSubject(key, subject), kind);

export const isNoted = (db: Queries, key: string, email: string, kind: Kind): Promise<boolean> =>
  isKnown(db, hashAddress(key, email), kind);

export const isSubjectNoted = (db: Queries, key: string, subject: Subject, kind: Kind): Promise<boolean> =>
  isKnown(db, hashSubject(key, subject), kind);

/** All events of an address and of linked institutions, for the person's own export. */
export const addressHistoryOf = (db: Queries, key: string, email: string, subjects: readonly Subject[]) =>
  db
    .selectFrom('address_marks')
    .select(['kind', 'at'])
    .where('address_hash', 'in', [
      hashAddress(key, email),
      ...subjects.map((subject) => hashSubject(key, subject)),
    ])
    .orderBy('at')
    .execute();
