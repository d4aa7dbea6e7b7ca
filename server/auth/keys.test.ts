import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readConfig } from '../config.ts';
import { type Db, openDatabase } from '../database/index.ts';
import { textCipher } from '../shared/text-cipher.ts';
import { freshDatabase, onEachDatabase, temporaryFolder } from '../testing/databases.ts';
import { keysStore } from './keys.store.ts';
import { type Keys, openKeys } from './keys.ts';

const SECRET_KEY = 'a key that several servers share, of 32 characters or more';

describe('operations "Keys": what is encrypted', () => {
  const cipher = textCipher('a secret', 'tests');

  test('comes back under the same key and for the same row only', () => {
    const sealed = cipher.encrypt('naïve 数据', 'row 1');
    expect(cipher.decrypt(sealed, 'row 1')).toBe('naïve 数据');
    expect(() => cipher.decrypt(sealed, 'row 2')).toThrow();
    expect(() => textCipher('another', 'tests').decrypt(sealed, 'row 1')).toThrow();
    expect(() => textCipher('a secret', 'others').decrypt(sealed, 'row 1')).toThrow();
  });

  test('is another text each time, and no character of it may change', () => {
    const sealed = cipher.encrypt('same', 'row');
    expect(cipher.encrypt('same', 'row')).not.toBe(sealed);
    for (let at = 0; at < sealed.length - 1; at++) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1);
      expect(() => cipher.decrypt(changed, 'row'), `${at}`).toThrow();
    }
    expect(() => cipher.decrypt(sealed.slice(0, 20), 'row')).toThrow();
    expect(() => cipher.decrypt('', 'row')).toThrow();
  });
});

test('operations "Keys": a short SECRET_KEY is refused with words', () => {
  expect(() => readConfig({ SECRET_KEY: 'short' })).toThrow(/SECRET_KEY: needs at least 32 characters/);
});

onEachDatabase('operations "Keys"', (kind) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let fresh: Awaited<ReturnType<typeof freshDatabase>>;
  let db: Db;
  beforeEach(async () => {
    folder = await temporaryFolder();
    fresh = await freshDatabase(kind);
    db = await openDatabase(fresh.url ?? join(folder.path, 'vitrine.sqlite'));
  });
  afterEach(async () => {
    await db.destroy();
    await fresh.drop();
    await folder.remove();
  });

  const file = (name = '') => join(folder.path, name, 'keys.json');
  /** A start of the portal, with its own data folder where several servers share the database. */
  function start(secretKey?: string, name = ''): Promise<Keys> {
    const dataDir = join(folder.path, name);
    mkdirSync(dataDir, { recursive: true });
    return openKeys({ store: keysStore(db), dataDir, secretKey });
  }
  const named = ({ cipher: _, ...keys }: Keys) => keys;

  test('the first start makes them; later ones find the same, in a file that only the server reads', async () => {
    const keys = await start();
    const sealed = keys.cipher.encrypt('text', 'row');
    const content = readFileSync(file(), 'utf8');
    chmodSync(file(), 0o644);
    const again = await start();
    expect(named(again)).toEqual(named(keys));
    expect(again.cipher.decrypt(sealed, 'row')).toBe('text');
    expect(readFileSync(file(), 'utf8')).toBe(content);
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    const rows = JSON.stringify(await db.selectFrom('secrets').selectAll().execute());
    for (const key of Object.values(JSON.parse(content).keys as object)) expect(rows).not.toContain(key);
  });

  test('without its file, or with another database’s, the portal does not start and says what to do', async () => {
    await start();
    const content = readFileSync(file(), 'utf8');
    rmSync(file());
    await expect(start()).rejects.toThrow(/keys\.json is missing, .* Put it back from your backup/);
    expect(existsSync(file()), 'none is made anew').toBe(false);
    const others = JSON.stringify({
      keys: { ticket: 'x', address: 'x', captcha: 'x', recovery: 'x', code: 'x', seal: 'x' },
    });
    for (const [what, words] of [
      [others, /does not belong to this database/],
      [
        JSON.stringify({ keys: { ticket: JSON.parse(content).keys.ticket } }),
        /does not belong to this database/,
      ],
      ['', /is not a key file, or is damaged/],
      ['{"keys":{"ticket":1}}', /is not a key file, or is damaged/],
    ] as const) {
      writeFileSync(file(), what);
      await expect(start()).rejects.toThrow(words);
      expect(readFileSync(file(), 'utf8'), 'it is left as it is').toBe(what);
    }
    writeFileSync(file(), content);
    await start();
  });

  test('a key that the file does not know yet is made and added, the others stay', async () => {
    const keys = await start();
    const { captcha: _, ...others } = JSON.parse(readFileSync(file(), 'utf8')).keys;
    writeFileSync(file(), JSON.stringify({ keys: others }));
    await db.deleteFrom('secrets').where('name', '=', 'fingerprint.captcha').execute();
    const more = await start();
    expect(more.captcha).not.toBe(keys.captcha);
    expect({ ...named(more), captcha: '' }).toEqual({ ...named(keys), captcha: '' });
    expect(named(await start())).toEqual(named(more));
  });

  test('SECRET_KEY takes over what the file holds, unchanged; from then on it is needed, and the same one', async () => {
    const keys = await start();
    const sealed = keys.cipher.encrypt('text', 'row');
    const wrapped = await start(SECRET_KEY);
    expect(named(wrapped)).toEqual(named(keys));
    expect(wrapped.cipher.decrypt(sealed, 'row')).toBe('text');
    expect(existsSync(file())).toBe(false);
    await expect(start()).rejects.toThrow(/SECRET_KEY, which is not set/);
    await expect(start(`${SECRET_KEY}!`)).rejects.toThrow(/SECRET_KEY is not the one/);
    expect(named(await start(SECRET_KEY, 'another server'))).toEqual(named(keys));
  });

  test('SECRET_KEY without the file that holds the keys so far is refused, and nothing is made anew', async () => {
    const keys = await start();
    await expect(start(SECRET_KEY, 'elsewhere')).rejects.toThrow(
      /lie in a key file, not under SECRET_KEY yet/,
    );
    expect(named(await start())).toEqual(named(keys));
  });

  test('servers that begin on one database at once share its keys by SECRET_KEY', async () => {
    const all = await Promise.all(['a', 'b', 'c', 'd'].map((name) => start(SECRET_KEY, name)));
    for (const keys of all) expect(named(keys)).toEqual(named(all[0] as Keys));
    const sealed = all[0]?.cipher.encrypt('text', 'row') ?? '';
    for (const keys of all) expect(keys.cipher.decrypt(sealed, 'row')).toBe('text');
  });

  test('without SECRET_KEY one of them starts; the others are refused and leave no file behind', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const ends = await Promise.allSettled(names.map((name) => start(undefined, name)));
    const started = names.filter((_, i) => ends[i]?.status === 'fulfilled');
    expect(started).toHaveLength(1);
    expect(names.filter((name) => existsSync(file(name)))).toEqual(started);
    await expect(start(undefined, 'later')).rejects.toThrow(
      /several servers on one database need SECRET_KEY/,
    );
  });
});
