import { readdirSync, readFileSync } from 'node:fs';
import { setPriority } from 'node:os';

const NICENESS = 10;

/**
 * Lets the thread that answers requests go before those of libuv's pool, where passwords are hashed: while every core
 * hashes, each step of a catalogue page would otherwise wait for its turn. What the cores do not need elsewhere, the
 * pool still gets. Linux has priorities per thread and Node names the pool's; elsewhere nothing changes.
 *
 * To be called once the pool has been used, since its threads begin then.
 */
export function lowerPoolPriority(): void {
  if (process.platform !== 'linux') return;
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8');
      if (name.startsWith('libuv-worker')) setPriority(Number(thread), NICENESS);
    }
  } catch {
    // A hardened system may not let us look, or not change it: then all threads stay equals.
  }
}
