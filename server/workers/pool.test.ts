import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/databases.ts';
import { PoolFull, taskFile, workerPool } from './pool.ts';

const TASKS = `
  import { threadId } from 'node:worker_threads';
  export const thread = () => threadId;
  export const until = async (flag) => { await Atomics.waitAsync(flag, 0, 0).value; return threadId; };
  export const die = () => process.exit(1);
  export const add = ([list, value]) => { list[Atomics.add(list, 0, 1) + 1] = value; };`;
interface Tasks {
  thread: (nothing: null) => number;
  until: (flag: Int32Array) => Promise<number>;
  die: (nothing: null) => void;
  add: (order: [Int32Array, number]) => void;
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let tasks: ReturnType<typeof taskFile<Tasks>>;
beforeAll(async () => {
  folder = await temporaryFolder();
  const path = join(folder.path, 'some.task.mjs');
  await writeFile(path, TASKS);
  tasks = taskFile(pathToFileURL(path));
});
afterAll(() => folder.remove());

function poolOf(options: Omit<Parameters<typeof workerPool>[0], 'name'>) {
  const pool = workerPool({ name: 'testing', ...options });
  onTestFinished(() => pool.close());
  return pool;
}
const flag = () => new Int32Array(new SharedArrayBuffer(4));
function raise(one: Int32Array): void {
  Atomics.store(one, 0, 1);
  Atomics.notify(one, 0);
}

test('no thread before the first task; beyond `most` a task is refused, until another one has ended', async () => {
  const pool = poolOf({ threads: 1, concurrency: 1, most: 2 });
  expect(pool.running()).toBe(0);
  const held = flag();
  const first = pool.run(tasks, 'until', held);
  const second = pool.run(tasks, 'thread', null);
  await expect(pool.run(tasks, 'thread', null)).rejects.toThrow(PoolFull);
  raise(held);
  expect(await first).toBe(await second);
  expect(await pool.run(tasks, 'thread', null)).toBe(await first);
});

test('who waits longest is next', async () => {
  const pool = poolOf({ threads: 1, concurrency: 1 });
  const held = flag();
  const first = pool.run(tasks, 'until', held);
  const order = new Int32Array(new SharedArrayBuffer(44));
  const rest = Array.from({ length: 10 }, (_, i) => pool.run(tasks, 'add', [order, i]));
  raise(held);
  await Promise.all([first, ...rest]);
  expect([...order]).toEqual([10, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
});

test('a task goes to a further thread rather than into one that is busy, as long as there may be one', async () => {
  const pool = poolOf({ threads: 2, concurrency: 4 });
  await pool.run(tasks, 'thread', null);
  const held = flag();
  const both = [pool.run(tasks, 'until', held), pool.run(tasks, 'thread', null)];
  const other = await both[1];
  raise(held);
  expect(await both[0]).not.toBe(other);
  expect(pool.running()).toBe(2);
});

test('what runs in a thread that dies fails; what waits is done by another one', async () => {
  const pool = poolOf({ threads: 1, concurrency: 1 });
  const [dies, ...others] = [
    pool.run(tasks, 'die', null),
    pool.run(tasks, 'thread', null),
    pool.run(tasks, 'thread', null),
  ];
  await expect(dies).rejects.toThrow();
  const [one, two] = await Promise.all(others);
  expect(one).toBe(two);
});

test('a thread that cannot start: what waits for it fails, and what comes later is done', async () => {
  // Whatever a thread loads first, before it is ready for a task.
  const first = join(folder.path, 'first.cjs');
  await writeFile(
    first,
    `const { existsSync } = require('node:fs');
     if (!require('node:worker_threads').isMainThread && !existsSync(${JSON.stringify(join(folder.path, 'mended'))}))
       throw new Error('no room for a thread');`,
  );
  const script = join(folder.path, 'starting.mjs');
  await writeFile(
    script,
    `import { writeFileSync } from 'node:fs';
     import { taskFile, workerPool } from ${JSON.stringify(new URL('./pool.ts', import.meta.url).href)};
     const tasks = taskFile(new URL('some.task.mjs', import.meta.url));
     const pool = workerPool({ name: 'testing', threads: 2, concurrency: 2 });
     const some = () => Promise.allSettled(Array.from({ length: 6 }, () => pool.run(tasks, 'thread', null)));
     const told = (all) => [...new Set(all.map(({ status, reason }) => reason?.message ?? status))];
     const failed = told(await some());
     writeFileSync(${JSON.stringify(join(folder.path, 'mended'))}, '');
     console.log(JSON.stringify([failed, told(await some()), pool.use().running]));
     await pool.close();`,
  );
  // What waits for a thread does not keep the process: without the mending it ends, having said nothing.
  const { stdout } = await promisify(execFile)(process.execPath, ['--require', first, script]);
  expect(JSON.parse(stdout)).toEqual([['no room for a thread'], ['fulfilled'], 0]);
});

test('when the pool closes, what runs and what waits fails', async () => {
  const pool = poolOf({ threads: 1, concurrency: 1 });
  const all = [pool.run(tasks, 'until', flag()), pool.run(tasks, 'thread', null)];
  const failed = Promise.allSettled(all);
  await pool.close();
  const reason = expect.objectContaining({ message: 'testing has ended' });
  expect(await failed).toEqual(all.map(() => ({ status: 'rejected', reason })));
  await expect(pool.run(tasks, 'thread', null)).rejects.toThrow('testing has ended');
});
