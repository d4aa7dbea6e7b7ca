/**
 * Lighthouse on the reading pages, as a phone sees them (look.md, "Budgets"): medians of 5 runs on home and dataset
 * page of a filled portal.
 *
 *   npm run build && node bench/lighthouse.ts
 *
 * Lighthouse comes by npx and is no dependency: it breaks the lockfile. Chromium: CHROME_PATH, else the tests'. The
 * server listens on the loopback; Lighthouse's own simulation of a slow phone network and processor is on.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fillDemo } from '../scripts/demo/fill.ts';
import { callServer, startServer } from '../tests/support/server-process.ts';
import { median, table } from './support/figures.ts';

const RUNS = 5;
const VERSION = '12';
const CATEGORIES = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 };
/** ms, but for the shift of the layout. */
const MEASURES = {
  'largest-contentful-paint': 1_800,
  'total-blocking-time': 100,
  'cumulative-layout-shift': 0.02,
};
const FLAGS = ['--headless=new', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'];

interface Report {
  categories: Record<string, { score: number | null }>;
  audits: Record<string, { score: number | null; numericValue?: number; title: string }>;
}

async function lighthouse(url: string, file: string): Promise<Report> {
  const child = spawn(
    'npx',
    [
      ...['--yes', `lighthouse@${VERSION}`, url, '--quiet', '--output=json', `--output-path=${file}`],
      ...[`--only-categories=${Object.keys(CATEGORIES).join(',')}`, `--chrome-flags=${FLAGS.join(' ')}`],
    ],
    {
      // Not inside the project: npx would look for Lighthouse in its node_modules.
      cwd: tmpdir(),
      env: { CHROME_PATH: '/usr/bin/chromium-headless-shell', ...process.env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`Lighthouse ended with ${code}`);
  return JSON.parse(await readFile(file, 'utf8')) as Report;
}

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-lighthouse-'));
try {
  const dataDir = join(folder, 'data');
  await fillDemo(dataDir);
  const server = await startServer(dataDir);
  const datasets = await callServer<{ id: string; samples: string | null; desc: string | null }[]>(
    server.url,
    'GET',
    '/api/v1/datasets',
  );
  const shown = datasets.find(({ samples, desc }) => samples && desc) ?? datasets[0];
  const rows: string[][] = [['', ...Object.keys(CATEGORIES), ...Object.keys(MEASURES)]];
  const lost = new Set<string>();
  for (const [name, path] of [
    ['home', '/'],
    ['dataset', `/datasetDetail/${shown?.id}`],
  ] as const) {
    const reports: Report[] = [];
    for (let run = 0; run < RUNS; run++)
      reports.push(await lighthouse(server.url + path, join(folder, `${name}-${run}.json`)));
    for (const { audits } of reports)
      for (const [id, { score, title }] of Object.entries(audits))
        if (score !== null && score < 0.9) lost.add(`${name}: ${id} (${title})`);
    const of = (read: (report: Report) => number | null | undefined) =>
      median(reports.map((report) => read(report) ?? Number.NaN));
    rows.push([
      name,
      ...Object.keys(CATEGORIES).map((id) =>
        (of(({ categories }) => categories[id]?.score) * 100).toFixed(0),
      ),
      ...Object.keys(MEASURES).map((id) => of(({ audits }) => audits[id]?.numericValue).toFixed(3)),
    ]);
  }
  await server.end();
  const targets = [
    ...Object.values(CATEGORIES).map((score) => `≥ ${score}`),
    ...Object.values(MEASURES).map((most) => `≤ ${most}`),
  ];
  rows.push(['target', ...targets]);
  console.log(`Lighthouse ${VERSION}, mobile, medians of ${RUNS}\n${table(rows)}`);
  console.log([...lost].sort().join('\n'));
} finally {
  await rm(folder, { recursive: true, force: true });
}
