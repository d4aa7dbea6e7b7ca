/**
 * How many sign-ins a second the server takes, and what the catalogue's visitors notice of it.
 *
 *   node bench/logins.ts
 *
 * A real server process on a fresh SQLite file, Argon2id as set, the limits per time off. Each round measures the
 * catalogue alone, then the catalogue while parallel clients sign in; a worker thread sends the sign-ins, so that they
 * do not hold up the clock of the measurement. Server and clients share the machine: with the clients elsewhere the
 * numbers are better.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { approvedUser, PASSWORD } from '../tests/support/person.ts';
import { adminTokenOf, callServer, startServer } from '../tests/support/server-process.ts';

const ROUNDS = 5;
/** Parallel clients that sign in, each with one connection. */
const CLIENTS = 8;
const PEOPLE = 4;
const DATASETS = 20;
/** ms of one round's measurement alone, and under load. */
const ALONE = 4_000;
const LOADED = 6_000;
/** The catalogue is asked this often: many more than a laboratory's visitors do. */
const ASK_EVERY = 10;
const TARGET = { logins: 180, factor: 3 };

const personName = (n: number): string => `bench${n}@example.org`;

/** One exchange on a kept connection; ms until the answer's last byte. */
function exchange(agent: Agent, url: string, body?: object): Promise<number> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const asking = request(
      url,
      { agent, method: body ? 'POST' : 'GET', headers: body ? { 'content-type': 'application/json' } : {} },
      (answer) => {
        answer.resume();
        answer.on('end', () => {
          if (answer.statusCode === 200) resolve(performance.now() - began);
          else reject(new Error(`${url} answered ${answer.statusCode}`));
        });
      },
    );
    asking.on('error', reject);
    asking.end(body && JSON.stringify(body));
  });
}

/** The worker's part: signs in over and over until the time is up, and says how many times it did. */
async function signInUntil(url: string, end: number): Promise<number> {
  let done = 0;
  await Promise.all(
    Array.from({ length: CLIENTS }, async (_, client) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (Date.now() < end) {
        await exchange(agent, `${url}/api/v1/login`, {
          email: personName(client % PEOPLE),
          password: PASSWORD,
        });
        done++;
      }
      agent.destroy();
    }),
  );
  return done;
}

/** Sign-ins a second over `ms`. */
function load(url: string, ms: number): Promise<number> {
  const began = Date.now();
  const worker = new Worker(new URL(import.meta.url), { workerData: { url, end: began + ms } });
  return new Promise((resolve, reject) => {
    worker.on('message', (done: number) => resolve((done * 1_000) / (Date.now() - began)));
    worker.on('error', reject);
  });
}

/** Asks for the catalogue at a steady pace; the latencies in ms, sorted. */
async function catalogue(url: string, ms: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 4 });
  const began = performance.now();
  const asked: Promise<number>[] = [];
  while (performance.now() - began < ms) {
    asked.push(exchange(agent, `${url}/api/v1/datasets`));
    // By the clock, not by the answers: a slow answer must not make the next one come later.
    await sleep(Math.max(0, asked.length * ASK_EVERY - (performance.now() - began)));
  }
  const latencies = await Promise.all(asked);
  agent.destroy();
  return latencies.sort((a, b) => a - b);
}

const quantile = (sorted: number[], q: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
const median = (values: number[]): number =>
  quantile(
    [...values].sort((a, b) => a - b),
    0.5,
  );

async function prepare(url: string, dataDir: string): Promise<void> {
  const token = await adminTokenOf(url);
  for (let n = 0; n < DATASETS; n++) {
    const form = new FormData();
    for (const [key, value] of Object.entries({
      name: `Dataset ${n}`,
      version: '1.0',
      modalityName: `M${n % 5}`,
    }))
      form.append(key, value);
    form.append('subsets', new Blob(['a,b\n1,2\n']), 'train.csv');
    const headers = { authorization: `Bearer ${token}` };
    const added = await fetch(`${url}/api/v1/admin/addDataset`, { method: 'POST', body: form, headers });
    const { data } = (await added.json()) as { data: { id: string } };
    const body = { status: 'published' };
    await callServer(url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, { token, body });
  }
  for (let n = 0; n < PEOPLE; n++) await approvedUser(url, dataDir, personName(n));
}

async function main(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const server = await startServer(dataDir);
  const rows: { logins: number; alone: number[]; loaded: number[] }[] = [];
  try {
    await prepare(server.url, dataDir);
    // Once unmeasured: code is compiled and pages are cached then.
    await Promise.all([catalogue(server.url, 1_000), load(server.url, 2_000)]);
    for (let round = 0; round < ROUNDS; round++) {
      const alone = await catalogue(server.url, ALONE);
      const [logins, loaded] = await Promise.all([load(server.url, LOADED), catalogue(server.url, LOADED)]);
      rows.push({ logins, alone, loaded });
    }
  } finally {
    await server.end();
    await rm(dataDir, { recursive: true, force: true });
  }

  const cells = (name: string, logins: number, p: number[]) =>
    [name.padEnd(8), logins.toFixed(0).padStart(9), ...p.map((ms) => ms.toFixed(1).padStart(8))].join(' ');
  const values = rows.map(({ logins, alone, loaded }) => ({
    logins,
    p: [quantile(alone, 0.5), quantile(alone, 0.99), quantile(loaded, 0.5), quantile(loaded, 0.99)],
  }));
  const middle = {
    logins: median(values.map(({ logins }) => logins)),
    p: [0, 1, 2, 3].map((i) => median(values.map(({ p }) => p[i] ?? 0))),
  };
  console.log(
    `${availableParallelism()} cores, ${CLIENTS} clients that sign in, the catalogue every ${ASK_EVERY} ms\n`,
  );
  console.log('                     catalogue alone  while signing in');
  console.log('round    logins/s  p50, ms  p99, ms  p50, ms  p99, ms');
  for (const [i, { logins, p }] of values.entries()) console.log(cells(String(i + 1), logins, p));
  console.log(cells('median', middle.logins, middle.p));
  const factor = (middle.p[3] ?? 0) / (middle.p[1] ?? 1);
  const reached = middle.logins >= TARGET.logins && factor < TARGET.factor;
  console.log(
    `\n${middle.logins.toFixed(0)} logins/s (target ${TARGET.logins}), p99 ${factor.toFixed(1)} × its baseline ` +
      `(target under ${TARGET.factor}): ${reached ? 'reached' : 'missed'}`,
  );
}

if (isMainThread) {
  await main();
} else {
  const { url, end } = workerData as { url: string; end: number };
  parentPort?.postMessage(await signInUntil(url, end));
}
