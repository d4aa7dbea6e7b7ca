import { createHash } from 'node:crypto';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect } from 'vitest';
import { buildApp } from '../../server/app.ts';
import { readConfig } from '../../server/config.ts';
import { buildTestApp } from '../../server/testing/build-test-app.ts';
import { temporaryFolder } from '../../server/testing/databases.ts';
import { form, newDataset } from '../../server/testing/forms.ts';
import { vitrine } from './vitrine.ts';

/** What a restored folder must be: a database without a fault, and each object's blob there and equal. */
async function expectClean(folder: string): Promise<number> {
  const app = await buildApp({ config: readConfig({ DATA_DIR: folder, RATE_LIMIT_FACTOR: '0' }) });
  await app.server.ready();
  expect((await app.server.inject('/readyz')).statusCode).toBe(200);
  const { data } = (await app.server.inject('/api/v1/datasets')).json();
  await app.close();
  const db = new Database(join(folder, 'vitrine.sqlite'), { readonly: true });
  expect(db.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(db.pragma('foreign_key_check')).toEqual([]);
  const manifest = db
    .prepare("select key, size, sha256 from blobs where state = 'kept' and source is null")
    .all() as { key: string; size: number; sha256: string }[];
  const known = new Set(manifest.map(({ key }) => key));
  const used = db.prepare('select blob_key from objects').all() as { blob_key: string }[];
  expect(used.every(({ blob_key }) => known.has(blob_key))).toBe(true);
  expect(db.prepare("select count(*) as n from blobs where state = 'writing'").get()).toEqual({ n: 0 });
  db.close();
  for (const { key, size, sha256 } of manifest) {
    const bytes = await readFile(join(folder, 'blobs', key.slice(0, 2), key));
    expect([bytes.length, createHash('sha256').update(bytes).digest('hex')]).toEqual([size, sha256]);
  }
  return data.length;
}

/** faults.md, "backup under writes": backups are made while datasets come, change and go. */
export async function backupsUnderWrites(times: number): Promise<void> {
  const t = await buildTestApp();
  const copies = await temporaryFolder();
  try {
    const token = await t.adminToken();
    let over = false;
    let many = 0;
    const writer = async () => {
      while (!over) {
        const name = `Written ${++many}`;
        const body = form(
          newDataset(name),
          ['subsets', `${name} a`.repeat(5_000), 'a.txt'],
          ['subsets', name, 'b.txt'],
        );
        const { id } = await t.call<{ id: string }>('POST', '/api/v1/admin/addDataset', { token, body });
        await t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: { status: 'published' } });
        const more = form({}, ['subsets', `${name} c`, 'c.txt']);
        await t.call('POST', `/api/v1/admin/addSubsets/${id}`, { token, body: more });
        if (many % 3 === 0) await t.call('DELETE', `/api/v1/admin/dataset/${id}`, { token });
      }
    };
    const writers = [writer(), writer()];
    let last = 0;
    for (let n = 0; n < times; n++) {
      const written = many;
      while (many < written + 3) await new Promise((resolve) => setTimeout(resolve, 5));
      const [saved, folder, keys] = ['backup', 'data', 'keys.json'].map((name) =>
        join(copies.path, `${n}-${name}`),
      ) as [string, string, string];
      const steps = [
        await vitrine({ DATA_DIR: t.folder }, 'backup', saved, '--keys', keys),
        await vitrine({ DATA_DIR: folder }, 'restore', saved, '--keys', keys),
        await vitrine({ DATA_DIR: folder }, 'verify'),
      ];
      expect(steps.map(({ code, stderr }) => [code, stderr])).toEqual(steps.map(() => [0, '']));
      const restored = await expectClean(folder);
      expect(restored, 'each later one holds what came meanwhile').toBeGreaterThan(last);
      last = restored;
      for (const made of [saved, folder]) await rm(made, { recursive: true });
    }
    over = true;
    await Promise.all(writers);
  } finally {
    await t.close();
    await copies.remove();
  }
}
