/**
 * Four attacks on a real server process, one after the other, and what everybody else notices of them: how long
 * `/healthz` takes, and how long an approved user waits for the first byte of a download (threats 33 to 35).
 *
 *   npm run build && npx node bench/attacks.ts
 *
 * Everything on the loopback, from one address; the limits per time are off, so that what is measured is what one
 * request costs. Attacker and server share the machine's cores. Exits with 1 when a target was missed.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { publishedDocument } from '../tests/support/document.ts';
import { type Published, published } from '../tests/support/published.ts';
import { adminTokenOf } from '../tests/support/server-process.ts';
import { type Attack, attack, type Statuses } from './support/attack-load.ts';
import { quantile, table } from './support/figures.ts';
import { processCpu } from './support/process-cpu.ts';
import { stolenMs } from './support/stolen.ts';
import { idleProcess } from './support/watched-server.ts';

const MIB = 1024 * 1024;
/** ms of each attack; a round that has begun is brought to its end. */
const LASTS = 10_000;
const ASK_EVERY = 20;
const DOWNLOAD_EVERY = 500;
const TARGET = { health: 100, download: 1_000 };
const READERS = 2_200;
/** What the process needs besides the readers' connections. */
const OTHER_FILES = 200;

interface Measured {
  statuses: Statuses;
  /** ms, sorted. */
  health: number[];
  downloads: number[];
  /** ms of the server's CPU for each second. */
  cpu: number;
  /** Share of the processors that others on the same hardware took. */
  stolen: number;
  /** ms that the loop of a process which does nothing was held at most: by what else this machine does. */
  idle: number;
}

/** ms until the first byte of an answer's body. */
async function firstByte(url: string): Promise<number> {
  const began = performance.now();
  const asking = request(url, { agent: false });
  asking.end();
  const [answer] = await once(asking, 'response');
  await once(answer, 'readable');
  const took = performance.now() - began;
  // An answer that is not what was asked for counts as none.
  const good = answer.statusCode === 200;
  asking.destroy();
  return good ? took : Number.POSITIVE_INFINITY;
}

/** Asks at a steady pace until `signal`: a slow answer must not make the next one come later. */
async function probe(url: string, every: number, signal: AbortSignal): Promise<number[]> {
  const began = performance.now();
  const asked: Promise<number>[] = [];
  while (!signal.aborted) {
    asked.push(firstByte(url).catch(() => Number.POSITIVE_INFINITY));
    await sleep(Math.max(0, asked.length * every - (performance.now() - began)));
  }
  return (await Promise.all(asked)).sort((a, b) => a - b);
}

async function measure(lab: Published, link: string, work: () => Promise<Statuses>): Promise<Measured> {
  const over = new AbortController();
  const pid = lab.server.child.pid ?? 0;
  const cpu = await processCpu(pid);
  await idle.longestHold();
  const before = { stolen: stolenMs(), at: performance.now() };
  const probes = Promise.all([
    probe(`${lab.server.url}/healthz`, ASK_EVERY, over.signal),
    probe(lab.server.url + link, DOWNLOAD_EVERY, over.signal),
  ]);
  const statuses = await work().finally(() => over.abort());
  const [health, downloads] = await probes;
  const took = performance.now() - before.at;
  return {
    statuses,
    health,
    downloads,
    cpu: (((await processCpu(pid)) ?? Number.NaN) - (cpu ?? Number.NaN)) / (took / 1_000),
    stolen: (stolenMs() - before.stolen) / (took * availableParallelism()),
    idle: await idle.longestHold(),
  };
}

/** As many idle readers as this process, and with it the server, may have connections. */
function readersAllowed(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const open = Number(/^Max open files\s+(\d+)/m.exec(limits)?.[1] ?? 1_024);
  if (open >= READERS + OTHER_FILES) return READERS;
  console.log(
    `ulimit -n is ${open}: only ${open - OTHER_FILES} idle readers; ${READERS + OTHER_FILES} would do.\n`,
  );
  return open - OTHER_FILES;
}

const said = (statuses: Statuses): string =>
  Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status === '0' ? 'broken off' : status}`)
    .join(', ');

const ms = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(0));
const idle = idleProcess();
const misses: string[] = [];
const rows: string[][] = [];

function report(name: string, { statuses, health, downloads, cpu, stolen, idle: held }: Measured): void {
  const p99 = quantile(health, 0.99);
  const slowest = downloads.at(-1) ?? Number.POSITIVE_INFINITY;
  const others = `an idle process was held for ${ms(held)} ms, others took ${(100 * stolen).toFixed(0)} % of the processors`;
  rows.push([
    name,
    ms(quantile(health, 0.5)),
    ms(p99),
    ms(quantile(downloads, 0.5)),
    ms(slowest),
    ms(cpu),
    ms(held),
    `${(100 * stolen).toFixed(0)} %`,
    said(statuses),
  ]);
  if (!(p99 < TARGET.health)) misses.push(`${name}: /healthz p99 ${ms(p99)} ms (${others})`);
  if (!(slowest < TARGET.download))
    misses.push(`${name}: a download's first byte after ${ms(slowest)} ms (${others})`);
  if (Object.keys(statuses).some((status) => status === '500'))
    misses.push(`${name}: was answered with 500: ${said(statuses)}`);
}

const lab = await published(16 * MIB);
try {
  const { url } = lab.server;
  const link = await lab.link('reader@example.org');
  const document = await publishedDocument(url, 24 * MIB);
  const task = { url, ms: LASTS, count: 0, token: '', datasetId: lab.datasetId, document };
  const attacks: [name: string, kind: Attack['kind'], count: number][] = [
    ['hostile descriptions', 'descriptions', 1],
    ['20 long passwords at once', 'passwords', 20],
    ['4 nested bodies of 8 MiB at once', 'bodies', 4],
  ];
  const readers = readersAllowed();
  attacks.push([`${readers} idle readers`, 'readers', readers]);

  // Once unmeasured: code is compiled then.
  await measure(lab, link, () => sleep(2_000, {}));
  report('nothing', await measure(lab, link, () => sleep(LASTS / 2, {})));
  for (const [name, kind, count] of attacks) {
    const token = await adminTokenOf(url);
    report(name, await measure(lab, link, () => attack({ ...task, kind, count, token })));
    // What the attack left to do is not the next one's.
    await sleep(1_000);
  }
} finally {
  await lab.close();
  await idle.end();
}

console.log(
  `${availableParallelism()} cores, ${LASTS / 1_000} s each; ms. Targets: /healthz p99 under ${TARGET.health}, ` +
    `every first byte of a download under ${TARGET.download}.\n`,
);
console.log(
  table([
    ['', 'healthz p50', 'p99', 'download p50', 'max', 'CPU/s', 'idle held', 'stolen', 'the attacker got'],
    ...rows,
  ]),
);
console.log(misses.length === 0 ? '\nEvery target reached.' : `\nMissed:\n${misses.join('\n')}`);
process.exitCode = misses.length === 0 ? 0 : 1;
