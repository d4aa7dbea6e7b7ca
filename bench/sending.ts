/**
 * Files out: our sender and X-Accel-Redirect beside nginx with sendfile and without it, and beside Node's own HTTP
 * server with nothing in front of the file, in the same run.
 *
 *   node bench/sending.ts
 *
 * Real server processes on fresh SQLite files, everything else as in earnest: every request proves itself with a
 * ticket, and the approval is looked up. The file lies in the page cache; clients are a process of their own on the
 * same machine. Ratios are medians of paired runs; CPU seconds are those of the server's whole process tree.
 */
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startNginx } from '../tests/support/nginx.ts';
import { type Published, published } from '../tests/support/published.ts';
import { bareSender } from './support/bare-sender.ts';
import { inTurn, median, pairedRatio, table } from './support/figures.ts';
import { type Load, runLoad } from './support/http-load.ts';
import { cpuSeconds, residentBytes } from './support/processes.ts';

const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const SIZE = 128 * MIB;
const ROUNDS = 5;
/** Each has at most 32 connections at a time. */
const PEOPLE = 4;

const cases = [
  { name: '1 client', clients: 1, bytes: 2 * GIB },
  { name: '16', clients: 16, bytes: 4 * GIB },
  { name: '64', clients: 64, bytes: 8 * GIB },
  { name: '1 MiB ranges', clients: 16, bytes: 2 * GIB, part: MIB },
];
/** performance.md, "Sending files": the least share of a peer's speed, case by case. */
const TARGETS: [name: string, peer: string, least: number[]][] = [
  ['vitrine', 'Node, bare', [0.95, 0.95, 0.95, 0.85]],
  ['vitrine', 'nginx, copying', [0.75, 0.75, 0.75, 0.65]],
  ['x-accel', 'nginx', [0.9, 0.9, 0.9, 0.6]],
];
const MEMORY = 80 * MIB;

interface Contestant {
  port: number;
  paths: string[];
  pids: number[];
}

interface Figures {
  /** GiB/s. */
  speed: number;
  /** CPU seconds per GiB. */
  cpu: number;
}

/** The one blob of the server's data folder, as nginx finds it below the folder `blobs`. */
async function blobOf(dataDir: string): Promise<string> {
  const names = await readdir(join(dataDir, 'blobs'), { recursive: true });
  const sizes = names.filter((name) => name.length > 20);
  // The layout of the dataset's ZIP is a blob too, a small one.
  for (const name of sizes) if ((await stat(join(dataDir, 'blobs', name))).size === SIZE) return name;
  throw new Error('there is no such blob');
}

const links = (d: Published): Promise<string[]> =>
  Promise.all(Array.from({ length: PEOPLE }, (_, n) => d.link(`bench${n}@example.org`)));

async function measure(
  { port, paths, pids }: Contestant,
  load: Omit<Load, 'port' | 'paths' | 'size'>,
): Promise<Figures> {
  const before = await cpuSeconds(...pids);
  const { bytes, seconds } = await runLoad({ port, paths, size: SIZE, ...load });
  const used = (await cpuSeconds(...pids)) - before;
  return { speed: bytes / GIB / seconds, cpu: used / (bytes / GIB) };
}

/** The most that the server's memory grows while 64 clients load, bytes. */
async function growth(server: Contestant, load: Omit<Load, 'port' | 'paths' | 'size'>): Promise<number> {
  const pid = server.pids[0] ?? 0;
  const idle = await residentBytes(pid);
  let most = 0;
  let running = true;
  const watching = (async () => {
    while (running) {
      most = Math.max(most, (await residentBytes(pid)) - idle);
      await sleep(50);
    }
  })();
  await measure(server, load);
  running = false;
  await watching;
  return most;
}

async function main(): Promise<void> {
  const ours = await published(SIZE);
  const behind = await published(SIZE, { DELIVERY: 'x-accel', TRUST_PROXY: '127.0.0.1' });
  const portOf = (d: Published) => Number(new URL(d.server.url).port);
  const plain = await startNginx(`    location / { root ${join(ours.dataDir, 'blobs')}; }`);
  const copying = await startNginx(`
    location / {
      root ${join(ours.dataDir, 'blobs')};
      sendfile off;
      output_buffers 2 256k;
    }`);
  const accel = await startNginx(
    `
    location / {
      proxy_pass http://vitrine;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
    location /_blobs/ {
      internal;
      alias ${join(behind.dataDir, 'blobs')}/;
      etag off;
      add_header ETag $upstream_http_etag;
      max_ranges 1;
    }`,
    `  upstream vitrine { server 127.0.0.1:${portOf(behind)}; keepalive 32; }`,
  );
  const bare = await bareSender(join(ours.dataDir, 'blobs', await blobOf(ours.dataDir)));
  try {
    const contestants: Record<string, Contestant> = {
      nginx: { port: plain.port, paths: [`/${await blobOf(ours.dataDir)}`], pids: [plain.pid] },
      // The limit for whoever reads a file and writes it to a socket, as we do; sendfile copies nothing here.
      'nginx, copying': {
        port: copying.port,
        paths: [`/${await blobOf(ours.dataDir)}`],
        pids: [copying.pid],
      },
      // The limit for whoever does it with Node.
      'Node, bare': { port: bare.port, paths: ['/'], pids: [bare.pid] },
      vitrine: { port: portOf(ours), paths: await links(ours), pids: [ours.server.child.pid ?? 0] },
      'x-accel': {
        port: accel.port,
        paths: await links(behind),
        pids: [accel.pid, behind.server.child.pid ?? 0],
      },
    };
    const [sixtyFour] = cases.filter(({ clients }) => clients === 64);
    const { vitrine } = contestants;
    // Once unmeasured: code is compiled and pages are cached then.
    for (const one of Object.values(contestants)) {
      await measure(one, { clients: 4, bytes: GIB });
      await measure(one, { clients: 4, bytes: GIB / 4, part: MIB });
    }
    const grown = vitrine && sixtyFour ? await growth(vitrine, sixtyFour) : Number.NaN;

    const results: Record<string, Figures[]>[] = [];
    for (const { name: _, ...load } of cases) {
      const runs = Object.entries(contestants).map(
        ([name, one]) => [name, () => measure(one, load)] as const,
      );
      results.push(await inTurn(ROUNDS, Object.fromEntries(runs)));
    }
    const of = (i: number, name: string, what: keyof Figures) =>
      (results[i]?.[name] ?? []).map((one) => one[what]);
    const missed: string[] = [];
    const ratio = (i: number, name: string, peer: string) =>
      pairedRatio(of(i, name, 'speed'), of(i, peer, 'speed'));
    const row = (value: (i: number) => number) => cases.map((_, i) => value(i).toFixed(2));
    const judged = ([name, peer, least]: (typeof TARGETS)[number]) =>
      row((i) => {
        const [value, target = 0] = [ratio(i, name, peer), least[i]];
        if (value < target)
          missed.push(`${name}, ${cases[i]?.name}: ${value.toFixed(2)} of ${peer}, target ${target}`);
        return value;
      });
    const heading = ['', ...cases.map(({ name }) => name)];
    console.log(
      `${ROUNDS} rounds, a file of ${SIZE / MIB} MiB; nginx GiB/s: ${cases
        .map((_, i) => median(of(i, 'nginx', 'speed')).toFixed(2))
        .join(', ')}\n`,
    );
    const names = Object.keys(contestants);
    console.log(
      table([
        ['speed, nginx = 1', ...heading.slice(1)],
        ...names.map((name) => [name, ...row((i) => ratio(i, name, 'nginx'))]),
      ]),
    );
    console.log();
    console.log(
      table([
        ['CPU s/GiB', ...heading.slice(1)],
        ...names.map((name) => [name, ...row((i) => median(of(i, name, 'cpu')))]),
      ]),
    );
    console.log();
    console.log(
      table([
        ['speed, with a target', ...heading.slice(1)],
        ...TARGETS.map((one) => [`${one[0]} of ${one[1]}`, ...judged(one)]),
      ]),
    );
    if (grown > MEMORY) missed.push(`memory with 64 clients: +${(grown / MIB).toFixed(0)} MiB`);
    console.log(`\nmemory with 64 clients: +${(grown / MIB).toFixed(0)} MiB (target ${MEMORY / MIB})`);
    console.log(missed.length === 0 ? 'every target reached' : `missed:\n${missed.join('\n')}`);
  } finally {
    bare.close();
    await accel.close();
    await plain.close();
    await copying.close();
    await ours.close();
    await behind.close();
  }
}

await main();
