import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';

/** Where a server runs: the data folder's id and the machine. A copy of the folder has the same id. */
export interface Place {
  id: string;
  machine: string;
}

/**
 * The running system that this process shares locks with. Linux draws an id at each boot, which a cloned machine does not
 * share as it does its name, and containers of one machine do; elsewhere the machine's name.
 */
export function thisMachine(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return hostname();
  }
}
