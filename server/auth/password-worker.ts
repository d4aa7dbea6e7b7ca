import { parentPort } from 'node:worker_threads';
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

/** What became of an order. */
export type PasswordAnswer = { found: PasswordFinding } | { failed: string };

async function find(order: PasswordOrder): Promise<PasswordFinding> {
  if ('costs' in order) return hashSync(order.password, order.costs);
  if ('stored' in order) return verifySync(order.stored, order.password);
  const { strengthOf } = await import('./password-strength.ts');
  return strengthOf(order.password, order.words);
}

async function obey(order: PasswordOrder): Promise<void> {
  let answer: PasswordAnswer;
  try {
    answer = { found: await find(order) };
  } catch (error) {
    answer = { failed: error instanceof Error ? error.message : String(error) };
  }
  parentPort?.postMessage(answer);
}

giveWay();
/** One after the other, so that answers come in the order of what was asked. */
let last = Promise.resolve();
parentPort?.on('message', (order: PasswordOrder) => {
  last = last.then(() => obey(order));
});
