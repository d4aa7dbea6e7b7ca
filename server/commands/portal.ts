import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { auditBy, openPortalKeys } from '../auth/index.ts';
import { type Config, readConfig } from '../config.ts';
import { readBuiltIn } from '../configuration/index.ts';
import { type Db, databaseClock, openDatabase } from '../database/index.ts';
import { settingStore } from '../features/setting/index.ts';
import { mailKeys, type SiteOf } from '../mail/index.ts';
import type { ExitCode } from './ending.ts';

/** The operating system's user name; a container's uid may have none. */
function account(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? ''}`.trim();
  }
}

/** Whoever runs the command, for the audit log. */
export const operator = () => ({ id: 'command line', name: `${account()} (on the server)` });

/** Writes an entry of the audit log as the operator, within the transaction that makes the change. */
export const auditAs = (action: string, now: () => number) => auditBy(now)(operator(), action, '');

export const databaseOf = ({ databaseUrl, dataDir }: Config): string =>
  databaseUrl ?? join(dataDir, 'vitrine.sqlite');

/** @throws when there is no database file */
export function assertDatabase(config: Config): void {
  if (config.databaseUrl === undefined && !existsSync(databaseOf(config)))
    throw new Error(`There is no database in ${config.dataDir}. Is DATA_DIR the server's?`);
}

/**
 * Runs a command's work on the portal's database, by its clock; the server may be running or not.
 * @throws when there is no database, or one of a former version
 */
export async function onPortal(
  work: (db: Db, config: Config, now: () => number) => Promise<ExitCode>,
): Promise<ExitCode> {
  const config = readConfig(process.env);
  assertDatabase(config);
  const onError = (error: unknown) => console.error(error);
  const db = await openDatabase(databaseOf(config), onError, { mayUpgrade: false });
  try {
    const clock = await databaseClock(db, onError);
    try {
      return await work(db, config, clock.now);
    } finally {
      await clock.stop();
    }
  } finally {
    await db.destroy();
  }
}

/** The portal's own keys. */
export const keysOf = (db: Db, config: Config) => openPortalKeys(db, config, (error) => console.error(error));

/** Name, address and words for mails. */
export const siteOf =
  (db: Db, { staticBase, publicUrl }: Config): SiteOf =>
  async (queries) => {
    const { name } = await settingStore(db).read(staticBase, queries);
    return { name, publicUrl, texts: await readBuiltIn(queries ?? db, mailKeys) };
  };
