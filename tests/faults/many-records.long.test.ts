import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillPostgres, fillSqlite } from '../../bench/support/lists-fill.ts';
import type { Page } from '../../contract/lists.ts';
import type { DownloadRecord } from '../../contract/statistics.ts';
import { freshDatabase, onEachDatabase } from '../../server/testing/databases.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { beginDataFolder } from '../support/data-folder.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const RECORDS = 1_000_000;
const SIZES = { datasets: 60, users: RECORDS / 10, records: RECORDS, audit: 50_000, jobs: 20_000 };
const DAY = 86_400_000;
const PAGE = 50;
/** ms for any page: many times what bench/lists.ts demands, which is where times are judged. */
const BOUND = 10_000;
/** What an export may add to the server's memory, bytes: twice what bench/lists.ts demands, far below all rows at once. */
const EXPORT_GROWTH = 200 * 2 ** 20;

onEachDatabase('faults: 1,000,000 records', (database) => {
  const now = Date.now();
  let dataDir: string;
  let place: { url: string | undefined; drop: () => Promise<void> };
  let server: ServerProcess;
  let token: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'vitrine-records-'));
    place = await freshDatabase(database, 'schema');
    if (place.url === undefined) {
      beginDataFolder(dataDir, {});
      fillSqlite(join(dataDir, 'vitrine.sqlite'), SIZES, now);
    } else await fillPostgres(place.url, SIZES, now);
    server = await startServer(dataDir, place.url === undefined ? {} : { DATABASE_URL: place.url });
    token = await adminTokenOf(server.url);
  }, 1_800_000);
  afterAll(async () => {
    await server?.end('SIGKILL');
    await place?.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  const day = (before: number) => new Date(now - before * DAY).toISOString().slice(0, 10);
  const from = Date.parse(`${day(90)}T00:00:00Z`);
  const to = Date.parse(`${day(30)}T00:00:00Z`);
  const smith = "(lower(user_name) like '%smith%' or lower(email) like '%smith%')";
  /** Each filter as the list takes it, and as SQL over the rows themselves. */
  const filters: [query: Record<string, string>, where: string][] = [
    [{}, '1 = 1'],
    [{ datasetId: 'dataset3' }, "dataset_id = 'dataset3'"],
    [{ complete: 'true' }, 'complete = 1'],
    [{ version: '0.9', complete: 'false' }, "version = '0.9' and complete = 0"],
    [{ from: day(90), to: day(30) }, `started_at >= ${from} and started_at < ${to}`],
    [{ keyword: 'SMITH' }, smith],
    [
      { keyword: 'smith', complete: 'true', from: day(90) },
      `${smith} and complete = 1 and started_at >= ${from}`,
    ],
    [{ keyword: 'nobody at all' }, '1 = 0'],
  ];
  const rows = <Row>(statement: string) => sql<Row>({ folder: dataDir, databaseUrl: place.url }, statement);
  const counted = async (where: string) =>
    Number((await rows<{ n: number }>(`select count(*) as n from records where ${where}`))[0]?.n);

  test.each(filters)(
    '%j: the exact count, and the first, a middle and the last page both ways',
    async (query, where) => {
      const count = await counted(where);
      const last = Math.max(1, Math.ceil(count / PAGE));
      for (const [sort, column] of [
        ['startedAt', 'started_at'],
        ['bytesSent', 'bytes_sent'],
      ] as const) {
        for (const order of ['asc', 'desc']) {
          for (const pageIndex of new Set([1, Math.ceil(last / 2), last])) {
            const asked = new URLSearchParams({
              ...query,
              sort,
              order,
              pageIndex: `${pageIndex}`,
              pageSize: `${PAGE}`,
            });
            const began = performance.now();
            const page = await callServer<Page<DownloadRecord>>(
              server.url,
              'GET',
              `/api/v1/admin/records?${asked}`,
              { token },
            );
            expect(performance.now() - began, `${asked}`).toBeLessThan(BOUND);
            expect(page.count, `${asked}`).toBe(count);
            const wanted = await rows<{ value: number | string }>(
              `select ${column} as value from records where ${where}
             order by ${column} ${order} limit ${PAGE} offset ${(pageIndex - 1) * PAGE}`,
            );
            const got = page.list.map((row) =>
              sort === 'startedAt' ? Date.parse(row.startedAt) : row.bytesSent,
            );
            expect(got, `${asked}`).toEqual(wanted.map(({ value }) => Number(value)));
          }
        }
      }
    },
  );

  test('the export streams every row, without holding them in memory', async () => {
    const before = server.memory();
    const answer = await fetch(`${server.url}/api/v1/admin/records/export`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.status).toBe(200);
    let lines = 0;
    let most = 0;
    for await (const piece of answer.body ?? []) {
      for (const byte of piece) if (byte === 10) lines++;
      most = Math.max(most, server.memory() - before);
    }
    expect(lines).toBe(1 + (await counted('1 = 1')));
    console.log(`${database}: ${lines} lines, memory grew by ${(most / 2 ** 20).toFixed(0)} MiB`);
    expect(most).toBeLessThan(EXPORT_GROWTH);
  });
});
