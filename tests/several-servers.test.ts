// @module-tag guards
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import type { DataOf } from '../contract/endpoint.ts';
import type { getHealth } from '../contract/health.ts';
import type { DownloadRecord, getSummary } from '../contract/statistics.ts';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { freshDatabase, temporaryFolder } from '../server/testing/databases.ts';
import { rowCount, sql } from '../server/testing/look-inside.ts';
import { freshPlace, onObjectStore } from '../server/testing/object-store.ts';
import { onTheWire } from '../server/testing/wire.ts';
import { type ServerProcess, startServer } from './support/server-process.ts';
import { vitrine } from './support/vitrine.ts';

const SECRET_KEY = 'a key that several servers share, of 32 characters or more';
const DATABASE_TIME = 'cast(extract(epoch from clock_timestamp()) * 1000 as bigint)';

describe.runIf(inject('postgresUrl'))('operations.md, "Several servers": starts, as real processes', () => {
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let folders: Awaited<ReturnType<typeof temporaryFolder>>[];
  let running: ServerProcess[];
  beforeEach(async () => {
    fresh = await freshDatabase('PostgreSQL', 'schema');
    folders = [await temporaryFolder(), await temporaryFolder()];
    running = [];
  });
  afterEach(async () => {
    for (const server of running) await server.end();
    await fresh.drop();
    for (const folder of folders) await folder.remove();
  });

  const folder = (n: number) => folders[n]?.path ?? '';
  const inside = () => ({ folder: '', databaseUrl: fresh.url });
  const env = (n: number) => ({ DATABASE_URL: fresh.url ?? '', DATA_DIR: folder(n) });
  async function start(n: number): Promise<ServerProcess> {
    const server = await startServer(folder(n), { ...env(n), SERVER_NAME: `server-${n}` });
    running.push(server);
    return server;
  }
  /** As if the last sign of every server had come so many ms ago. */
  const silence = (ms: number) => sql(inside(), `update servers set seen_at = ${DATABASE_TIME} - ${ms}`);

  test('blobs on disk: beside one that lives a second is refused; killed, it stands in the way until its lease lapses', {
    timeout: 180_000,
  }, async () => {
    const first = await start(0);
    const words =
      /server-0, runs on this database, .+ its own disk.+\n?.*Stop one\. For both to run, the files must move/;
    await expect(start(1)).rejects.toThrow(words);
    const doctor = await vitrine(env(1), 'doctor');
    expect([doctor.code, doctor.stdout]).toEqual([
      1,
      expect.stringMatching(/^WRONG Another server, server-0, .+disk/m),
    ]);

    await first.end('SIGKILL');
    await silence(31_000);
    await copyFile(join(folder(0), 'keys.json'), join(folder(1), 'keys.json'));
    const moved = await start(1);
    await moved.end('SIGKILL');
    expect(await rowCount(inside(), "servers where name = 'server-1'")).toBe(1);
    const again = await start(1);
    expect(again.said(), 'its own row is no reason to wait').not.toContain('Waiting');
    await again.end();
    expect(await rowCount(inside(), 'servers')).toBe(0);
  });

  test('an upgrade beside a server that lives is refused: by a start, by vitrine migrate and by doctor', async () => {
    await sql(
      inside(),
      `insert into servers (id, machine, run, name, version, storage, keys, started_at, seen_at, clock_ahead, downloads)
       values ('other', 'elsewhere', 'r', 'the-other', '1', '', 'file', 0, ${DATABASE_TIME}, 0, '[]')`,
    );
    await sql(inside(), 'delete from kysely_migration where name = (select max(name) from kysely_migration)');
    let lives = true;
    const beats = (async () => {
      while (lives) await silence(0);
    })();
    try {
      const words = /former version, and another server, the-other, runs on it.+Stop all servers/s;
      await expect(start(0)).rejects.toThrow(words);
      expect(await vitrine(env(0), 'migrate')).toMatchObject({
        code: 1,
        stderr: expect.stringMatching(words),
      });
      const doctor = await vitrine(env(0), 'doctor');
      expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringMatching(words)]);
    } finally {
      lives = false;
      await beats;
    }
  });
});

if (inject('postgresUrl'))
  onObjectStore('operations.md, "Several servers": two on PostgreSQL and S3', () => {
    let [one, two]: TestApp[] = [];
    let shared: Record<string, string>;
    beforeAll(async () => {
      const { env } = await freshPlace();
      shared = { ...env, SECRET_KEY };
      one = await buildTestApp({ database: 'PostgreSQL', env: { ...shared, SERVER_NAME: 'one' } });
      two = await buildTestApp({
        env: { ...shared, DATABASE_URL: one.databaseUrl ?? '', SERVER_NAME: 'two' },
        times: { stalledAfter: 600_000 },
      });
    });
    afterAll(async () => {
      await two?.close();
      await one?.close();
    });

    test('the dashboard counts the downloads of both; System health and /metrics tell of each', async () => {
      if (!one || !two) throw new Error('there are no servers');
      const { token } = await one.user('reader@example.org');
      const { dataset } = await one.dataset({ files: { 'big.bin': new Uint8Array(40_000_000).fill(7) } });
      const link = (await two.open(dataset.id, token)).subsetList[0]?.downloadUrl ?? '';
      const answer = await (await onTheWire(two)).open(link);
      const admin = await one.adminToken();
      const [first] = [one];
      const summary = () =>
        first.call<DataOf<typeof getSummary>>('GET', '/api/v1/admin/summary', { token: admin });
      const downloads = async () => (await summary()).downloads;
      await expect.poll(downloads, { timeout: 60_000 }).toMatchObject({ active: 1, activeUsers: 1 });
      const active = await one.call<{ list: DownloadRecord[] }>('GET', '/api/v1/admin/records?active=true', {
        token: admin,
      });
      expect(active.list).toMatchObject([{ datasetId: dataset.id }]);

      const { servers, findings } = await one.call<DataOf<typeof getHealth>>('GET', '/api/v1/admin/health', {
        token: admin,
      });
      expect(servers).toMatchObject([
        { name: 'one', isOwn: true, downloads: 0 },
        { name: 'two', isOwn: false, downloads: 1 },
      ]);
      expect(findings).toContainEqual({
        id: 'servers.ok',
        state: 'ok',
        values: { count: 2, names: 'one, two' },
      });
      const figures = async (t: TestApp) => (await t.inject('GET', '/metrics')).payload;
      await expect.poll(() => figures(first), { timeout: 60_000 }).toMatch(/^vitrine_servers 2$/m);
      expect(await figures(one)).toMatch(/^vitrine_server_info\{server="one"\} 1$/m);
      expect(await figures(one)).toMatch(/^vitrine_downloads_running 0$/m);
      expect(await figures(two)).toMatch(/^vitrine_downloads_running 1$/m);

      // Another program's version, and a clock apart, as that server would tell them: until its next beat, which puts
      // its row right again.
      const foundAfterPlanting = async () => {
        await sql(
          first,
          "update servers set version = '0.0.1', run = 'planted', clock_ahead = -61000 where name = 'two'",
        );
        const health = await first.call<DataOf<typeof getHealth>>('GET', '/api/v1/admin/health', {
          token: admin,
        });
        return health.findings;
      };
      await expect
        .poll(foundAfterPlanting, { timeout: 60_000 })
        .toEqual(
          expect.arrayContaining([
            expect.objectContaining({ id: 'servers.versions', state: 'warn' }),
            { id: 'servers.clock', state: 'bad', values: { name: 'two', seconds: 61 } },
          ]),
        );

      answer.destroy();
      await expect.poll(downloads, { timeout: 60_000 }).toMatchObject({ active: 0 });
    });

    test('one without SERVER_NAME says that its uploads fail', async () => {
      if (!one) throw new Error('there are no servers');
      const nameless = await buildTestApp({ env: { ...shared, DATABASE_URL: one.databaseUrl ?? '' } });
      try {
        const unnamed = async (t: TestApp) => {
          const token = await t.adminToken();
          const { findings } = await t.call<DataOf<typeof getHealth>>('GET', '/api/v1/admin/health', {
            token,
          });
          return findings.filter(({ id }) => id === 'servers.unnamed');
        };
        expect(await unnamed(nameless)).toEqual([{ id: 'servers.unnamed', state: 'bad', values: {} }]);
        expect(await unnamed(one)).toEqual([]);
      } finally {
        await nameless.close();
      }
    });
  });
