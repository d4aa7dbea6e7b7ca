import { expect, test } from 'vitest';
import { beginDataFolder } from '../tests/support/data-folder.ts';
import { buildApp } from './app.ts';
import { readConfig } from './config.ts';
import { takeDataFolder } from './database/index.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from './testing/databases.ts';
import { rowCount, sql } from './testing/look-inside.ts';

onEachDatabase('a start that fails gives back what it has taken', (kind) => {
  test('after the server has entered, and before the database is open', async () => {
    const { path, remove } = await temporaryFolder();
    const fresh = await freshDatabase(kind, 'schema');
    const inside = { folder: path, databaseUrl: fresh.url };
    const env = { DATA_DIR: path, ...(fresh.url && { DATABASE_URL: fresh.url }) };
    beginDataFolder(path, env);
    const start = () => buildApp({ config: readConfig(env) });
    const isFree = () => takeDataFolder(path).release();
    try {
      const app = await start();
      expect(isFree).toThrow('Another server uses the data folder');
      await app.close();

      await sql(inside, 'alter table blobs rename to blobs_away');
      await expect(start()).rejects.toThrow(/no such table: blobs|relation "blobs" does not exist/);
      isFree();
      expect(await rowCount(inside, 'servers')).toBe(0);

      await sql(inside, 'alter table blobs_away rename to blobs');
      await sql(inside, "insert into kysely_migration (name, timestamp) values ('0099-later', '')");
      await expect(start()).rejects.toThrow('0099-later');
      isFree();
    } finally {
      await fresh.drop();
      await remove();
    }
  });
});
