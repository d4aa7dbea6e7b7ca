import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '../../server/database/index.ts';
import { addAdmin } from '../../server/testing/admin.ts';

const DATABASE = 'vitrine.sqlite';

/**
 * Makes the database that the tests' servers begin with: today's schema and an administrator whose password hash is a
 * cheap one.
 */
export default async function setup(): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), 'vitrine-template-'));
  const file = join(folder, DATABASE);
  const db = await openDatabase(file, (error) => {
    throw error;
  });
  await addAdmin(db);
  await db.destroy();
  chmodSync(file, 0o600);
  process.env.TEST_DATABASE = file;
  return () => rmSync(folder, { recursive: true, force: true });
}

/** Gives a new data folder that database, unless the environment names another database or first administrator. */
export function beginDataFolder(dataDir: string, env: Record<string, string>): void {
  const from = process.env.TEST_DATABASE;
  const own = ['DATABASE_URL', 'ADMIN_EMAIL', 'ADMIN_PASSWORD'].some((name) => name in env);
  if (!from || own || existsSync(join(dataDir, DATABASE))) return;
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  copyFileSync(from, join(dataDir, DATABASE));
}
