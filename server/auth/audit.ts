import type { Queries } from '../database/index.ts';
import type { AdminCaller } from './caller.ts';

/** What one call changed or disclosed. Never a password, token or code. */
export interface Change {
  /** What was changed, for people to read: a name, an address. */
  subject: string;
  before?: unknown;
  after?: unknown;
  /** The user concerned: the log keeps their name as long as the account exists. */
  userId?: string;
}

/** Callback within a transaction, after its work: what it writes is committed or rolled back with the work. */
export type Note<Done> = (trx: Queries, done: Done) => Promise<void>;

/** Writes an entry within the transaction that makes the change. */
export type Audit = Note<Change>;

/** @param admin the actor; undefined: the user concerned, or unauthenticated */
export type AuditBy = (
  admin: Pick<AdminCaller, 'id' | 'name'> | undefined,
  action: string,
  ip: string,
) => Audit;

/** Writes an entry without a transaction: for calls that change nothing, such as an export. Otherwise as `AuditBy`. */
export type RecordChange = (
  admin: Pick<AdminCaller, 'id' | 'name'> | undefined,
  action: string,
  change: Change,
  ip: string,
) => Promise<void>;

/** The subject and user id of a change that concerns a user. */
export const aboutUser = (userId: string) => ({ subject: `user ${userId}`, userId });

/** A value before and after a change. */
export interface Changed<T> {
  before: T;
  after: T;
}

/** The fields that differ, before and after. */
export function changes<T extends object>(before: T, after: T): Changed<Partial<T>> {
  const differ = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const pick = (of: T) => Object.fromEntries(differ.map((key) => [key, of[key]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
