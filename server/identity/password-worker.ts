import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { giveWay } from '../give-way.ts';

/** Argon2id's. */
export interface Costs {
  /** KiB. */
  memoryCost: number;
  timeCost: number;
  parallelism: number;
}

/** One order: a new hash by `costs`, or whether `password` is behind `stored`. */
export type PasswordOrder = { password: string } & ({ costs: Costs } | { stored: string });

/** What became of it: the hash, or whether it was right. */
export type PasswordAnswer = { found: string | boolean } | { failed: string };

function obey(order: PasswordOrder): PasswordAnswer {
  try {
    if ('costs' in order) return { found: hashSync(order.password, order.costs) };
    return { found: verifySync(order.stored, order.password) };
  } catch (error) {
    return { failed: error instanceof Error ? error.message : String(error) };
  }
}

giveWay();
parentPort?.on('message', (order: PasswordOrder) => parentPort?.postMessage(obey(order)));
