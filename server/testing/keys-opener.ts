import { join } from 'node:path';
import { openPortalKeys } from '../auth/index.ts';
import { readConfig } from '../config.ts';
import { openDatabase, takeDataFolder } from '../database/index.ts';

/** A start of the portal up to opening its keys, for tests that kill it in between. */
const config = readConfig(process.env);
const tell = (error: unknown): void => console.error(error);
const folder = takeDataFolder(config.dataDir);
const db = await openDatabase(config.databaseUrl ?? join(config.dataDir, 'vitrine.sqlite'), tell, {
  onFatal: tell,
});
await openPortalKeys(db, config, tell);
await db.destroy();
folder.release();
