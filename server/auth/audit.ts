import type { Queries } from '../database/index.ts';
import type { AdminCaller } from './caller.ts';

/** What one call changed, or gave away. Never a password, token or code. */
export interface Change {
  /** What it was done to, in words for people: a name, an address. */
  subject: string;
  before?: unknown;
  after?: unknown;
  /** The user whom it is about: the log knows their name as long as there is the account. */
  userId?: string;
}

/** What a transaction calls when its work is done, inside itself: what this writes stays with the work, or goes with it. */
export type Note<Done> = (trx: Queries, done: Done) => Promise<void>;

/** Writes an entry, inside the transaction that makes the change. */
export type Audit = Note<Change>;

/** @param admin who does it; undefined: the user whom it is about, or nobody knows */
export type AuditBy = (
  admin: Pick<AdminCaller, 'id' | 'name'> | undefined,
  action: string,
  ip: string,
) => Audit;

/** Writes an entry by itself: of what changes nothing, such as an export. As `AuditBy`. */
export type RecordChange = (
  admin: Pick<AdminCaller, 'id' | 'name'> | undefined,
  action: string,
  change: Change,
  ip: string,
) => Promise<void>;

/** The part of a change that says which user it is about. */
export const aboutUser = (userId: string) => ({ subject: `user ${userId}`, userId });

/** What something was, and what it is now. */
export interface Changed<T> {
  before: T;
  after: T;
}

/** Those fields that differ, as they were and as they are. */
export function changes<T extends object>(before: T, after: T): Changed<Partial<T>> {
  const differ = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const pick = (of: T) => Object.fromEntries(differ.map((key) => [key, of[key]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
