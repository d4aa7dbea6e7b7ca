/**
 * Registering a large folder in place, against `openssl dgst` over the same files; and many subsets in one call.
 *
 *   node bench/imports.ts [files] [bytes of each] [rounds]
 *
 * 100,000 files of 500 kB in one round when absent: 50 GB of zeros in sparse files, which take no room on the disk. A
 * real server process on a fresh SQLite file hashes them with as many threads as it has by itself, while the catalogue
 * is asked ten times a second: enough for a 99th percentile, and no load of its own to speak of. openssl reads the same
 * files before and after each round, one process, in argument lists as long as the system takes, with nothing beside it.
 * A round's ratio is that of the mean of the two, so that a machine whose speed changes in minutes moves it less;
 * several shorter rounds tell how much it does.
 */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import type { AdminSubset } from '../contract/dataset-admin.ts';
import { defaultThreads } from '../server/hashing/index.ts';
import {
  adminTokenOf,
  callServer,
  type ServerProcess,
  startServer,
} from '../tests/support/server-process.ts';
import { sparseTree } from '../tests/support/sparse-tree.ts';
import { median } from './support/figures.ts';

const [FILES = 100_000, SIZE = 500_000, ROUNDS = 1] = process.argv.slice(2).map(Number);
const SUBSETS = 10_000;
/** Linux counts CPU time in hundredths. */
const TICKS = 100;
/** ms between an answer of the catalogue and the next question. */
const ASK_EVERY = 100;
const TARGET = { ratio: 0.7, p99: 50, post: 3_000, detail: 300 };

const run = promisify(execFile);
const at = (sorted: number[], share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

async function addDataset({ url }: ServerProcess, token: string, name: string): Promise<string> {
  const body = new FormData();
  for (const [key, value] of Object.entries({ name, version: '1', modalityName: 'Zeros' }))
    body.append(key, value);
  const answer = await fetch(`${url}/api/v1/admin/addDataset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return ((await answer.json()) as { data: { id: string } }).data.id;
}

/** Asks for the catalogue until stopped; the times of the answers in ms. */
function visitor({ url }: ServerProcess) {
  const times: number[] = [];
  let stopped = false;
  const done = (async () => {
    while (!stopped) {
      const began = performance.now();
      await (await fetch(`${url}/api/v1/datasets`)).arrayBuffer();
      times.push(performance.now() - began);
      await sleep(ASK_EVERY);
    }
  })();
  return async () => {
    stopped = true;
    await done;
    return times.sort((a, b) => a - b);
  };
}

/** CPU seconds that each thread of a process has used so far, by its id; the main one has the process's. */
function cpuOf(pid: number | undefined): Map<number, number> {
  return new Map(
    readdirSync(`/proc/${pid}/task`).map((tid) => {
      const [, rest = ''] = readFileSync(`/proc/${pid}/task/${tid}/stat`, 'utf8').split(') ');
      const fields = rest.split(' ');
      return [Number(tid), (Number(fields[11]) + Number(fields[12])) / TICKS];
    }),
  );
}

interface Registered {
  /** ms from the call until it can be downloaded. */
  total: number;
  /** CPU seconds meanwhile: of the main thread, and of the busiest other one, which hashes. */
  main: number;
  hashing: number;
  /** What the catalogue took meanwhile, ms, sorted. */
  times: number[];
}

async function register(
  server: ServerProcess,
  token: string,
  root: string,
  name: string,
): Promise<Registered> {
  const call = <T>(method: string, path: string, body?: object) =>
    callServer<T>(server.url, method, path, { token, ...(body ? { body } : {}) });
  const id = await addDataset(server, token, name);
  const stop = visitor(server);
  const before = cpuOf(server.child.pid);
  const began = performance.now();
  const subsets = [{ path: `${name}/${name}-1/all.zip`, source: { import: root } }];
  await call('POST', `/api/v1/admin/addSubsets/${id}`, { subsets });
  for (;;) {
    await sleep(200);
    const { subsetList } = await call<{ subsetList: AdminSubset[] }>('GET', `/api/v1/admin/dataset/${id}`);
    const intake = subsetList[0]?.intake;
    if (intake?.state === 'failed') throw new Error(intake.message);
    if (!intake) break;
  }
  const total = performance.now() - began;
  const used = new Map(
    [...cpuOf(server.child.pid)].map(([tid, seconds]) => [tid, seconds - (before.get(tid) ?? 0)]),
  );
  const main = used.get(server.child.pid ?? 0) ?? 0;
  used.delete(server.child.pid ?? 0);
  return { total, main, hashing: Math.max(...used.values()), times: await stop() };
}

/** One openssl process after the other over all files of a folder: ms, and seconds of CPU. */
async function opensslOver(folder: string): Promise<{ wall: number; cpu: number }> {
  const began = performance.now();
  // The shell's own clock goes to standard error; openssl's lines are not wanted.
  const script = `TIMEFORMAT='%U %S'; { time find "$1" -type f -print0 | xargs -0 openssl dgst -sha256 > /dev/null; } 2>&1`;
  const { stdout } = await run('bash', ['-c', script, '-', folder]);
  const cpu = stdout
    .trim()
    .split(/\s+/)
    .reduce((sum, seconds) => sum + Number(seconds), 0);
  return { wall: performance.now() - began, cpu };
}

const row = (what: string, value: string, target = ''): void =>
  console.log(`${what.padEnd(58)}${value.padStart(12)}   ${target}`);
const ms = (value: number): string => `${value.toFixed(1)} ms`;

const folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-bench-imports-')));
const root = join(folder, 'root');
try {
  await sparseTree(root, FILES, SIZE);
  // Who reads first fills the page cache for who comes after, and who reads second has the kernel move every page among
  // those in use, which takes as long as the reading: both are over before anybody is measured.
  await opensslOver(root);
  await opensslOver(root);
  const server = await startServer(join(folder, 'data'), { IMPORT_ROOTS: root });
  try {
    const token = await adminTokenOf(server.url);
    const call = <T>(method: string, path: string, body?: object) =>
      callServer<T>(server.url, method, path, { token, ...(body ? { body } : {}) });
    const detail = (id: string) => call<{ subsetList: AdminSubset[] }>('GET', `/api/v1/admin/dataset/${id}`);

    const alone = visitor(server);
    await sleep(3_000);
    const quiet = await alone();

    console.log(
      `${FILES.toLocaleString('en')} files, ${((FILES * SIZE) / 1e9).toFixed(1)} GB, ${defaultThreads()} thread(s), load average ${loadavg()
        .map((one) => one.toFixed(1))
        .join(' ')}`,
    );
    const ratios = { wall: [] as number[], cpu: [] as number[] };
    let before = await opensslOver(root);
    for (let round = 1; round <= ROUNDS; round++) {
      const { total, main, hashing, times } = await register(server, token, root, `Folder${round}`);
      const after = await opensslOver(root);
      const cpu = (before.cpu + after.cpu) / 2;
      ratios.wall.push((before.wall + after.wall) / 2 / total / defaultThreads());
      ratios.cpu.push(cpu / hashing);
      row('from the call until it can be downloaded', ms(total));
      row('  openssl dgst, one process: before / after', `${ms(before.wall)} / ${ms(after.wall)}`);
      row(
        '  CPU s: hashing thread / main thread / openssl',
        `${hashing.toFixed(1)} / ${main.toFixed(1)} / ${cpu.toFixed(1)}`,
      );
      row(
        `  catalogue meanwhile, median / p99 / the slowest of ${times.length}`,
        `${ms(at(times, 0.5))} / ${ms(at(times, 0.99))} / ${ms(times.at(-1) ?? 0)}`,
        `p99 < ${TARGET.p99} ms`,
      );
      before = after;
    }
    const each = (values: number[]) => values.map((one) => one.toFixed(2)).join(', ');
    row('openssl against it, per thread, median', median(ratios.wall).toFixed(2), `>= ${TARGET.ratio}`);
    row('  each round', each(ratios.wall));
    row('CPU of openssl against the hashing thread, median', median(ratios.cpu).toFixed(2));
    row('  each round', each(ratios.cpu));
    row('catalogue alone, median / p99', `${ms(at(quiet, 0.5))} / ${ms(at(quiet, 0.99))}`);

    const many = await addDataset(server, token, 'Many');
    const named = Array.from({ length: SUBSETS }, (_, i) => ({
      path: `many/many-1/${i}.bin`,
      source: { import: `${root}/000/${String(i % Math.min(FILES, 1_000)).padStart(3, '0')}.bin` },
    }));
    const postBegan = performance.now();
    await call('POST', `/api/v1/admin/addSubsets/${many}`, { subsets: named });
    row(
      `POST addSubsets of ${SUBSETS.toLocaleString('en')}`,
      ms(performance.now() - postBegan),
      `< ${TARGET.post} ms`,
    );
    const allBegan = performance.now();
    const watching = visitor(server);
    // Not by the detail of 10,000 rows, whose own time is measured below: that would hold the visitor up as well.
    const db = new Database(join(folder, 'data', 'vitrine.sqlite'), { readonly: true, timeout: 10_000 });
    const open = db.prepare('select count(*) from intakes where ended_at is null').pluck();
    while (open.get() !== 0) await sleep(500);
    db.close();
    row('  all hashed', ms(performance.now() - allBegan));
    const during = await watching();
    row(
      '  catalogue meanwhile, median / p99',
      `${ms(at(during, 0.5))} / ${ms(at(during, 0.99))}`,
      `< ${TARGET.p99} ms`,
    );
    const details: number[] = [];
    for (let i = 0; i < 9; i++) {
      const from = performance.now();
      await detail(many);
      details.push(performance.now() - from);
    }
    row(
      '  detail, median of 9',
      ms(
        at(
          details.sort((a, b) => a - b),
          0.5,
        ),
      ),
      `< ${TARGET.detail} ms`,
    );
  } finally {
    await server.end();
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
