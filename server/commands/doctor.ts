import { existsSync } from 'node:fs';
import { assertKeys } from '../auth/index.ts';
import { type Config, readConfig } from '../config.ts';
import { type Db, instanceIdOf, NewerDatabase, openDatabase, pendingOf } from '../database/index.ts';
import { hashPool } from '../hashing/index.ts';
import { bad, createHealth, type Finding, ofConfig, ofFolder, ok, warn, wordsOf } from '../health/index.ts';
import { assertMayUpgrade, conflictsBeside, InTheWay, liveServers } from '../servers/index.ts';
import { blobLedger, createVerify, openBlobStore, type VerifyReport } from '../storage/index.ts';
import { type ExitCode, stopSignal } from './ending.ts';
import { assertDatabase, databaseOf } from './portal.ts';
import { tell } from './tell.ts';

const onError = () => {};

async function keys(db: Db, config: Config): Promise<Finding> {
  try {
    await assertKeys(db, config);
    return ok('keys.ok');
  } catch (error) {
    return bad('keys.bad', { problem: wordsOf(error) });
  }
}

const ofBlobs = ({ files, faults, dangling, strays }: VerifyReport): Finding[] => {
  const [first] = faults;
  const name = first?.names[0] ?? `blob ${first?.key}`;
  return [
    ...(first ? [bad('blobs.missing', { count: faults.length, name })] : []),
    ...(dangling.length > 0 ? [bad('blobs.dangling', { count: dangling.length })] : []),
    ...(strays.length > 0 ? [warn('blobs.strays', { count: strays.length })] : []),
    ...(first || dangling.length > 0 ? [] : [ok('blobs.ok', { count: files })]),
  ];
};

/** What the open database, the store and the neighbours tell. */
async function ofPortal(db: Db, config: Config): Promise<Finding[]> {
  const blobs = await openBlobStore(config, { onError, onFatal: onError });
  const owner = instanceIdOf(config.dataDir);
  const servers = {
    live: () => liveServers(db),
    conflicts: () => conflictsBeside(db, { config, id: owner }),
  };
  const { now } = Date;
  const found = [
    await keys(db, config),
    ...(await createHealth({ db, servers, config, blobs, now, machineTime: Date.now }).look()),
  ];
  const hasOwner = !found.some(({ id }) => id === 'admin.none');
  if (config.firstAdmin && hasOwner) found.push(warn('admin.password'));
  if (found.some(({ id }) => id === 'store.away')) return found;
  const ledger = blobLedger(db, blobs, owner, now, config.importRoots);
  const pool = hashPool();
  try {
    const look = createVerify({ db, owner: config.storage ? undefined : owner, blobs, ledger, pool });
    return [...found, ...ofBlobs(await look({ share: 0, signal: stopSignal(), onProgress: () => {} }))];
  } finally {
    await pool.close();
  }
}

/** The server, if any, under which the database must not be upgraded. */
async function inTheWay(where: string, { dataDir }: Config): Promise<Finding[]> {
  try {
    await assertMayUpgrade(where, instanceIdOf(dataDir));
    return [];
  } catch (error) {
    if (!(error instanceof InTheWay)) throw error;
    return [bad(error.conflict.id, error.conflict.values)];
  }
}

async function ofDatabase(config: Config): Promise<Finding[]> {
  const where = databaseOf(config);
  let db: Db;
  try {
    const { pending, isNew } = await pendingOf(where);
    if (isNew) return [bad('database.new')];
    if (pending.length > 0)
      return [bad('database.former', { count: pending.length }), ...(await inTheWay(where, config))];
    db = await openDatabase(where, onError, { mayUpgrade: false });
  } catch (error) {
    if (error instanceof NewerDatabase) return [bad('database.newer', { migration: error.migration })];
    return [bad('database.away', { problem: wordsOf(error) })];
  }
  try {
    return await ofPortal(db, config);
  } finally {
    await db.destroy();
  }
}

async function examine(): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig(process.env);
  } catch (error) {
    const problem = error instanceof Error ? error.message.replace(/\s*\n\s*/g, ' ') : String(error);
    return [bad('config.bad', { problem })];
  }
  const found = ofConfig(config, process.env);
  try {
    assertDatabase(config);
    if (!existsSync(config.dataDir)) throw new Error('no folder');
  } catch {
    return [...found, bad('folder.missing', { folder: config.dataDir })];
  }
  return [...found, ...ofFolder(config.dataDir), ...(await ofDatabase(config))];
}

/** Looks for what is wrong with a portal and its surroundings, and changes nothing. */
export async function doctor(): Promise<ExitCode> {
  const found = await examine();
  for (const finding of found) tell(finding);
  const [wrong, worth] = (['bad', 'warn'] as const).map(
    (state) => found.filter((one) => one.state === state).length,
  );
  console.log(wrong === 0 && worth === 0 ? 'All is well.' : `${wrong} wrong, ${worth} worth a look.`);
  return wrong === 0 ? 0 : 1;
}
