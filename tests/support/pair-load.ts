import { mkdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { sql } from '../../server/testing/look-inside.ts';
import { NAMES } from './balanced.ts';
import { balancedClient } from './balanced-client.ts';
import type { Pair } from './pair.ts';
import { judgeRecord, type Killed, type RecordRow } from './pair-judge.ts';
import { folderOf, linksFor, registers, type Shelf } from './pair-readers.ts';
import { PASSWORD } from './person.ts';
import { random } from './random.ts';
import { type Resumed, resumedByCurl, resumedByRange } from './resuming.ts';
import { adminTokenOf } from './server-process.ts';
import { vitrine } from './vitrine.ts';

const MIB = 1024 * 1024;
/** Of each that is downloaded. */
export const SIZE = 24 * MIB;
/** Bytes a second of each download: about 10 s, so that every kill falls into several. */
export const PACE = 2.5 * MIB;
const EVERY = 10_000;
const BY_RANGE = 3;
const BY_CURL = 2;

interface Download extends Resumed {
  email: string;
  path: string;
}

/** Kills one of two again and again while people read, sign in, register, write and download; judges what is left. */
export async function killedUnderLoad(
  pair: Pair,
  dataDir: string,
  shelf: Shelf,
  times: number,
): Promise<string> {
  const { url } = pair;
  const client = balancedClient(url);
  const admin = await adminTokenOf(url);
  const inside = { folder: dataDir, databaseUrl: pair.env.DATABASE_URL };
  const kills: Killed[] = [];
  const downloads: Download[] = [];
  const acknowledged = { people: [] as string[], datasets: [] as string[], answered: new Set<number>() };
  let people = 0;
  let over = false;
  /** ms that the slowest took from the signal until it was gone. */
  let dying = 0;

  const somebody = async () => {
    for (;;) {
      const email = `reader${++people}@example.org`;
      const token = await registers(client, dataDir, email, admin);
      if (!token) continue;
      acknowledged.people.push(email);
      return { email, token };
    }
  };
  async function fetched(email: string, path: string, link: string, folder?: string): Promise<void> {
    const whole = folder
      ? await resumedByCurl(url + link, PACE, folder)
      : await resumedByRange(url + link, PACE);
    downloads.push({ ...whole, email, path });
  }
  async function downloader(n: number): Promise<void> {
    const folder = n < BY_CURL ? folderOf(dataDir, n) : undefined;
    if (folder) await mkdir(folder);
    while (!over) {
      const { email, token } = await somebody();
      for (const [path, link] of await linksFor(client, shelf, token))
        if (!over) await fetched(email, path, link, folder);
    }
  }
  const [dataset] = shelf.datasetIds;
  const pages = ['/', `/datasetDetail/${dataset}`, '/login', '/admin/login', '/api/v1/setting'];
  async function visitor(): Promise<void> {
    while (!over) {
      for (const page of [...pages, '/api/v1/datasets', `/api/v1/dataset/${dataset}`]) {
        await client.page(page);
        await sleep(random() * 60);
      }
      await client.page('/api/v1/admin/records?pageSize=10', { token: admin });
      await client.page('/api/v1/admin/summary', { token: admin });
    }
  }
  async function signsIn(email: string): Promise<void> {
    while (!over) {
      const body = { email, password: PASSWORD };
      const signed = await client.page<{ token: string }>('/api/v1/login', { method: 'POST', body });
      // By whichever of the two it was made: both know it at once.
      const token = signed?.data?.token;
      for (let n = 0; token && n < 4; n++) await client.page('/api/v1/userInfo', { token });
      await sleep(200 + random() * 300);
    }
  }
  async function writes(): Promise<void> {
    for (let n = 0; !over; n++) {
      const name = `Written ${n}`;
      const body = new FormData();
      for (const [key, value] of Object.entries({ name, version: '1', modalityName: 'MRI' }))
        body.append(key, value);
      body.append('subsets', new Blob([`${name}\n`.repeat(5_000)]), 'a.txt');
      const path = '/api/v1/admin/addDataset';
      const added = await client.once(path, { method: 'POST', body, token: admin });
      acknowledged.answered.add(added.status);
      if (added.status === 200) acknowledged.datasets.push(name);
      await sleep(300 + random() * 400);
    }
  }

  // As a server writes progress: what the machine makes of its 2 s, and of a commit after them.
  const writings: { from: number; to: number; late: number }[] = [];
  async function measures(): Promise<void> {
    while (!over) {
      const from = Date.now();
      await sleep(2_000);
      await sql(inside, `select pg_logical_emit_message(true, 'late', '')`);
      const to = Date.now();
      writings.push({ from, to, late: to - from - 2_000 });
    }
  }

  const first = await somebody();
  const load = Promise.all([
    ...Array.from({ length: BY_RANGE + BY_CURL }, (_, n) => downloader(n)),
    visitor(),
    visitor(),
    signsIn(first.email),
    writes(),
    measures(),
  ]);
  // Waited for when the kills are over.
  load.catch(() => {});
  const began = Date.now();
  try {
    for (let n = 0; n < times; n++) {
      // On a busy machine less often, when both are well again: one of the two is there at any time.
      await sleep(Math.max(0, began + (n + 1) * EVERY - Date.now()));
      const name = random() < 0.5 ? NAMES[0] : NAMES[1];
      const at = Date.now();
      kills.push({ name, at });
      await pair.kill(name);
      dying = Math.max(dying, Date.now() - at);
      await pair.start(name);
    }
  } finally {
    over = true;
  }
  await load;
  for (const kill of kills) {
    const about = writings.filter(({ from, to }) => from <= kill.at && to >= kill.at - 5_000);
    kill.late = Math.max(...about.map(({ late }) => late));
  }

  expect(client.failures, 'pages that failed after one retry').toEqual([]);
  await expect
    .poll(() => sql(inside, 'select id from outbox where sent_at is null'), { timeout: 60_000 })
    .toEqual([]);
  // What runs is written at its end.
  await Promise.all(NAMES.map((name) => pair.server(name).end('SIGTERM')));

  expect(downloads.length).toBeGreaterThan(times);
  const rows = await sql<RecordRow>(inside, 'select * from records');
  const theirs = new Set(downloads.map(({ email }) => email));
  expect(rows.filter(({ email }) => theirs.has(email))).toHaveLength(downloads.length);
  for (const download of downloads) {
    expect(download.sha256).toBe(shelf.hashes.get(download.path));
    expect(download.etags.size).toBe(1);
    const own = rows.filter((row) => row.email === download.email && row.subset_path === download.path);
    judgeRecord(own, download, kills);
  }
  const sums = 'sum(count)::int as count, sum(bytes)::float8 as bytes';
  const count = rows.length;
  const bytes = rows.reduce((sum, row) => sum + Number(row.bytes_sent), 0);
  expect(await sql(inside, `select ${sums} from download_days`)).toEqual([{ count, bytes }]);
  expect(await sql(inside, 'select sum(count)::int as count from datasets')).toEqual([{ count }]);

  const namesOf = async (query: string) =>
    (await sql<{ name: string }>(inside, query)).map(({ name }) => name);
  const made = await namesOf(`select name from datasets where name like 'Written %' order by name`);
  expect(new Set(made).size).toBe(made.length);
  expect(made).toEqual(expect.arrayContaining(acknowledged.datasets));
  expect([...acknowledged.answered].filter((status) => ![0, 200, 502, 503, 504].includes(status))).toEqual(
    [],
  );
  const action = `action = 'POST /api/v1/admin/addDataset'`;
  expect(await sql(inside, `select count(*)::int as made from audit where ${action}`)).toEqual(
    await sql(inside, 'select count(*)::int as made from datasets'),
  );
  const approved = await namesOf(`select email as name from users where status = 'approved'`);
  expect(approved).toEqual(expect.arrayContaining(acknowledged.people));
  const { code, stdout, stderr } = await vitrine(pair.env, 'verify');
  expect([code, stderr, stdout]).toEqual([0, '', expect.stringContaining('All is well.')]);

  const broken = downloads.flatMap(({ pieces }) => pieces.filter(({ whole }) => !whole)).length;
  expect(broken, 'the kills must fall into downloads').toBeGreaterThan(0);
  return `${times} kills in ${Math.round((Date.now() - began) / 1_000)} s: ${downloads.length} downloads whole, ${broken} breaks resumed; ${client.counted.asked} calls, ${client.counted.retried} asked twice (a killed server is gone within ${dying} ms); ${acknowledged.datasets.length} datasets and ${acknowledged.people.length} people acknowledged`;
}
