import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { open, realpath, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import type { AdminDataset, AdminSubset } from '../../contract/dataset-admin.ts';
import { adminTokenOf, callServer, startServer } from './server-process.ts';
import { sparseTree, WRITTEN } from './sparse-tree.ts';

/** Niceness is the 19th field of a thread's `stat`, the 17th after its name in parentheses (proc(5)). */
const givesWay = (thread: string): boolean =>
  readFileSync(`${thread}/stat`, 'utf8')
    .replace(/^.*\) /s, '')
    .split(' ')[16] === '19';

/** Bytes that each of a process's threads that give way has read so far, as Linux counts them; others read the database. */
const readBy = (pid: number | undefined): Map<string, number> =>
  new Map(
    readdirSync(`/proc/${pid}/task`)
      .filter((tid) => givesWay(`/proc/${pid}/task/${tid}`))
      .map((tid) => {
        const io = readFileSync(`/proc/${pid}/task/${tid}/io`, 'utf8');
        return [tid, Number(/^rchar: (\d+)/m.exec(io)?.[1])];
      }),
  );

/** What a read-only look at the server's database says, also while nobody answers. */
function inside<T>(dataDir: string, look: (db: Database.Database) => T): T {
  const db = new Database(join(dataDir, 'vitrine.sqlite'), { readonly: true, timeout: 10_000 });
  try {
    return look(db);
  } finally {
    db.close();
  }
}

const registered = (dataDir: string) =>
  inside(dataDir, (db) => db.prepare('select count(*) as n from intake_files').get() as { n: number }).n;

const hashedFiles = (dataDir: string) =>
  inside(
    dataDir,
    (db) =>
      db.prepare("select source from blobs where source is not null and sha256 <> ''").all() as {
        source: string;
      }[],
  ).map(({ source }) => source);

/** Other content of the same size and time: whoever reads the file again finds another hash. */
async function poison(paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    const file = await open(path, 'r+');
    await file.write(Buffer.from('read twice'), 0, 10, 0);
    await file.close();
    await utimes(path, WRITTEN, WRITTEN);
  }
}

interface Sizes {
  count: number;
  size: number;
  /** Files that a kill may cost: in the threads' hands, and in the commit under way. */
  inHand: number;
}

/**
 * Registers a tree in place, kills the server while it walks and while it hashes, and sees that nothing is hashed
 * twice but what was in hand.
 */
export async function hashedOnce(
  folder: string,
  { count, size, inHand }: Sizes,
): Promise<{ seconds: number }> {
  const [dataDir, root] = [join(folder, 'data'), join(folder, 'root')];
  await sparseTree(root, count, size);
  const env = { IMPORT_ROOTS: root };
  let server = await startServer(dataDir, env);
  let token = await adminTokenOf(server.url);
  const body = new FormData();
  for (const [key, value] of Object.entries({ name: 'Tree', version: '1', modalityName: 'Zeros' }))
    body.append(key, value);
  const answer = await fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  const { data: dataset } = (await answer.json()) as { data: AdminDataset };
  const subsets = [{ path: 'tree/tree-1/all.zip', source: { import: await realpath(root) } }];
  let before = readBy(server.child.pid);
  await callServer(server.url, 'POST', `/api/v1/admin/addSubsets/${dataset.id}`, {
    body: { subsets },
    token,
  });

  const restart = async (): Promise<void> => {
    await server.end('SIGKILL');
    server = await startServer(dataDir, env);
    before = readBy(server.child.pid);
    token = await adminTokenOf(server.url);
  };
  const until = async (reached: () => boolean): Promise<void> => {
    while (!reached()) await sleep(5);
  };

  await until(() => registered(dataDir) > 0);
  await restart();
  const saved = () =>
    inside(dataDir, (db) => db.prepare('select hashed from intakes').get() as { hashed: number });

  const began = performance.now();
  const poisoned = new Set<string>();
  for (const share of [0.25, 0.6]) {
    await until(() => saved().hashed > share * count * size);
    server.child.kill('SIGSTOP');
    let read = 0;
    // Those that hashed a password before have read their modules, and may have ended since.
    for (const [tid, bytes] of readBy(server.child.pid)) read += bytes - (before.get(tid) ?? 0);
    const done = hashedFiles(dataDir).filter((path) => !poisoned.has(path));
    // Poisoned files are not read: what was read, was read for these.
    const lost = read / size - done.length;
    expect(lost, 'what was saved was read, and counted').toBeGreaterThan(-1);
    expect(lost, 'files read and lost by the kill').toBeLessThan(inHand);
    await poison(done);
    for (const path of done) poisoned.add(path);
    await restart();
  }
  expect(poisoned.size).toBeGreaterThan(count / 2);
  let subset: AdminSubset | undefined;
  do {
    await sleep(50);
    const shown = await callServer<{ subsetList: AdminSubset[] }>(
      server.url,
      'GET',
      `/api/v1/admin/dataset/${dataset.id}`,
      { token },
    );
    subset = shown.subsetList[0];
    expect(subset?.intake?.state).not.toBe('failed');
  } while (subset?.intake !== null);
  const seconds = (performance.now() - began) / 1_000;
  expect(subset.fileCount).toBe(count);
  await server.end();
  const zeros = createHash('sha256').update(Buffer.alloc(size)).digest('hex');
  const hashes = inside(
    dataDir,
    (db) =>
      db
        .prepare('select sha256, count(*) as n from blobs where source is not null group by sha256')
        .all() as object[],
  );
  expect(hashes, 'none was hashed after it was poisoned').toEqual([{ sha256: zeros, n: count }]);
  return { seconds };
}
