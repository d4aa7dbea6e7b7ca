/**
 * How far one server's catalogue goes: what visitors and administrators ask, with more and more datasets (docs/scale.md).
 *
 *   npm run build && node bench/capacity.ts [datasets, with commas between]
 *
 * A real server process on SQLite, a light client in a process of its own on the loopback. The datasets are copies of one
 * with two files, made by SQL.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { adminTokenOf } from '../tests/support/server-process.ts';
import { type Contestant, fill, portal } from './support/contestants.ts';
import { inTurn, median, table } from './support/figures.ts';
import { runPageLoad } from './support/page-load.ts';

const SIZES = (process.argv[2] ?? '60,1000,5000').split(',').map(Number);
const ROUNDS = 3;
const SECONDS = 2;
const CLIENTS = 16;

type Row = Record<string, string | number | null>;

/** Copies the only dataset, with its files, until there are `count`. */
function multiply(dataDir: string, count: number): void {
  const db = new Database(join(dataDir, 'vitrine.sqlite'));
  const rows = (from: string) => db.prepare(`select * from ${from}`).all() as Row[];
  const insert = (into: string, row: Row) => {
    const names = Object.keys(row);
    db.prepare(
      `insert into ${into} (${names.join()}) values (${names.map((name) => `@${name}`).join()})`,
    ).run(row);
  };
  /** Of each table, the columns by which a copy differs. */
  const differs: [string, string[]][] = [
    ['lineages', ['id', 'name', 'slug']],
    ['datasets', ['id', 'lineage_id', 'name', 'path']],
    ['subsets', ['id', 'dataset_id', 'path']],
    ['paths', ['path', 'dataset_id', 'subset_id']],
    ['objects', ['id', 'dataset_id', 'subset_id']],
  ];
  const originals = differs.map(([name, columns]) => ({ name, columns, rows: rows(name) }));
  db.transaction(() => {
    for (let n = 1; n < count; n++)
      for (const { name, columns, rows } of originals)
        for (const row of rows) {
          const copied = columns.map((column) => [
            column,
            row[column] === null ? null : `${row[column]}-${n}`,
          ]);
          insert(name, { ...row, ...Object.fromEntries(copied) });
        }
  })();
  db.close();
}

const ask = async (server: Contestant, path: string, token?: string) => {
  const answer = await fetch(server.url + path, {
    headers: { 'accept-encoding': 'gzip', ...(token && { authorization: `Bearer ${token}` }) },
  });
  const bytes = (await answer.arrayBuffer()).byteLength;
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
  return { bytes, sent: Number(answer.headers.get('content-length') ?? bytes) };
};

const lines = [['datasets', 'call', 'bytes', 'gzip', 'requests/s', 'p99 ms']];
for (const size of SIZES) {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-capacity-'));
  try {
    const filling = await portal(folder);
    const id = await fill(filling.url, 1);
    await filling.end();
    multiply(folder, size);
    const warm = await portal(folder);
    const token = await adminTokenOf(warm.url);
    const list = '/api/v1/admin/datasetList?pageIndex=2&pageSize=20';
    const calls = [
      ['/', []],
      ['/api/v1/datasets', []],
      [`/datasetDetail/${id}`, []],
      [list, [`authorization: Bearer ${token}`]],
    ] as const;
    const load = (path: string, headers: readonly string[]) => () =>
      runPageLoad({
        url: warm.url,
        path,
        clients: CLIENTS,
        seconds: SECONDS,
        status: 200,
        headers: [...headers],
      });
    for (const [path, headers] of calls) {
      const { bytes, sent } = await ask(warm, path, headers.length > 0 ? token : undefined);
      const { warm: found = [] } = await inTurn(ROUNDS, { warm: load(path, headers) });
      lines.push([
        String(size),
        path.replace(id, '{id}'),
        String(bytes),
        String(sent),
        median(found.map(({ perSecond }) => perSecond)).toFixed(0),
        median(found.map(({ p99 }) => p99)).toFixed(1),
      ]);
    }
    await warm.end();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
console.log(table(lines));
