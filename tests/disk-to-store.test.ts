// @module-tag guards
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildApp } from '../server/app.ts';
import { readConfig } from '../server/config.ts';
import { buildTestApp } from '../server/testing/build-test-app.ts';
import { temporaryFolder } from '../server/testing/databases.ts';
import { filesUnder } from '../server/testing/look-inside.ts';
import { freshPlace, onObjectStore } from '../server/testing/object-store.ts';
import { vitrine } from './support/vitrine.ts';

onObjectStore('operations.md, "Several servers": files move from the disk into an object store', () => {
  test('STORAGE_URL on a portal with files on its disk is refused with words; backup and restore move them', {
    timeout: 300_000,
  }, async () => {
    const { env } = await freshPlace();
    const t = await buildTestApp();
    const place = await temporaryFolder();
    try {
      await t.dataset({ files: { 'a.csv': 'a,b\n1,2\n' } });
      await t.app.settle();
      const [backup, keys] = ['backup', 'keys.json'].map((name) => join(place.path, name));
      const saved = await vitrine({ DATA_DIR: t.folder }, 'backup', backup ?? '', '--keys', keys ?? '');
      expect(saved.code).toBe(0);
      await t.app.close();
      const start = (folder: string) =>
        buildApp({ config: readConfig({ DATA_DIR: folder, RATE_LIMIT_FACTOR: '0', ...env }) });
      await expect(start(t.folder)).rejects.toThrow(
        /stored files lie on the disk, in .+\/blobs, .+vitrine backup`, then `.+vitrine restore` with STORAGE_URL/,
      );

      const moved = { DATA_DIR: join(place.path, 'data'), ...env };
      expect(await vitrine(moved, 'restore', backup ?? '', '--keys', keys ?? '')).toMatchObject({ code: 0 });
      expect(await filesUnder({ folder: moved.DATA_DIR, databaseUrl: undefined }, 'blobs')).toEqual([]);
      expect(await vitrine(moved, 'verify')).toMatchObject({ code: 0, stdout: /All is well/ });
      // What nobody keeps refuses nothing.
      await mkdir(join(moved.DATA_DIR, 'blobs', 'xx'), { recursive: true });
      await writeFile(join(moved.DATA_DIR, 'blobs', 'xx', 'xxStrayStrayStrayStr'), 'stray');
      await (await start(moved.DATA_DIR)).close();
    } finally {
      await t.close().catch(() => {});
      await place.remove();
    }
  });
});
