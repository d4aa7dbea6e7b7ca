import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { GUARD } from '../support/guards.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';
import { canTrace, inject } from '../support/trace.ts';

let dataDir: string;
let server: ServerProcess;
let token: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-fsync-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
});
afterEach(async () => {
  await server.end('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

const add = (name: string, files: number): Promise<Response> => {
  const form = new FormData();
  for (const [key, value] of Object.entries({ name, version: '1', modalityName: 'MRI' }))
    form.append(key, value);
  for (let i = 0; i < files; i++) form.append('subsets', new Blob([`${name} ${i}`]), `${i}.txt`);
  return fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
};

/** Every file has its row, every row its file. */
async function expectAgreed(): Promise<void> {
  const names = await readdir(join(dataDir, 'blobs'), { recursive: true });
  const db = new Database(join(dataDir, 'vitrine.sqlite'), { readonly: true });
  const rows = db.prepare('select key, state from blobs').all() as { key: string; state: string }[];
  const integrity = db.pragma('integrity_check', { simple: true });
  db.close();
  expect(integrity).toBe('ok');
  expect(rows.filter(({ state }) => state !== 'kept')).toEqual([]);
  const files = names.filter((name) => name.length > 20).map((name) => name.slice(-20));
  expect(files.sort()).toEqual(rows.map(({ key }) => key).sort());
}

if (!canTrace() && process.env.CI) throw new Error('strace is needed here');
describe.runIf(canTrace())('faults: an fsync of the database fails: the process ends, and recovers', () => {
  const log = () => join(dataDir, 'vitrine.sqlite-wal');
  for (const [what, file, when] of [
    ['the first commit', log, 1],
    ['a later commit', log, 2],
    ['the commit that takes the files up', log, 5],
    ['not of the database, but of where blobs lie', () => join(dataDir, 'blobs'), 1],
  ] as const) {
    const options = what === 'the first commit' ? {} : GUARD;
    test(`${what}: 500, nothing is tried again, no row without its blob`, {
      ...options,
      timeout: 60_000,
    }, async () => {
      expect((await add('Before', 1)).status).toBe(200);
      const gone = once(server.child, 'exit');
      const injection = `fsync,fdatasync:error=EIO:when=${when}`;
      const release = await inject(server.child.pid ?? 0, injection, [file()]);
      expect((await add('Fails', 3)).status).toBe(500);
      expect((await gone)[0]).toBe(70);
      await release();

      server = await startServer(dataDir);
      token = await adminTokenOf(server.url);
      const { list } = await callServer<{ list: { name: string }[] }>(
        server.url,
        'GET',
        '/api/v1/admin/datasetList',
        { token },
      );
      expect(list.map(({ name }) => name)).toContain('Before');
      expect((await add('After', 1)).status).toBe(200);
      await server.end();
      await expectAgreed();
    });
  }

  test('of the file itself, when the log is brought into it', { ...GUARD, timeout: 60_000 }, async () => {
    const gone = once(server.child, 'exit');
    const release = await inject(server.child.pid ?? 0, 'fsync,fdatasync:error=EIO', [
      join(dataDir, 'vitrine.sqlite'),
    ]);
    // More rows than are written before the log is brought in.
    for (let i = 0; i < 3 && server.child.exitCode === null; i++) await add(`Many ${i}`, 300).catch(() => {});
    expect((await gone)[0]).toBe(70);
    await release();
    server = await startServer(dataDir);
    await server.end();
    await expectAgreed();
  });
});
