import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { buildApp } from '../app.ts';
import { readConfig } from '../config.ts';
import { register } from '../testing/applicants.ts';
import { ADMIN, buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { temporaryFolder } from '../testing/databases.ts';
import { tusCalls } from '../testing/tus.ts';
import { onTheWire } from '../testing/wire.ts';

const umask = process.umask();
afterEach(() => void process.umask(umask));

/** Modes of everything in a folder, by path. */
function modesIn(folder: string): Map<string, number> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name);
      return [relative(folder, path), statSync(path).mode & 0o777];
    }),
  );
}

describe('operations "Keys": who may read what, whatever the umask', () => {
  test.each([0o000, 0o022, 0o077])('%i', async (mask) => {
    process.umask(mask);
    const t: TestApp = await buildTestApp();
    try {
      await register(t, 'ada@example.org');
      await t.dataset();
      const token = await t.adminToken();
      await tusCalls(await onTheWire(t), token).create(10);
      await t.app.settle();
      const modes = modesIn(t.folder);
      for (const name of [
        'vitrine.sqlite',
        'vitrine.sqlite-wal',
        'vitrine.sqlite-shm',
        'keys.json',
        'lock.sqlite',
      ])
        expect([name, modes.get(name)]).toEqual([name, 0o600]);
      expect(modes.get('outbox')).toBe(0o700);
      for (const folder of ['blobs', 'tmp', 'uploads'])
        expect([folder, modes.get(folder)]).toEqual([folder, 0o750]);
      let [blobs, mails, uploads] = [0, 0, 0];
      for (const [path, mode] of modes) {
        if (/^outbox\/./.test(path)) expect([path, mode], `${++mails}`).toEqual([path, 0o600]);
        if (/^blobs\/..$/.test(path)) expect([path, mode]).toEqual([path, 0o750]);
        if (/^blobs\/..\/./.test(path)) expect([path, mode], `${++blobs}`).toEqual([path, 0o640]);
        if (/^uploads\/./.test(path)) expect([path, mode], `${++uploads}`).toEqual([path, 0o640]);
      }
      expect(Math.min(blobs, mails, uploads)).toBeGreaterThan(0);
    } finally {
      await t.close();
    }
  });

  test('a folder of a version before is closed to others by the next start', async () => {
    const folder = await temporaryFolder();
    const config = readConfig({
      DATA_DIR: folder.path,
      ADMIN_EMAIL: ADMIN.username,
      ADMIN_PASSWORD: ADMIN.password,
    });
    try {
      await (await buildApp({ config })).close();
      const at = (name: string) => join(folder.path, name);
      for (const name of ['blobs', 'outbox', 'uploads']) mkdirSync(at(name), { recursive: true });
      for (const name of ['blobs', 'outbox', 'uploads', 'tmp']) chmodSync(at(name), 0o755);
      for (const name of ['vitrine.sqlite', 'keys.json', 'lock.sqlite']) chmodSync(at(name), 0o644);
      writeFileSync(at('outbox/old.eml'), '', { mode: 0o600 });
      await (await buildApp({ config })).close();
      const modes = modesIn(folder.path);
      for (const name of ['vitrine.sqlite', 'keys.json', 'lock.sqlite'])
        expect([name, modes.get(name)]).toEqual([name, 0o600]);
      for (const name of ['blobs', 'uploads', 'tmp']) expect([name, modes.get(name)]).toEqual([name, 0o750]);
      expect(modes.get('outbox')).toBe(0o700);
    } finally {
      await folder.remove();
    }
  });
});
