import { readFile } from 'node:fs/promises';

/** Linux counts a process's CPU time in hundredths of a second, on every architecture. */
const TICK = 10;

/** ms of CPU that another process has taken so far, all its threads together; undefined where that is not told. */
export async function processCpu(pid: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined);
  // After the name, which may hold anything: state is field 3, user and system time are 14 and 15 (proc(5)).
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && (Number(fields[11]) + Number(fields[12])) * TICK;
}
