import { hashSync, verifySync } from '@node-rs/argon2';
import { giveWay } from '../workers/thread-priority.ts';
import type { Strength } from './password-strength.ts';

/** Cost parameters of Argon2id. */
export interface Costs {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** One task: hash by `costs`, verify `password` against `stored`, or estimate its strength, given `words`. */
export type PasswordOrder = { password: string } & (
  | { costs: Costs }
  | { stored: string }
  | { words: string[] }
);

/** The hash, whether it matched, or the strength. */
export type PasswordFinding = string | boolean | Strength;

export async function find(order: PasswordOrder): Promise<PasswordFinding> {
  if ('costs' in order) return hashSync(order.password, order.costs);
  if ('stored' in order) return verifySync(order.stored, order.password);
  const { strengthOf } = await import('./password-strength.ts');
  return strengthOf(order.password, order.words);
}

giveWay();
