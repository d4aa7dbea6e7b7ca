import { setPriority } from 'node:os';

const NICENESS = 19;

/**
 * Lets the thread that answers requests go before the calling one: with as many threads that compute as cores, each
 * step of a page would wait for its turn. What the cores do not need elsewhere, this thread still gets. Linux has
 * priorities per thread, and 0 is the calling one; elsewhere it would be the process, and nothing changes.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // A hardened system may not let us: then all threads stay equals.
  }
}
