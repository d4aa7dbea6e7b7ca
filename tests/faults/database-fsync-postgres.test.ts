// @module-tag guards
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject as provided, test } from 'vitest';
import { sql } from '../../server/testing/look-inside.ts';
import { notRun } from '../support/not-run.ts';
import { ownPostgres } from '../support/own-postgres.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';
import { canTrace, inject } from '../support/trace.ts';

const FILES = 3;
/** faults.md, "PostgreSQL restarts": well again within this long of the database, ms. */
const WELL_WITHIN = 5_000;

if (!canTrace()) notRun('a failing fsync of PostgreSQL', 'It needs strace, and the right to use it.');
// Where there is no PostgreSQL, the set-up has said so.
const can = canTrace() && provided('postgresUrl') !== null;
describe.runIf(can)('faults: an fsync of PostgreSQL fails', () => {
  let dataDir: string;
  let postgres: Awaited<ReturnType<typeof ownPostgres>>;
  let server: ServerProcess;
  let token: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vitrine-pg-fsync-'));
    postgres = await ownPostgres();
    server = await startServer(dataDir, { DATABASE_URL: postgres.url });
    token = await adminTokenOf(server.url);
  });
  afterAll(async () => {
    await server?.end('SIGKILL');
    await postgres?.remove();
    await rm(dataDir, { recursive: true, force: true });
  });

  /** What a failing write was answered. */
  const said: string[] = [];
  const add = async (name: string): Promise<number> => {
    const form = new FormData();
    for (const [key, value] of Object.entries({ name, version: '1', modalityName: 'MRI' }))
      form.append(key, value);
    for (let i = 0; i < FILES; i++) form.append('subsets', new Blob([`${name} ${i}`]), `${i}.txt`);
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${server.url}/api/v1/admin/addDataset`, {
      method: 'POST',
      headers,
      body: form,
    });
    if (answer.status !== 200) said.push(((await answer.json()) as { msg: string }).msg);
    return answer.status;
  };
  const inside = () => ({ folder: dataDir, databaseUrl: postgres.url });
  const connections = async () =>
    (
      await sql<{ pid: number }>(
        inside(),
        "select pid from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
      )
    ).map(({ pid }) => pid);

  test('it ends its sessions and recovers; the portal lives, answers 500 or 503, and no row is without its file', {
    timeout: 120_000,
  }, async () => {
    const acknowledged: string[] = [];
    const refused: number[] = [];
    for (const when of [1, 2, 3]) {
      const before = `Before ${when}`;
      expect(await add(before)).toBe(200);
      acknowledged.push(before);
      const release = await inject(await connections(), `fsync,fdatasync:error=EIO:when=${when}`);
      const status = await add(`Fails ${when}`);
      if (status === 200) acknowledged.push(`Fails ${when}`);
      else refused.push(status);
      await release();
      // The database comes back by itself; from then on the portal is to be well soon.
      const isBack = () =>
        sql(inside(), 'select 1').then(
          () => true,
          () => false,
        );
      await expect.poll(isBack, { timeout: 30_000 }).toBe(true);
      const back = Date.now();
      while ((await add(`After ${when} ${Date.now()}`)) !== 200) {
        expect(Date.now() - back, 'well again').toBeLessThan(WELL_WITHIN);
        await sleep(20);
      }
      expect(server.child.exitCode).toBeNull();
    }
    expect(refused.length, 'it fell into writes').toBeGreaterThan(0);
    expect(refused.filter((status) => ![500, 503].includes(status))).toEqual([]);
    // Whether a commit that failed has come about is unknown.
    expect(said.filter((words) => /nothing was/i.test(words))).toEqual([]);

    await server.end();
    server = await startServer(dataDir, { DATABASE_URL: postgres.url });
    token = await adminTokenOf(server.url);
    const { list } = await callServer<{ list: { name: string; fileCount: number }[] }>(
      server.url,
      'GET',
      '/api/v1/admin/datasetList?pageSize=200',
      { token },
    );
    const names = list.map(({ name }) => name);
    expect(acknowledged.filter((name) => !names.includes(name))).toEqual([]);
    expect(list.filter(({ fileCount }) => fileCount !== FILES)).toEqual([]);
    const rows = await sql<{ key: string; state: string }>(inside(), 'select key, state from blobs');
    expect(rows.filter(({ state }) => state !== 'kept')).toEqual([]);
    const files = (await readdir(join(dataDir, 'blobs'), { recursive: true })).filter(
      (name) => name.length > 20,
    );
    expect(files.map((name) => name.slice(-20)).sort()).toEqual(rows.map(({ key }) => key).sort());
  });
});
