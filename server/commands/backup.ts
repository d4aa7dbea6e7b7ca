import { existsSync, realpathSync, statSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { keyFileOf, parseKeyFile } from '../auth/index.ts';
import { type BackupReport, backUp, type KeysFound, type RestoreReport, restore } from '../backup/index.ts';
import { type Config, readConfig } from '../config.ts';
import { instanceIdOf } from '../database/index.ts';
import { hashPool } from '../hashing/index.ts';
import { COMMAND } from '../shared/command-name.ts';
import { isWithin } from '../shared/import-roots.ts';
import { PRIVATE_FILE, restrict } from '../shared/modes.ts';
import { openBlobStore } from '../storage/index.ts';
import { type ExitCode, stopSignal, WrongUse } from './ending.ts';
import { databaseOf, onPortal, operator } from './portal.ts';
import { counted, endProgress, fileCountOf, progressLine, sizeOf } from './say.ts';

/** Names the variable with the passphrase: an argument would be for all to see. */
const PASSPHRASE = 'BACKUP_PASSPHRASE';

/** The path as it will be, whether it is there or not. */
function real(path: string): string {
  const whole = resolve(path);
  if (existsSync(whole)) return realpathSync(whole);
  const parent = resolve(whole, '..');
  return parent === whole ? whole : join(real(parent), whole.slice(parent.length));
}

/** @throws WrongUse */
function assertApart(folder: string, { dataDir }: Config): void {
  const [one, other] = [real(folder), real(dataDir)];
  if (isWithin(one, other) || isWithin(other, one) || one === other)
    throw new WrongUse('A backup lies outside DATA_DIR, best on another disk.');
}

/** @throws WrongUse */
function passphraseFor(encryptKeys: boolean | undefined): string | undefined {
  if (!encryptKeys) return undefined;
  const given = process.env[PASSPHRASE] ?? '';
  if (given.length < 12) throw new WrongUse(`--encrypt-keys needs ${PASSPHRASE}, of at least 12 characters.`);
  return given;
}

/**
 * Copies the key file before hours of copying the rest.
 * @throws WrongUse
 */
async function copyKeys(to: string, folder: string, { dataDir, secretKey }: Config): Promise<void> {
  if (secretKey !== undefined)
    throw new WrongUse('With SECRET_KEY there is no key file to copy: keep SECRET_KEY at another place.');
  if (isWithin(real(to), real(folder)))
    throw new WrongUse(
      '--keys names a place apart from the backup: together they are worth a stolen server.',
    );
  if (statSync(to, { throwIfNoEntry: false })?.isDirectory())
    throw new WrongUse(`--keys names a file: ${to} is a folder.`);
  if (!existsSync(resolve(to, '..'))) throw new WrongUse(`--keys: there is no folder ${resolve(to, '..')}.`);
  await copyFile(keyFileOf(dataDir), to);
  restrict(to, PRIVATE_FILE);
}

const keyWords = (keyFile: string): Record<BackupReport['keys'], string> => ({
  'left out': `left out: keep ${keyFile} at another place, without it this backup cannot be started`,
  encrypted: `in the backup, encrypted under ${PASSPHRASE}: keep that at another place`,
  'under SECRET_KEY': 'in the database, encrypted under SECRET_KEY: keep that at another place',
});

function tell(made: BackupReport, folder: string, keyFile: string, seconds: number): void {
  const bytes = made.blobs.reduce((sum, [, size]) => sum + size, 0);
  for (const key of made.lost)
    console.error(`Fault: blob ${key} is missing or damaged (${COMMAND} verify names it).`);
  console.log(`Backup:     ${folder}`);
  console.log(`State of:   ${new Date(made.madeAt).toISOString()}`);
  console.log(`Database:   ${sizeOf(made.database.size)}`);
  console.log(`Files:      ${fileCountOf(made.blobs.length)}, ${sizeOf(bytes)}, each compared with its hash`);
  console.log(`            ${made.copied} copied, ${made.linked} linked, ${made.kept} there already`);
  console.log(`In place:   ${fileCountOf(made.inPlace.length)}, named and not copied`);
  console.log(`Keys:       ${keyWords(keyFile)[made.keys]}`);
  console.log(`Took:       ${seconds.toFixed(0)} s`);
  console.log(
    made.lost.length === 0
      ? 'The backup is whole.'
      : `${made.lost.length} of its files could not be copied, see above.`,
  );
}

interface BackupOptions {
  earlier?: string;
  encryptKeys?: true;
  keys?: string;
}

export async function backup(
  folder: string,
  { earlier, encryptKeys, keys }: BackupOptions,
): Promise<ExitCode> {
  const passphrase = passphraseFor(encryptKeys);
  const signal = stopSignal();
  return onPortal(async (db, config, now) => {
    assertApart(folder, config);
    if (earlier !== undefined) assertApart(earlier, config);
    if (keys !== undefined) await copyKeys(keys, folder, config);
    const onError = (error: unknown) => console.error(error);
    const pool = hashPool();
    const began = performance.now();
    const keyFile = keyFileOf(config.dataDir);
    try {
      const blobs = await openBlobStore(config, { onError, onFatal: onError });
      const portal = {
        db,
        where: databaseOf(config),
        blobs,
        pool,
        instanceId: instanceIdOf(config.dataDir),
        keyFile: config.secretKey === undefined ? keyFile : undefined,
        now,
      };
      const made = await backUp(portal, {
        folder: resolve(folder),
        earlier: earlier && resolve(earlier),
        passphrase,
        signal,
        onProgress: (done, total) => progressLine(done, total, performance.now() - began),
      });
      endProgress();
      tell(made, resolve(folder), keyFile, (performance.now() - began) / 1_000);
      return made.lost.length === 0 ? 0 : 1;
    } catch (error) {
      if (!signal.aborted) throw error;
      endProgress();
      console.error(
        'Interrupted: a former backup in this folder is whole, a new one is not. Run it again to go on.',
      );
      return 130;
    } finally {
      await pool.close();
    }
  });
}

function keysFound(keys: KeysFound, dataDir: string): string | undefined {
  if (keys.state === 'there') return undefined;
  if (keys.state === 'others') return keys.problem;
  return `MISSING. Put the key file back (${keyFileOf(dataDir)}), or set SECRET_KEY, before you start.`;
}

/** @throws WrongUse when it is missing; when it holds something else */
async function readKeys(file: string): Promise<string> {
  if (!existsSync(file)) throw new WrongUse(`--keys: there is no file ${file}.`);
  const text = await readFile(file, 'utf8');
  parseKeyFile(text, file);
  return text;
}

function tellRestored(done: RestoreReport, dataDir: string): void {
  const { manifest, damaged, ended } = done;
  for (const key of [...damaged, ...manifest.lost])
    console.error(
      `Fault: blob ${key} is not in the backup as it was; its files answer 503 until they are put back.`,
    );
  console.log(`Restored:   ${dataDir}`);
  console.log(`State of:   ${new Date(manifest.madeAt).toISOString()}`);
  console.log(
    `Files:      ${fileCountOf(manifest.blobs.length - damaged.length)}, each compared with its hash`,
  );
  console.log(
    `Ended:      ${ended.sessions} sessions, ${ended.links} download links, ${ended.codes} codes, ${ended.tokens} access tokens, ${ended.unlinked} administrators' sign-ins with institutions, ${ended.reviewerLinks} reviewer links, ${ended.invitations} invitations, ${ended.mails} unsent mails`,
  );
  const people = counted(done.approved, 'approved person', 'approved people');
  console.log(`Holds:      ${people}, ${counted(done.administrators, 'administrator')}`);
  const keys = keysFound(done.keys, dataDir);
  if (keys !== undefined) console.log(`Keys:       ${keys}`);
  console.log(
    'Next:       start the portal. Downloads are closed until an owner opens them in the back office.',
  );
}

export async function restoreBackup(folder: string, { keys }: { keys?: string }): Promise<ExitCode> {
  const config = readConfig(process.env);
  assertApart(folder, config);
  const signal = stopSignal();
  const pool = hashPool();
  const began = performance.now();
  try {
    const done = await restore(resolve(folder), {
      config,
      pool,
      keyFile: keys === undefined ? undefined : await readKeys(keys),
      passphrase: process.env[PASSPHRASE],
      by: operator(),
      signal,
      onProgress: (bytes, total) => progressLine(bytes, total, performance.now() - began),
    });
    endProgress();
    tellRestored(done, config.dataDir);
    const isWhole = done.damaged.length + done.manifest.lost.length === 0;
    return isWhole && done.keys.state !== 'others' ? 0 : 1;
  } catch (error) {
    if (!signal.aborted) throw error;
    endProgress();
    console.error('Interrupted. Run it again: it goes on where it was.');
    return 130;
  } finally {
    await pool.close();
  }
}
