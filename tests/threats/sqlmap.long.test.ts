import { describe, test } from 'vitest';
import { freshDatabase, onEachDatabase } from '../../server/testing/databases.ts';
import { published } from '../support/published.ts';
import { haveSqlmap, sqlmapOnLists } from '../support/sqlmap.ts';

describe.runIf(haveSqlmap())('threats row 18: sqlmap at level 3', () => {
  onEachDatabase('every list', (database) => {
    test('finds nothing in any parameter', async () => {
      const { url, drop } = await freshDatabase(database);
      const d = await published(1_000, url === undefined ? {} : { DATABASE_URL: url });
      try {
        await fetch(d.server.url + (await d.link('ada@example.org')));
        console.log(`${database}: ${await sqlmapOnLists(d.server.url)} parameters, nothing found`);
      } finally {
        await d.close();
        await drop();
      }
    });
  });
});
