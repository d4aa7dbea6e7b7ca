// @module-tag guards
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { adminTokenOf, startServer } from './support/server-process.ts';

/** Name and niceness (field 19, proc(5)) of each of a process's threads. */
async function threadsOf(pid: number): Promise<{ name: string; nice: number }[]> {
  const ids = await readdir(`/proc/${pid}/task`);
  const stats = await Promise.all(ids.map((id) => readFile(`/proc/${pid}/task/${id}/stat`, 'utf8')));
  return stats.map((stat) => {
    const end = stat.lastIndexOf(')');
    return {
      name: stat.slice(stat.indexOf('(') + 1, end),
      nice: Number(stat.slice(end + 2).split(' ')[16]),
    };
  });
}

test.runIf(process.platform === 'linux')('threads that hash give way to the one that answers', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-priority-'));
  const server = await startServer(dataDir);
  try {
    await adminTokenOf(server.url);
    const threads = await threadsOf(server.child.pid ?? 0);
    // The first thread of a process is the one that answers.
    const own = threads[0]?.nice;
    const nicenessOf = (wanted: string) =>
      new Set(threads.filter(({ name }) => name.startsWith(wanted)).map(({ nice }) => nice));
    expect(
      threads.some(({ nice }) => nice === 19),
      'the one that hashed the password',
    ).toBe(true);
    expect(nicenessOf('libuv-worker'), 'reads of files wait behind nothing').toEqual(new Set([own]));
    expect(own, 'the thread that answers').toBeLessThan(19);
  } finally {
    await server.end();
    await rm(dataDir, { recursive: true, force: true });
  }
});
