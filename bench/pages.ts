/**
 * The reading pages against a bare node:http server that sends the same bytes from memory (issue 5, "It must show").
 *
 *   npm run build && node bench/pages.ts
 *
 * 60 datasets, uncompressed; servers and a light client in processes of their own on the loopback, in turn, in one
 * run. Ratios of requests per second, paired by round, medians.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { catalogueSearch, catalogueSorts } from '../contract/catalogue-query.ts';
import { bareServerOf, fill, portal } from './support/contestants.ts';
import { inTurn, median, pairedRatio, table } from './support/figures.ts';
import { runPageLoad } from './support/page-load.ts';

const ROUNDS = 7;
const SECONDS = 1.5;
const CLIENTS = 16;
const DATASETS = 60;
const TARGETS: Record<string, number> = { cached: 0.5, 'page uncached': 0.03 };

/** The home page in more ways than the server keeps, each with every dataset: all of them have an `e` in them. */
const SEARCHES = catalogueSorts.flatMap((sort) =>
  Array.from({ length: 99 }, (_, n) => `/${catalogueSearch({ q: 'e '.repeat(n + 1).trim(), sort })}`),
);

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-pages-'));

/** Filled by a portal of the usual clock: with the cold one nobody could sign in. */
async function filled(name: string) {
  const dataDir = join(folder, name);
  const server = await portal(dataDir);
  const id = await fill(server.url, DATASETS);
  await server.end();
  return { dataDir, path: `/datasetDetail/${id}` };
}

try {
  const warmData = await filled('warm');
  const coldData = await filled('cold');
  const warm = await portal(warmData.dataDir);
  const cold = await portal(coldData.dataDir, '', true);
  for (const [name, ofWarm, ofCold] of [
    ['GET /', '/', '/'],
    ['GET /datasetDetail/{id}', warmData.path, coldData.path],
  ] as const) {
    const bare = await bareServerOf(warm.url + ofWarm);
    const bytes = (await (await fetch(warm.url + ofWarm)).arrayBuffer()).byteLength;
    const load = (url: string, path: string | string[]) => () =>
      runPageLoad({ url, path, clients: CLIENTS, seconds: SECONDS, status: 200 });
    const results = await inTurn(ROUNDS, {
      'node:http': load(bare.url, '/'),
      cached: load(warm.url, ofWarm),
      // Rendered for each request, from the catalogue as it is kept.
      ...(ofWarm === '/' ? { 'page uncached': load(warm.url, SEARCHES) } : {}),
      'nothing kept': load(cold.url, ofCold),
    });
    await bare.end();

    const rates = (one: string) => (results[one] ?? []).map(({ perSecond }) => perSecond);
    console.log(`${name}, ${bytes} bytes, ${CLIENTS} connections, ${ROUNDS} rounds of ${SECONDS} s`);
    console.log(
      `${table([
        ['', 'requests/s', 'p99 ms', 'ratio', 'target'],
        ...Object.entries(results).map(([one, rounds]) => [
          one,
          median(rates(one)).toFixed(0),
          median(rounds.map(({ p99 }) => p99)).toFixed(1),
          pairedRatio(rates(one), rates('node:http')).toFixed(3),
          TARGETS[one] === undefined ? '' : `≥ ${TARGETS[one]}`,
        ]),
      ])}\n`,
    );
  }
  for (const server of [warm, cold]) await server.end();
} finally {
  await rm(folder, { recursive: true, force: true });
}
