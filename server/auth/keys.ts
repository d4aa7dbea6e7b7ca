import { createHmac, randomBytes } from 'node:crypto';
import { removeDurably } from '../shared/durable-file.ts';
import { type TextCipher, textCipher } from '../shared/text-cipher.ts';
import { keyFileOf, readKeyFile, writeKeyFile } from './key-file.ts';
import type { KeysStore, Stored } from './keys.store.ts';

/** `seal` encrypts columns of the database; the others sign and hash, `evidence` terms and their signatures. */
const NAMES = ['ticket', 'address', 'captcha', 'recovery', 'code', 'seal', 'evidence'] as const;
type KeyName = (typeof NAMES)[number];

/** The portal's own keys, without which a copy of the database is useless. */
export interface Keys extends Record<Exclude<KeyName, 'seal'>, string> {
  cipher: TextCipher;
}

interface Place {
  store: KeysStore;
  dataDir: string;
  /** SECRET_KEY: the keys are in the database, encrypted under it, shared by all servers; undefined: in a file. */
  secretKey: string | undefined;
}

const MORE = 'See docs/running.md, "The keys".';

/** Identifies a key without disclosing it. */
const fingerprintOf = (name: string, key: string): string =>
  createHmac('sha256', key).update(`fingerprint of ${name}`).digest('hex').slice(0, 16);

const fingerprintsOf = (keys: ReadonlyMap<string, string>): Map<string, string> =>
  new Map([...keys].map(([name, key]) => [name, fingerprintOf(name, key)]));

/** Whether these keys match the database's fingerprints, as far as it has any. */
const belong = (keys: ReadonlyMap<string, string>, { fingerprints }: Stored): boolean =>
  [...fingerprints].every(([name, print]) => {
    const key = keys.get(name);
    return key !== undefined && fingerprintOf(name, key) === print;
  });

const cipherOf = (keys: ReadonlyMap<string, string>): TextCipher =>
  textCipher(keys.get('seal') ?? '', 'seal');

/** All keys: the known ones, and generated ones for the missing names. */
const completed = (...known: (ReadonlyMap<string, string> | undefined)[]): Map<string, string> =>
  new Map(
    NAMES.map((name) => {
      const key = known.map((keys) => keys?.get(name)).find((found) => found !== undefined);
      return [name, key ?? randomBytes(32).toString('base64url')];
    }),
  );

interface Found {
  stored: Stored;
  /** The key file's keys, if there is one. */
  found: ReadonlyMap<string, string> | undefined;
}

const another = (path: string) =>
  new Error(
    `The key file ${path} does not belong to this database. Put back the one that was backed up with it. ${MORE}`,
  );

/** @throws when the key file is missing or another's */
async function lookInFile({ store, dataDir }: Place): Promise<Found> {
  const path = keyFileOf(dataDir);
  const stored = await store.read(NAMES);
  if (stored.wrapped.size > 0) {
    throw new Error(
      `The keys of this database are encrypted under SECRET_KEY, which is not set. Start with the same SECRET_KEY as before. ${MORE}`,
    );
  }
  const found = readKeyFile(path);
  if (!found && stored.fingerprints.size > 0) {
    throw new Error(
      `The key file ${path} is missing, and this database needs it. Put it back from your backup; several servers on one database need SECRET_KEY. ${MORE}`,
    );
  }
  // After a crash both the file and the database may have the key: they must agree.
  for (const [name, key] of stored.open) if (found?.has(name) && found.get(name) !== key) throw another(path);
  if (found && !belong(found, stored)) throw another(path);
  return { stored, found };
}

async function inFile(place: Place): Promise<Map<string, string>> {
  const { store, dataDir } = place;
  const path = keyFileOf(dataDir);
  const { stored, found } = await lookInFile(place);
  const keys = completed(found, stored.open);
  if (!belong(found ?? keys, stored)) throw another(path);
  if (NAMES.some((name) => !found?.has(name))) writeKeyFile(path, keys);
  await store.settle(NAMES, { wrapped: new Map(), fingerprints: fingerprintsOf(keys) }, cipherOf(keys));
  if (!belong(keys, await store.read(NAMES))) {
    // Another server has initialised this database concurrently, with keys of its own.
    if (!found) removeDurably(path);
    throw another(path);
  }
  return keys;
}

function unwrapped({ wrapped }: Stored, wrapper: TextCipher): Map<string, string> {
  try {
    return new Map([...wrapped].map(([name, value]) => [name, wrapper.decrypt(value, name)]));
  } catch {
    throw new Error(
      `SECRET_KEY is not the one that this database's keys are encrypted under. Start with the same as before. ${MORE}`,
    );
  }
}

/** @throws when SECRET_KEY is another one, or the keys are still in a file that is missing */
async function lookInDatabase({ store, dataDir }: Place, wrapper: TextCipher) {
  const path = keyFileOf(dataDir);
  const file = readKeyFile(path);
  const stored = await store.read(NAMES);
  const known = unwrapped(stored, wrapper);
  // A file with other keys belongs to another database.
  const own = file && belong(file, stored) ? file : undefined;
  if (known.size === 0 && !own && stored.fingerprints.size > 0) {
    throw new Error(
      `The keys of this database lie in a key file, not under SECRET_KEY yet, and ${path} is missing or another's. Put it there for this start. ${MORE}`,
    );
  }
  return { stored, known, own };
}

async function inDatabase(place: Place, secretKey: string): Promise<Map<string, string>> {
  const { store, dataDir } = place;
  const wrapper = textCipher(secretKey, 'wrap');
  const { stored, known, own } = await lookInDatabase(place, wrapper);
  const keys = completed(known, stored.open, own);
  const wrapped = new Map([...keys].map(([name, key]) => [name, wrapper.encrypt(key, name)]));
  await store.settle(NAMES, { wrapped, fingerprints: fingerprintsOf(keys) }, cipherOf(keys));
  // Another server may have been first: the stored keys win.
  const settled = unwrapped(await store.read(NAMES), wrapper);
  if (own && NAMES.every((name) => settled.get(name) === own.get(name))) removeDurably(keyFileOf(dataDir));
  return settled;
}

/**
 * Whether a start would find its keys; changes nothing.
 * @throws as `openKeys`
 */
export async function assertKeys(place: Place): Promise<void> {
  const { secretKey } = place;
  if (secretKey === undefined) await lookInFile(place);
  else await lookInDatabase(place, textCipher(secretKey, 'wrap'));
}

/**
 * The keys of this database: kept in a file of the data folder, or in the database under SECRET_KEY, never unencrypted
 * beside the data they protect (threat 36). Keys that a former version kept there are moved unchanged; a start that
 * crashes leaves a state from which the next one resumes.
 * @throws an error with the remedy when the database belongs to other keys
 */
export async function openKeys(place: Place): Promise<Keys> {
  const { secretKey } = place;
  const keys = secretKey === undefined ? await inFile(place) : await inDatabase(place, secretKey);
  const named = (name: KeyName): string => {
    const key = keys.get(name);
    if (key === undefined) throw new Error(`there is no key ${name}`);
    return key;
  };
  return {
    ticket: named('ticket'),
    address: named('address'),
    captcha: named('captcha'),
    recovery: named('recovery'),
    code: named('code'),
    evidence: named('evidence'),
    cipher: cipherOf(keys),
  };
}
