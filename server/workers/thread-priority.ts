import { setPriority } from 'node:os';

const NICENESS = 19;

/**
 * Lowers the calling thread's priority below the main thread's: with as many computing threads as cores, each step of a
 * request would wait for a time slice. Linux has priorities per thread, and 0 is the calling one; elsewhere it would be
 * the whole process, and nothing is changed.
 */
export function giveWay(): void {
  if (process.platform !== 'linux') return;
  try {
    setPriority(0, NICENESS);
  } catch {
    // Refused by a hardened system: all threads keep the same priority.
  }
}
