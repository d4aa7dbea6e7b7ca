/**
 * How many sign-ins a second the server takes, and what the catalogue's visitors notice of it.
 *
 *   node bench/logins.ts
 *
 * A real server process on a fresh SQLite file, Argon2id as set, the limits per time off. Each round measures the
 * catalogue alone, then the catalogue while parallel clients sign in. Before the first round and after each one comes
 * what this machine hashes with nothing around it, two at a time: a rate says little without it, since the hash is
 * nearly all of a sign-in, and since server, clients and probe share the machine's cores.
 *
 * What carries over to other machines, and to a busy one, are the ratios: CPU of a sign-in to CPU of a hash, and the
 * catalogue's p99 to its baseline. The same ratio of a bare node:http server that answers from memory and hashes as
 * ours does, asked by the same clients, is what this machine's scheduler leaves to anybody.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { decide, registeredByMail } from '../tests/support/person.ts';
import { adminTokenOf, callServer, startServer } from '../tests/support/server-process.ts';
import { catalogueProbe } from './support/catalogue-probe.ts';
import { bareServerOf } from './support/contestants.ts';
import { processCpu } from './support/process-cpu.ts';
import { type RawHashes, rawHashes } from './support/raw-hashes.ts';
import { type Load, signInLoad } from './support/sign-in-load.ts';

const ROUNDS = 5;
/** Parallel clients that sign in, each with one connection. */
const CLIENTS = 8;
const PEOPLE = 4;
const DATASETS = 20;
/** ms of one round's measurement alone, and under load, and of one of bare hashes. */
const ALONE = 4_000;
const LOADED = 6_000;
const RAW = 2_000;
/** The catalogue is asked this often, in ms: many more than a laboratory's visitors do. */
const ASK_EVERY = 10;
const TARGET = { logins: 180, factor: 3 };

const people = Array.from({ length: PEOPLE }, (_, n) => `bench${n}@example.org`);

interface Round {
  /** Bare hashes, the mean of before and after. */
  raw: RawHashes;
  load: Load;
  alone: number[];
  loaded: number[];
  /** ms of the server's CPU for one sign-in, without what the catalogue took; undefined where that is not told. */
  serverCpu: number | undefined;
  /** The catalogue's bytes from a bare server: alone, and while it takes this many sign-ins a second. */
  bare: { alone: number[]; loaded: number[]; rate: number };
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
  for (const person of people) {
    await registeredByMail(url, dataDir, person);
    await decide(url, person, 'approved');
  }
}

/** A bare server's answers, alone and under the same load. */
async function measureBare(url: string): Promise<Round['bare']> {
  const alone = await catalogueProbe(url, ASK_EVERY, ALONE);
  const [load, loaded] = await Promise.all([
    signInLoad(url, people, CLIENTS, LOADED),
    catalogueProbe(url, ASK_EVERY, LOADED),
  ]);
  return { alone, loaded, rate: load.rate };
}

/** One round of ours. */
async function measure(url: string, pid: number): Promise<Omit<Round, 'raw' | 'bare'>> {
  const cpu: (number | undefined)[] = [await processCpu(pid)];
  const alone = await catalogueProbe(url, ASK_EVERY, ALONE);
  cpu.push(await processCpu(pid));
  const [load, loaded] = await Promise.all([
    signInLoad(url, people, CLIENTS, LOADED),
    catalogueProbe(url, ASK_EVERY, LOADED),
  ]);
  cpu.push(await processCpu(pid));
  const [start, before, after] = cpu;
  if (start === undefined || before === undefined || after === undefined)
    return { load, alone, loaded, serverCpu: undefined };
  const perPage = (before - start) / alone.length;
  return { load, alone, loaded, serverCpu: (after - before - perPage * loaded.length) / load.done };
}

async function rounds(): Promise<Round[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
  const server = await startServer(dataDir);
  const { url } = server;
  const found: Round[] = [];
  let bareServer: Awaited<ReturnType<typeof bareServerOf>> | undefined;
  try {
    await prepare(url, dataDir);
    bareServer = await bareServerOf(`${url}/api/v1/datasets`, 'bare-sign-ins.ts');
    // Once unmeasured: code is compiled and pages are cached then.
    for (const one of [url, bareServer.url])
      await Promise.all([catalogueProbe(one, ASK_EVERY, 2_000), signInLoad(one, people, CLIENTS, 2_000)]);
    let before = await rawHashes(RAW);
    for (let n = 0; n < ROUNDS; n++) {
      const round = await measure(url, server.child.pid ?? 0);
      const after = await rawHashes(RAW);
      const raw = { rate: (before.rate + after.rate) / 2, cpu: (before.cpu + after.cpu) / 2 };
      found.push({ ...round, raw, bare: await measureBare(bareServer.url) });
      before = after;
    }
    return found;
  } finally {
    await bareServer?.end();
    await server.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** The columns of a round: their names, how many digits, and how to find them. */
const columns: [name: string, digits: number, of: (round: Round) => number][] = [
  ['hashes/s', 0, ({ raw }) => raw.rate],
  ['logins/s', 0, ({ load }) => load.rate],
  ['ratio', 2, ({ raw, load }) => load.rate / raw.rate],
  ['CPU hash', 1, ({ raw }) => raw.cpu],
  ['CPU login', 1, ({ serverCpu }) => serverCpu ?? Number.NaN],
  ['ratio', 2, ({ raw, serverCpu }) => (serverCpu ?? Number.NaN) / raw.cpu],
  ['client', 2, ({ load }) => load.clientCpu],
  ['p50 alone', 1, ({ alone }) => quantile(alone, 0.5)],
  ['loaded', 1, ({ loaded }) => quantile(loaded, 0.5)],
  ['p99 alone', 1, ({ alone }) => quantile(alone, 0.99)],
  ['loaded', 1, ({ loaded }) => quantile(loaded, 0.99)],
  ['ratio', 1, ({ alone, loaded }) => quantile(loaded, 0.99) / quantile(alone, 0.99)],
  ['bare/s', 0, ({ bare }) => bare.rate],
  ['p99 bare', 1, ({ bare }) => quantile(bare.alone, 0.99)],
  ['loaded', 1, ({ bare }) => quantile(bare.loaded, 0.99)],
  ['ratio', 1, ({ bare }) => quantile(bare.loaded, 0.99) / quantile(bare.alone, 0.99)],
];

function report(found: Round[]): void {
  const line = (name: string, cells: string[]) =>
    console.log([name.padEnd(6), ...cells.map((cell) => cell.padStart(9))].join(' '));
  console.log(
    `${availableParallelism()} cores, ${CLIENTS} clients that sign in, the catalogue every ${ASK_EVERY} ms. ` +
      'CPU and latencies in ms; CPU login is the server’s, client what a sign-in took on the other side.\n',
  );
  line(
    'round',
    columns.map(([name]) => name),
  );
  for (const [n, round] of found.entries())
    line(
      String(n + 1),
      columns.map(([, digits, of]) => of(round).toFixed(digits)),
    );
  const middle = columns.map(([, , of]) => median(found.map(of)));
  line(
    'median',
    columns.map(([, digits], i) => (middle[i] ?? 0).toFixed(digits)),
  );
  const [raw = 0, logins = 0, ratio = 0] = middle;
  const [factor = 0, , , , bareFactor = 0] = middle.slice(-5);
  const verdict = (reached: boolean) => (reached ? 'reached' : 'missed');
  console.log(
    `\n${logins.toFixed(0)} logins/s, target ${TARGET.logins}: ${verdict(logins >= TARGET.logins)}` +
      (raw < TARGET.logins ? ` (more than the ${raw.toFixed(0)} bare hashes of this machine)` : '') +
      `; ${ratio.toFixed(2)} of what it hashes with nothing around it` +
      `\np99 ${factor.toFixed(1)} × its baseline, target under ${TARGET.factor}: ${verdict(factor < TARGET.factor)}` +
      ` (a bare server with as many clients: ${bareFactor.toFixed(1)} ×)`,
  );
}

report(await rounds());
