import { hashSync, verifySync } from '@node-rs/argon2';
import { giveWay } from '../workers/thread-priority.ts';
import type { Strength } from './password-strength.ts';

/** Argon2id's. */
export interface Costs {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** One order: a new hash by `costs`, whether `password` is behind `stored`, or how strong it is, given those `words`. */
export type PasswordOrder = { password: string } & (
  | { costs: Costs }
  | { stored: string }
  | { words: string[] }
);

/** The hash, whether it was right, or the strength. */
export type PasswordFinding = string | boolean | Strength;

export async function find(order: PasswordOrder): Promise<PasswordFinding> {
  if ('costs' in order) return hashSync(order.password, order.costs);
  if ('stored' in order) return verifySync(order.stored, order.password);
  const { strengthOf } = await import('./password-strength.ts');
  return strengthOf(order.password, order.words);
}

giveWay();
