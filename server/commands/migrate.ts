import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Config, readConfig } from '../config.ts';
import { openDatabase, pendingOf, snapshot, takeDataFolder } from '../database/index.ts';
import { assertAlone, assertMayUpgrade, oncePossible } from '../servers/index.ts';
import type { ExitCode } from './ending.ts';
import { assertDatabase, databaseOf } from './portal.ts';

const onError = (error: unknown) => console.error(error);

/** Upgrades the database, after a snapshot of it. */
export async function migrateDatabase({ check = false }: { check?: boolean }): Promise<ExitCode> {
  const config = readConfig(process.env);
  assertDatabase(config);
  const where = databaseOf(config);
  const { pending } = await pendingOf(where);
  if (pending.length === 0) {
    console.log('The database is up to date.');
    return 0;
  }
  console.log(`To do: ${pending.length} ${pending.length === 1 ? 'step' : 'steps'}, from ${pending[0]} on.`);
  if (check) return 1;
  // A running server does not know the new tables.
  const folder = takeDataFolder(config.dataDir);
  try {
    await oncePossible(() => assertMayUpgrade(where, folder.instanceId), console.log);
    return await upgrade(config, pending[0] ?? '', folder.instanceId);
  } finally {
    folder.release();
  }
}

async function upgrade(config: Config, first: string, id: string): Promise<ExitCode> {
  const where = databaseOf(config);
  const copy = join(config.dataDir, `before-${first}.${config.databaseUrl ? 'dump' : 'sqlite'}`);
  if (existsSync(copy)) await rm(copy);
  await snapshot(where, copy, async () => {});
  console.log(`Snapshot: ${copy}`);
  try {
    const db = await openDatabase(where, onError, {
      beforeUpgrade: assertAlone(id),
      onUpgrade: ({ done, of, next }) => {
        if (next !== undefined) console.log(`Step ${done + 1} of ${of}: ${next} …`);
      },
    });
    await db.destroy();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error('The upgrade failed: all of it was taken back, and the database is as it was before.');
    return 1;
  }
  console.log('The database is up to date. The snapshot may go when the new version has proved itself.');
  return 0;
}
