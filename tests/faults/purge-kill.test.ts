// @module-tag guards
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { adminTokenOf, callServer, startServer } from '../support/server-process.ts';

const FILES = 300;
const KILLS = 3;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-purge-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

/** Blobs by state, and the files that lie there. */
async function inside() {
  const names = await readdir(join(dataDir, 'blobs'), { recursive: true }).catch(() => []);
  const db = new Database(join(dataDir, 'vitrine.sqlite'), { readonly: true });
  const rows = db.prepare('select key, state from blobs').all() as { key: string; state: string }[];
  db.close();
  const keys = (state: string) =>
    rows
      .filter((row) => row.state === state)
      .map(({ key }) => key)
      .sort();
  return {
    files: names
      .filter((name) => name.length > 20)
      .map((name) => name.slice(-20))
      .sort(),
    kept: keys('kept'),
    purging: keys('purging'),
    purged: keys('purged'),
  };
}

test('faults: kill -9 in the middle of a purge: the next start goes on with it, nothing else is touched', {
  timeout: 120_000,
}, async () => {
  let server = await startServer(dataDir);
  let token = await adminTokenOf(server.url);
  const add = async (name: string) => {
    const form = new FormData();
    for (const [key, value] of Object.entries({ name, version: '1', modalityName: 'MRI' }))
      form.append(key, value);
    for (let i = 0; i < FILES; i++) form.append('subsets', new Blob([`${name} ${i}`]), `${i}.txt`);
    const answer = await fetch(`${server.url}/api/v1/admin/addDataset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return ((await answer.json()) as { data: Dataset }).data.id;
  };
  await add('Stays');
  const { kept } = await inside();
  expect(kept.length).toBeGreaterThanOrEqual(FILES);
  const gone = await Promise.all(Array.from({ length: KILLS }, (_, n) => add(`Goes ${n}`)));
  for (const id of gone) await callServer(server.url, 'DELETE', `/api/v1/admin/dataset/${id}`, { token });

  let interrupted = 0;
  for (const [n, id] of gone.entries()) {
    const answered = callServer(server.url, 'DELETE', `/api/v1/admin/trash/${id}`, { token });
    // Before, at and after the answer: while the rows are written, and while the bytes go.
    if (n % 2 === 0) await answered;
    else {
      answered.catch(() => {});
      await sleep(n * 10);
    }
    await server.end('SIGKILL');
    if ((await inside()).purging.length > 0) interrupted++;
    server = await startServer(dataDir);
    token = await adminTokenOf(server.url);
    for (let tries = 0; tries < 200 && (await inside()).purging.length > 0; tries++) await sleep(50);
    expect((await inside()).purging).toEqual([]);
  }
  expect(interrupted, 'a kill must fall into a removal').toBeGreaterThan(0);
  // What a kill came before of is still in the trash, whole.
  for (const id of gone)
    await callServer(server.url, 'DELETE', `/api/v1/admin/trash/${id}`, { token }).catch(() => {});
  for (let tries = 0; tries < 200 && (await inside()).purging.length > 0; tries++) await sleep(50);
  await server.end();

  const after = await inside();
  expect(after.purging).toEqual([]);
  expect(after.purged).toHaveLength(KILLS * FILES);
  expect(
    kept.every((key) => after.kept.includes(key)),
    'what stays',
  ).toBe(true);
  // A ZIP's layout stays for ever: what is kept has its file, what is purged has none.
  expect(after.files).toEqual(after.kept);
});
