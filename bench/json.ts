/**
 * The catalogue's JSON against a bare node:http server that sends the same bytes from memory (performance.md, "JSON").
 *
 *   node bench/json.ts
 *
 * 60 datasets, uncompressed; servers and a light client in processes of their own on the loopback, in turn, in one
 * run. Ratios of requests per second, paired by round, medians.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bareServerOf, fill, portal } from './support/contestants.ts';
import { inTurn, median, pairedRatio, table } from './support/figures.ts';
import { type PageLoad, runPageLoad } from './support/page-load.ts';
import { benchPostgres } from './support/postgres.ts';

const ROUNDS = 7;
const SECONDS = 1.5;
const CLIENTS = 16;
const DATASETS = 60;
const PATH = '/api/v1/datasets';
const TARGETS: Record<string, number> = {
  cached: 0.85,
  '304': 1,
  'cold, SQLite': 0.15,
  'cold, PostgreSQL': 0.08,
};

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-json-'));
const postgres = await benchPostgres();
if (!postgres) console.log('There is no PostgreSQL here: its row is left out.');

/** Filled by a portal of the usual clock, then served by the cold one: nobody could sign in with the latter. */
async function filled(name: string, url = ''): Promise<string> {
  const dataDir = join(folder, name);
  const server = await portal(dataDir, url);
  await fill(server.url, DATASETS);
  await server.end();
  return dataDir;
}

try {
  const warm = await portal(await filled('warm'));
  const cold = await portal(await filled('cold'), '', true);
  const coldPostgres = postgres && (await portal(await filled('postgres', postgres.url), postgres.url, true));
  const bare = await bareServerOf(warm.url + PATH);
  const first = await fetch(warm.url + PATH);
  const bytes = Buffer.byteLength(await first.text());

  const load =
    (url: string, more: Partial<PageLoad> = {}) =>
    () =>
      runPageLoad({ url, path: PATH, clients: CLIENTS, seconds: SECONDS, status: 200, ...more });
  const results = await inTurn(ROUNDS, {
    'node:http': load(bare.url),
    cached: load(warm.url),
    '304': load(warm.url, { status: 304, headers: [`if-none-match: ${first.headers.get('etag')}`] }),
    'cold, SQLite': load(cold.url),
    ...(coldPostgres ? { 'cold, PostgreSQL': load(coldPostgres.url) } : {}),
  });
  for (const server of [warm, cold, coldPostgres, bare]) await server?.end();

  const rates = (name: string) => (results[name] ?? []).map(({ perSecond }) => perSecond);
  console.log(
    `${DATASETS} datasets, ${bytes} bytes, ${CLIENTS} connections, ${ROUNDS} rounds of ${SECONDS} s`,
  );
  console.log(
    table([
      ['', 'requests/s', 'p99 ms', 'ratio', 'target'],
      ...Object.entries(results).map(([name, rounds]) => [
        name,
        median(rates(name)).toFixed(0),
        median(rounds.map(({ p99 }) => p99)).toFixed(1),
        pairedRatio(rates(name), rates('node:http')).toFixed(3),
        TARGETS[name] === undefined ? '' : `≥ ${TARGETS[name]}`,
      ]),
    ]),
  );
} finally {
  await postgres?.end();
  await rm(folder, { recursive: true, force: true });
}
