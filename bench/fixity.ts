/**
 * The last checks of a dataset's files: 100,000 in one folder, and 10,000 subsets of one file each, in a portal with
 * 300,000 other files, on both databases.
 *
 *   node bench/fixity.ts
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Db, onPostgres, openDatabase } from '../server/database/index.ts';
import { fixityStore } from '../server/features/catalogue/fixity.store.ts';
import { median, quantile, table } from './support/figures.ts';
import { benchPostgres } from './support/postgres.ts';

const ROUNDS = 20;
const OTHERS = 300_000;
const ms = (value: number): string => value.toFixed(1);

/** Rows `n` from 1 to a number. */
const numbers = (db: Db, count: number) =>
  onPostgres(db)
    ? sql`generate_series(1, ${sql.lit(count)}) as numbers(n)`
    : sql`(with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)}) select n from numbers) as numbers`;

/** Keys as in a portal: at random, so that neighbours in a folder lie apart in the index of the blobs. */
const key = (db: Db, name: string) =>
  onPostgres(db)
    ? sql`md5(${sql.lit(name)} || n)`
    : sql`hex(n * 2654435761 % 4294967296) || ${sql.lit(name)} || n`;

async function blobs(db: Db, name: string, count: number): Promise<void> {
  await sql`insert into blobs (key, owner, state, size, sha256, crc32, created_at, scrubbed_at)
    select ${key(db, name)}, 'server', 'kept', 1000, 'hash', 0, n, 1000000 + n from ${numbers(db, count)}`.execute(
    db,
  );
}

async function fill(db: Db): Promise<void> {
  await blobs(db, 'other', OTHERS);
  for (const [name, folder, single] of [
    ['folder', 100_000, 0],
    ['subsets', 0, 10_000],
    ['few', 0, 3],
  ] as const) {
    await blobs(db, name, folder + single);
    if (folder > 0) {
      await sql`insert into subsets (id, dataset_id, path, description, content_type, sort, created_at)
        values (${name}, ${name}, ${name}, '', '', 0, 0)`.execute(db);
      await sql`insert into objects (id, dataset_id, subset_id, kind, blob_key, size, file_count, etag, created_at)
        values (${name}, ${name}, ${name}, 'zip', ${name}, 0, ${folder}, '', 0)`.execute(db);
      await sql`insert into intake_files (intake_id, name, blob_key)
        select ${sql.lit(name)}, 'folder/' || n, ${key(db, name)} from ${numbers(db, folder)}`.execute(db);
    } else {
      await sql`insert into subsets (id, dataset_id, path, description, content_type, sort, created_at)
        select ${sql.lit(name)} || n, ${sql.lit(name)}, ${sql.lit(name)} || n, '', '', n, 0 from ${numbers(db, single)}`.execute(
        db,
      );
      await sql`insert into objects (id, dataset_id, subset_id, kind, blob_key, size, file_count, etag, created_at)
        select ${sql.lit(name)} || n, ${sql.lit(name)}, ${sql.lit(name)} || n, 'file', ${key(db, name)}, 0, 1, '', 0
        from ${numbers(db, single)}`.execute(db);
    }
  }
  // PostgreSQL does so by itself, within minutes.
  if (onPostgres(db)) await sql`analyze`.execute(db);
}

async function measure(db: Db): Promise<string[][]> {
  const store = fixityStore(db);
  const rows: string[][] = [];
  for (const name of ['few', 'subsets', 'folder']) {
    const times: number[] = [];
    let found = { files: 0 };
    for (let round = 0; round < ROUNDS; round++) {
      const began = performance.now();
      found = await store.lastChecks(name);
      times.push(performance.now() - began);
    }
    times.sort((a, b) => a - b);
    rows.push([`${name}: ${found.files} files`, ms(median(times)), ms(quantile(times, 0.95))]);
  }
  return rows;
}

const folder = await mkdtemp(join(tmpdir(), 'vitrine-bench-'));
const postgres = await benchPostgres();
for (const [kind, where] of [
  ['SQLite', join(folder, 'vitrine.sqlite')],
  ['PostgreSQL', postgres?.url],
] as const) {
  if (where === undefined) continue;
  const db = await openDatabase(where);
  await fill(db);
  console.log(table([[kind, 'median ms', 'p95 ms'], ...(await measure(db))]));
  await db.destroy();
}
await postgres?.end();
await rm(folder, { recursive: true });
