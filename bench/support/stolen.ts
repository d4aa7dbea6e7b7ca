import { readFileSync } from 'node:fs';

/**
 * How long the machine's processors were kept from it so far by others on the same hardware, ms over all of them, in
 * steps of 10. Source: "steal" of `/proc/stat`, proc_stat(5), which Linux counts in hundredths of a second.
 */
export function stolenMs(): number {
  const [cpu = ''] = readFileSync('/proc/stat', 'utf8').split('\n');
  return Number(cpu.trim().split(/\s+/)[8]) * 10;
}
