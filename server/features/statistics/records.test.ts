import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Page } from '../../../contract/lists.ts';
import { type DownloadRecord, record } from '../../../contract/statistics.ts';
import { DAY } from '../../shared/time.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { sql } from '../../testing/look-inside.ts';

const FORMULA = '=HYPERLINK("http://evil.example","x")';

onEitherDatabase('§7 records and their export, decisions §6', (database) => {
  let t: TestApp;
  let admin: string;
  let ids: { one: string; two: string; ada: string };
  let today: string;
  const dayAfter = (days: number) => new Date(Date.parse(today) + days * DAY).toISOString().slice(0, 10);

  beforeAll(async () => {
    t = await buildTestApp({ database });
    t.clock.now = Math.floor(t.clock.now / DAY) * DAY + DAY / 2;
    today = new Date(t.clock.now).toISOString().slice(0, 10);
    const one = await t.dataset({
      name: FORMULA,
      version: '1.0',
      files: { 'a.txt': 'abc', 'b.txt': 'defgh' },
      fields: { path: 'one/1.0.zip' },
    });
    const two = await t.dataset({
      name: 'Two, "quoted"',
      version: '2.0',
      files: { 'c.txt': 'x'.repeat(100) },
      fields: { path: 'two/2.0.zip' },
    });
    const ada = await t.user('ada@example.org');
    const bob = await t.user('bob@example.com');
    ids = { one: one.dataset.id, two: two.dataset.id, ada: ada.id };
    const get = async (token: string, id: string, path: string, range?: string) => {
      const headers = { 'user-agent': '@SUM(1+1)', ...(range ? { range } : {}) };
      await t.inject('GET', `/api/v1/download/${id}/${path}`, { token, headers });
      await t.app.settle();
      t.clock.now += 1_000;
    };
    await get(ada.token, ids.one, 'one/1.0/a.txt');
    await get(ada.token, ids.one, 'one/1.0/b.txt', 'bytes=0-1');
    await get(bob.token, ids.two, 'two/2.0/c.txt');
    t.clock.now += DAY;
    await get(await t.login('bob@example.com'), ids.two, 'two/2.0.zip');
    admin = await t.adminToken();
  });
  afterAll(() => t.close());

  const page = (query: string) =>
    t.call<Page<DownloadRecord>>('GET', `/api/v1/admin/records?${query}`, { token: admin });
  const files = async (query: string) =>
    (await page(query)).list.map((row) => row.subsetPath.split('/').at(-1));
  const exported = (query = '') => t.inject('GET', `/api/v1/admin/records/export?${query}`, { token: admin });

  test('newest first, with every field', async () => {
    expect(await files('')).toEqual(['2.0.zip', 'c.txt', 'b.txt', 'a.txt']);
    const { list, ...rest } = await page(`userId=${ids.ada}&complete=true`);
    expect(rest).toEqual({ count: 1, pageIndex: 1, pageSize: 20 });
    expect(Object.keys(list[0] ?? {}).sort()).toEqual(Object.keys(record.shape).sort());
    expect(list[0]).toMatchObject({
      via: 'session',
      ip: '127.0.0.1',
      userAgent: '@SUM(1+1)',
      bytesSent: 3,
      totalBytes: 3,
    });
  });

  test('filters, alone and together', async () => {
    const cases: [string, string[]][] = [
      ['keyword=ADA@', ['b.txt', 'a.txt']],
      ['keyword=example.com', ['2.0.zip', 'c.txt']],
      ['keyword=lovelace', ['2.0.zip', 'c.txt', 'b.txt', 'a.txt']],
      ['keyword=%25', []],
      [`userId=${ids.ada}`, ['b.txt', 'a.txt']],
      [`datasetId=${ids.two}`, ['2.0.zip', 'c.txt']],
      ['subsetPath=one/1.0/b.txt', ['b.txt']],
      ['subsetPath=one', []],
      ['version=2.0', ['2.0.zip', 'c.txt']],
      [`from=${dayAfter(1)}`, ['2.0.zip']],
      [`to=${dayAfter(1)}`, ['c.txt', 'b.txt', 'a.txt']],
      [`from=${today}&to=${dayAfter(1)}&complete=true`, ['c.txt', 'a.txt']],
      ['complete=false', ['b.txt']],
      [`complete=true&version=1.0&keyword=ada&datasetId=${ids.one}`, ['a.txt']],
    ];
    for (const [query, expected] of cases) expect(await files(query), query).toEqual(expected);
  });

  test('sorts and pages', async () => {
    expect(await files('sort=startedAt&order=asc')).toEqual(['a.txt', 'b.txt', 'c.txt', '2.0.zip']);
    expect(await files('sort=bytesSent&order=asc')).toEqual(['b.txt', 'a.txt', 'c.txt', '2.0.zip']);
    expect(await files('pageSize=3&pageIndex=2')).toEqual(['a.txt']);
    expect(await page('pageSize=3&pageIndex=9')).toMatchObject({ list: [], count: 4 });
  });

  test('counts what is complete, with a guest’s, without what still runs', async () => {
    const columns =
      'id, user_name, email, dataset_id, dataset_name, version, subset_path, object_id, bytes_sent, total_bytes, complete, ranges, started_at, ip, user_agent, via, link_id';
    const ofGuest = (id: string, complete: number | null) =>
      `('${id}', '', '', '${ids.one}', 'One', '1.0', 'one/1.0/a.txt', 'o', 1, 3, ${complete}, '[]', 0, '', '', 'ticket', 'link')`;
    const guests = [ofGuest('guest 1', 1), ofGuest('guest 2', 0), ofGuest('guest 3', null)];
    await sql(t, `insert into records (${columns}) values ${guests.join(', ')}`);
    for (const [complete, count] of Object.entries({ true: 4, false: 2 }))
      expect(await page(`complete=${complete}&pageSize=1`), complete).toMatchObject({ count });
    await sql(t, "delete from records where link_id = 'link'");
    expect(await page('complete=true&pageSize=1')).toMatchObject({ count: 3 });
  });

  test('unknown sort, filter or value → 400, in the list and in the export', async () => {
    for (const query of [
      'sort=ip',
      'sort=email',
      'order=x',
      'via=ticket',
      'complete=yes',
      'from=2026-13-01',
      'pageSize=0',
      'userId=%00',
    ])
      expect((await t.ask('GET', `/api/v1/admin/records?${query}`, { token: admin })).code, query).toBe(400);
    for (const query of ['sort=startedAt', 'pageIndex=1', 'complete=1', 'to=x'])
      expect((await exported(query)).json<{ code: number }>().code, query).toBe(400);
  });

  test('export: UTF-8 with BOM, CRLF, quotes as RFC 4180 has them, the same filter', async () => {
    const answer = await exported(`datasetId=${ids.two}`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="download-records.csv"',
      'cache-control': 'no-store',
    });
    expect(answer.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]));
    const lines = answer.body.slice(1).split('\r\n');
    expect(lines[0]).toBe(Object.keys(record.shape).join(','));
    expect(lines).toHaveLength(4);
    expect(lines.at(-1), 'ends with a line break').toBe('');
    expect(answer.body.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(lines[2]).toContain(',"Two, ""quoted""",2.0,two/2.0/c.txt,100,100,true,');
    expect((await exported('version=9')).body, 'nothing found: the header alone').toBe(
      `\ufeff${lines[0]}\r\n`,
    );
  });

  test('threats row 29: formulas in CSV are exported as text', async () => {
    const { body } = await exported(`datasetId=${ids.one}`);
    expect(body).toContain(`"'=HYPERLINK(""http://evil.example"",""x"")"`);
    expect(body).toContain("'@SUM(1+1)");
    expect(body).not.toMatch(/(^|,)"?[=+@-]/m);
  });

  test('the export goes past its batches, each record once', async () => {
    const columns =
      'user_id, user_name, email, dataset_id, dataset_name, version, subset_path, object_id, bytes_sent, total_bytes, complete, ranges, started_at, finished_at, ip, user_agent, via';
    for (const batch of [0, 1, 2, 3, 4]) {
      const rows = Array.from({ length: 500 }, (_, i) => `'bulk-${batch}-${i}'`).map(
        // Many have the same time: the id breaks ties.
        (id, i) =>
          `(${id}, null, '', '', 'bulk', 'Bulk', '1', 'p', 'o', 1, 1, 1, '[]', ${1_000 + (i % 3)}, null, '', '', 'ticket')`,
      );
      await sql(t, `insert into records (id, ${columns}) values ${rows.join(',')}`);
    }
    const lines = (await exported('datasetId=bulk')).body.trim().split('\r\n').slice(1);
    expect(lines).toHaveLength(2_500);
    expect(new Set(lines.map((line) => line.split(',')[0])).size).toBe(2_500);
  });

  test('an export that cannot begin is an error answer, not half a file', async () => {
    await sql(t, 'alter table records rename to hidden_records');
    const answer = await exported();
    expect(answer.statusCode).toBe(500);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['content-disposition']).toBeUndefined();
    await sql(t, 'alter table hidden_records rename to records');
    expect((await exported()).statusCode).toBe(200);
  });
});
