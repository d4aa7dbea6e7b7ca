// @module-tag guards
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, inject, test } from 'vitest';
import { freshDatabase } from '../../server/testing/databases.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { startServer } from '../support/server-process.ts';

describe.runIf(inject('postgresUrl'))('faults: PostgreSQL with synchronous_commit = off', () => {
  test('the start says that a crash loses what was acknowledged, and the line that mends it', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vitrine-commit-'));
    const { url = '', drop } = await freshDatabase('PostgreSQL', 'schema');
    const set = (to: string) =>
      sql({ folder, databaseUrl: url }, `alter database ${new URL(url).pathname.slice(1)} ${to}`);
    const warning = /synchronous_commit is off: a crash loses .+\n.+synchronous_commit = on/;
    const said = async () => {
      const server = await startServer(folder, { DATABASE_URL: url });
      await server.end();
      return server.said();
    };
    try {
      expect(await said()).not.toMatch(warning);
      await set("set synchronous_commit = 'off'");
      expect(await said()).toMatch(warning);
    } finally {
      await drop();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
