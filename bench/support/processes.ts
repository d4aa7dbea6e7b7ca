import { readdir, readFile } from 'node:fs/promises';

/** Fields of /proc/PID/stat behind the name, which may hold blanks: state is the first. */
async function stat(pid: number): Promise<string[]> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** A process and all that descend from it. */
async function tree(root: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = new Map<number, number>();
  for (const pid of pids) parents.set(pid, Number((await stat(pid))[1]));
  const found = [root];
  for (const pid of found) for (const [child, parent] of parents) if (parent === pid) found.push(child);
  return found;
}

/** System clock ticks per second, as Linux has had them on every machine for long. */
const TICKS = 100;

/** CPU seconds that processes and their descendants have used, user and system (Linux). */
export async function cpuSeconds(...roots: number[]): Promise<number> {
  let ticks = 0;
  for (const root of roots) {
    for (const pid of await tree(root)) {
      const fields = await stat(pid);
      ticks += Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
    }
  }
  return ticks / TICKS;
}

/** Resident memory, bytes. */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
}
