import type { AdminCaller } from './caller.ts';

/** What one administrator's call changed. Never a password, token or code. */
export interface Change {
  /** What it was done to, in words for people: a name, an address. */
  subject: string;
  before?: unknown;
  after?: unknown;
}

export type RecordChange = (
  admin: Pick<AdminCaller, 'id' | 'name'>,
  action: string,
  change: Change,
  ip: string,
) => Promise<void>;

/** Those fields that differ, as they were and as they are. */
export function changes<T extends object>(before: T, after: T): { before: Partial<T>; after: Partial<T> } {
  const differ = (Object.keys(after) as (keyof T)[]).filter(
    (key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]),
  );
  const pick = (of: T) => Object.fromEntries(differ.map((key) => [key, of[key]])) as Partial<T>;
  return { before: pick(before), after: pick(after) };
}
