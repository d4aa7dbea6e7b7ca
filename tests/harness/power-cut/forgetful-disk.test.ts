// @module-tag guards
import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { LONG } from '../../support/guards.ts';
import { type ForgetfulDisk, forgetfulDisk, haveForgetfulDisk, syncAll } from './forgetful-disk.ts';

const CUTS = 8;
const seeds = Array.from({ length: CUTS }, (_, n) => n + 1);
const library = createRequire(import.meta.url).resolve('better-sqlite3');

/** Writes a file as durably as the portal does, but for what WITHOUT names. */
const REPLACE = `
  const fs = require('node:fs');
  const [folder, name, bytes] = process.argv.slice(1);
  const without = process.env.WITHOUT ?? '';
  const sync = (path) => { const one = fs.openSync(path, 'r'); fs.fsyncSync(one); fs.closeSync(one); };
  const draft = folder + '/draft';
  fs.writeFileSync(draft, bytes);
  if (!without.includes('file')) sync(draft);
  fs.renameSync(draft, folder + '/' + name);
  if (!without.includes('folder')) sync(folder);
`;

/** Commits rows until it is ended at once, saying each commit. */
const COMMIT = `
  const db = new (require(${JSON.stringify(library)}))(process.argv[1]);
  db.pragma('journal_mode = wal');
  db.pragma('synchronous = ' + process.env.SYNCHRONOUS);
  db.exec('create table if not exists t (n integer primary key, filler text)');
  const before = db.prepare('select count(*) as n from t').get().n;
  for (let n = before; n < before + 40; n++) db.prepare('insert into t values (?, ?)').run(n, 'x'.repeat(3000));
  console.log(before + ' ' + (before + 40) + ' ' + db.pragma('integrity_check', { simple: true }));
  process.kill(process.pid, 'SIGKILL');
`;

describe.runIf(haveForgetfulDisk('power cuts'))('the disk that forgets', () => {
  let home: string;
  let disk: ForgetfulDisk;
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'vitrine-forgetful-'));
    disk = await forgetfulDisk(home);
  });
  afterEach(async () => {
    await disk.remove();
    await rm(home, { recursive: true, force: true });
  });

  const whole = 'b'.repeat(20_000);
  /** What is left after each cut of a file that a program replaced: gone, the former, the new, or neither whole. */
  async function replaced(without: string): Promise<Set<string>> {
    const found = new Set<string>();
    for (const seed of seeds) {
      const folder = join(disk.path, `folder ${seed}`);
      await mkdir(folder);
      await writeFile(join(folder, 'a'), 'former');
      await syncAll(disk.path);
      const env = { ...process.env, WITHOUT: without };
      for (const name of ['a', 'new'])
        execFileSync(process.execPath, ['-e', REPLACE, folder, name, whole], { env });
      expect(await readFile(join(folder, 'new'), 'utf8'), 'before the cut').toBe(whole);
      await disk.cut(seed);
      for (const name of ['a', 'new']) {
        const text = await readFile(join(folder, name), 'utf8').catch(() => undefined);
        found.add(
          text === undefined ? 'gone' : text === whole ? 'new' : text === 'former' ? 'former' : 'not whole',
        );
      }
    }
    return found;
  }

  test('keeps what a program synced, file and folder', async () => {
    expect(await replaced('')).toEqual(new Set(['new']));
  });

  test('forgets a name whose folder was not synced', async () => {
    expect(await replaced('folder')).toEqual(new Set(['new', 'former', 'gone']));
  });

  test('forgets bytes that were renamed before they were synced', async () => {
    expect(await replaced('file')).toEqual(new Set(['new', 'not whole']));
  });

  test(
    'is one on which SQLite runs: with FULL no commit is lost, with OFF some are or the file is broken',
    LONG,
    async () => {
      const run = (synchronous: string, path: string) => {
        const env = { ...process.env, SYNCHRONOUS: synchronous };
        try {
          execFileSync(process.execPath, ['-e', COMMIT, path], { env, stdio: 'pipe' });
        } catch (error) {
          return String((error as { stdout: Buffer }).stdout).trim();
        }
        throw new Error('it was to end by its own signal');
      };
      const lost: Record<string, number> = {};
      for (const synchronous of ['FULL', 'OFF']) {
        const path = join(disk.path, `${synchronous}.sqlite`);
        let committed = 0;
        lost[synchronous] = 0;
        for (const seed of seeds) {
          const [before, after, integrity] = run(synchronous, path).split(' ');
          if (Number(before) !== committed || integrity !== 'ok') lost[synchronous]++;
          if (integrity === 'ok') committed = Number(after);
          await disk.cut(seed);
        }
      }
      expect(lost.FULL).toBe(0);
      expect(lost.OFF).toBeGreaterThan(0);
    },
  );
});
