// @module-tag long
import { createServer } from 'node:http';
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import { published } from '../support/published.ts';
import { haveSqlmap, sqlmap, sqlmapOnLists } from '../support/sqlmap.ts';

describe.runIf(haveSqlmap())('threats row 18: SQL through sort and filter, by sqlmap at level 3', () => {
  test('it finds the hole of a server that has one: here it can tell', { timeout: 120_000 }, async () => {
    const people = new Database(':memory:');
    people.exec("create table people (name text); insert into people values ('Ada'), ('Grace'), ('Alan')");
    const server = createServer(({ url = '' }, response) => {
      const keyword = new URL(url, 'http://localhost').searchParams.get('keyword');
      try {
        const rows = people.prepare(`select name from people where name like '%${keyword}%'`).all();
        response.end(JSON.stringify(rows));
      } catch (error) {
        response.writeHead(500).end(String(error));
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { port: number };
    try {
      expect(await sqlmap(`http://127.0.0.1:${port}/?keyword=a`, ['keyword'])).toEqual({ keyword: true });
    } finally {
      server.close();
      people.close();
    }
  });

  test('the list of people: nothing in any parameter', { timeout: 180_000 }, async () => {
    const d = await published(1_000);
    try {
      // Somebody to be hidden or shown.
      await d.link('ada@example.org');
      expect(await sqlmapOnLists(d.server.url, ['/api/v1/admin/userList'])).toBeGreaterThan(6);
    } finally {
      await d.close();
    }
  });
});
