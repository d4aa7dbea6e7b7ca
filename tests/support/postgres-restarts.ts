import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { buildTestApp } from '../../server/testing/build-test-app.ts';
import { rowCount, sql } from '../../server/testing/look-inside.ts';
import { ownPostgres } from './own-postgres.ts';
import { random } from './random.ts';

const WRITERS = 4;
/** faults.md: well again within this long of the database. */
const WELL_WITHIN = 5_000;

/** The database is crashed again and again while people write, read and download (faults.md). */
export async function restartsUnderLoad(times: number): Promise<void> {
  const postgres = await ownPostgres();
  const t = await buildTestApp({ env: { DATABASE_URL: postgres.url } });
  const inside = { ...t, databaseUrl: postgres.url };
  try {
    const token = await t.adminToken();
    const { dataset } = await t.dataset({ name: 'Downloaded', files: { 'a.txt': 'a'.repeat(100_000) } });
    const acknowledged: string[] = [];
    const codes = new Set<number>();
    let over = false;
    let many = 0;

    const add = async (name: string): Promise<number> => {
      const body = new FormData();
      for (const [key, value] of Object.entries({ name, version: '1', modalityName: 'MRI' }))
        body.append(key, value);
      return (await t.ask('POST', '/api/v1/admin/addDataset', { token, body })).code;
    };
    const writer = async () => {
      while (!over) {
        const name = `Crash ${++many}`;
        const code = await add(name);
        codes.add(code);
        if (code === 200) acknowledged.push(name);
      }
    };
    const downloader = async (reader: string, link: string) => {
      while (!over) {
        // From byte 0 after completion: a record of its own each time.
        const { statusCode } = await t.inject('GET', link, { token: reader });
        codes.add(statusCode);
      }
    };
    const readers = await Promise.all(['one@example.org', 'two@example.org'].map((email) => t.user(email)));
    const { subsetList } = await t.open(dataset.id, readers[0]?.token);
    const link = (subsetList[0]?.downloadUrl ?? '').replace(/token=[^&]*&?/, '');
    const load = [
      ...Array.from({ length: WRITERS }, writer),
      ...readers.map((reader) => downloader(reader.token, link)),
    ];
    for (let n = 0; n < times; n++) {
      await sleep(50 + random() * 250);
      await postgres.restart();
      const back = Date.now();
      while ((await add(`Well ${n} ${Date.now()}`)) !== 200) {
        expect(Date.now() - back, 'well again').toBeLessThan(WELL_WITHIN);
        await sleep(20);
      }
      expect((await t.inject('GET', '/readyz')).statusCode).toBe(200);
    }
    over = true;
    await Promise.all(load);
    await t.app.settle();

    expect(acknowledged.length).toBeGreaterThan(times);
    expect([...codes].filter((code) => ![200, 503].includes(code))).toEqual([]);
    const rows = await sql<{ name: string }>(inside, "select name from datasets where name like 'Crash %'");
    const names = rows.map(({ name }) => name);
    expect(new Set(names).size, 'none twice').toBe(names.length);
    expect(
      acknowledged.filter((name) => !names.includes(name)),
      'none lost',
    ).toEqual([]);
    const [counted] = await sql<{ count: string }>(
      inside,
      `select count from datasets where id = '${dataset.id}'`,
    );
    expect(Number(counted?.count), 'a record and its count go together').toBe(
      await rowCount(inside, `records where dataset_id = '${dataset.id}'`),
    );
    expect(Number(counted?.count)).toBeGreaterThan(0);
  } finally {
    await t.close();
    await postgres.remove();
  }
}
