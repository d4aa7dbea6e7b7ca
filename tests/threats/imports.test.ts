import { mkdir, rename, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ImportEntry } from '../../contract/sources.ts';
import { readConfig } from '../../server/config.ts';
import { walk } from '../../server/ingest/index.ts';
import { openUnlinked } from '../../server/shared/open-in-place.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { type ImportRoot, importRoot, type Shown } from '../../server/testing/import-root.ts';
import { stored } from '../../server/testing/look-inside.ts';
import { makeSpecialFile } from '../../server/testing/special-file.ts';

describe('threats row 2: imports stay inside the resolved roots, and follow no link', () => {
  let t: TestApp;
  let root: ImportRoot;
  let outside: ImportRoot;
  let token: string;
  let id: string;
  beforeAll(async () => {
    [root, outside] = [await importRoot(), await importRoot()];
    t = await buildTestApp({ env: { IMPORT_ROOTS: root.path } });
    token = await t.adminToken();
    id = (await t.dataset({ name: 'Imports', files: {} })).dataset.id;
    await root.put('in/a.txt', 'a');
    await root.put('in/sub/b.txt', 'b');
    await outside.put('secret.txt', 'secret');
    await outside.put('folder/secret.txt', 'secret');
    await symlink(join(outside.path, 'secret.txt'), join(root.path, 'in/link.txt'));
    await symlink(join(outside.path, 'folder'), join(root.path, 'in/linked'));
    await symlink(join(root.path, 'in/a.txt'), join(root.path, 'in/inner.txt'));
    await root.put('in/.hidden/x', 'x');
    await makeSpecialFile(join(root.path, 'in/pipe'));
  });
  afterAll(async () => {
    await t.close();
    await root.remove();
    await outside.remove();
  });

  const list = (path?: string) =>
    t.ask('GET', `/api/v1/admin/imports${path === undefined ? '' : `?path=${encodeURIComponent(path)}`}`, {
      token,
    });
  const add = (path: string, source: object) =>
    t.ask('POST', `/api/v1/admin/addSubsets/${id}`, { token, body: { subsets: [{ path, source }] } });

  /** Everything that must not be reachable, by a path that somebody may send. */
  const astray = () => [
    join(root.path, 'in/link.txt'),
    join(root.path, 'in/inner.txt'),
    join(root.path, 'in/linked'),
    join(root.path, 'in/linked/secret.txt'),
    join(root.path, 'in/.hidden'),
    join(root.path, 'in/.hidden/x'),
    join(root.path, 'in/pipe'),
    join(root.path, 'nothing'),
    join(root.path, 'in/a.txt/x'),
    join(root.path, 'x'.repeat(300)),
    `${root.path}x`,
    outside.path,
    join(outside.path, 'secret.txt'),
    t.folder,
    '/etc/passwd',
    '/dev/zero',
    '/proc/self/environ',
  ];
  const malformed = () => [
    `${root.path}/../${outside.path.split('/').at(-1)}/secret.txt`,
    `${root.path}/in/../in/a.txt`,
    `${root.path}/./in`,
    `${root.path}//in`,
    `${root.path}/in/`,
    `${root.path}/in\0/a.txt`,
    'in/a.txt',
    '../x',
    '',
    'http://169.254.169.254/',
    'file:///etc/passwd',
    '\\\\server\\share',
  ];

  test('§4: the roots, then folders: sorted, regular files and folders only', async () => {
    const roots = await list();
    expect(roots).toMatchObject({
      code: 200,
      data: { path: '', entries: [{ path: root.path, type: 'folder' }] },
    });
    const { data } = (await list(join(root.path, 'in'))) as unknown as { data: { entries: ImportEntry[] } };
    expect(data.entries).toEqual([
      { name: 'a.txt', path: join(root.path, 'in/a.txt'), type: 'file', size: 1, mtime: expect.any(String) },
      { name: 'sub', path: join(root.path, 'in/sub'), type: 'folder', size: 0, mtime: expect.any(String) },
    ]);
  });

  test('a symlink planted in a root, a path outside, a pipe: refused in the same words, nothing written', async () => {
    const before = await stored(t);
    const words = new Set<string>();
    for (const path of astray()) {
      const listed = await list(path);
      expect(listed, path).toMatchObject({ code: 400, errors: [{ path: 'path' }] });
      const added = await add('imports/imports-1.0/x.zip', { import: path });
      expect(added, path).toMatchObject({ code: 400, errors: [{ path: 'subsets.0.source.import' }] });
      words.add(listed.msg).add(added.msg);
    }
    expect(words.size, 'nobody learns what lies elsewhere').toBe(1);
    for (const path of malformed()) {
      expect((await list(path)).code, path).toBe(400);
      expect((await add('imports/imports-1.0/x.zip', { import: path })).code, path).toBe(400);
    }
    expect(await list(join(root.path, 'in/a.txt')), 'a file is no folder').toMatchObject({ code: 400 });
    await t.app.settle();
    expect(await stored(t)).toEqual(before);
  });

  test('addSubsets `../../x`, absolute → 400', async () => {
    const source = { import: join(root.path, 'in/a.txt') };
    for (const path of [
      '../../x',
      '/x',
      'a/../b',
      'a//b',
      './a',
      'a\\b',
      'a\u0000b',
      'a\u202eb',
      'x'.repeat(1_025),
    ]) {
      expect(await add(path, source), path).toMatchObject({
        code: 400,
        errors: [{ path: 'subsets.0.path' }],
      });
    }
  });

  test('a folder that is swapped for a link while it is walked: its files are not taken', async () => {
    await root.put('race/x/real.txt', 'real');
    await root.put('race/a.txt', 'a');
    const leftOut = { dotFiles: 0, links: 0, special: 0 };
    const walking = walk([root.path], join(root.path, 'race'), leftOut);
    await walking.next();
    // Seen as a folder by now, not entered yet.
    await rename(join(root.path, 'race/x'), join(root.path, 'race-x'));
    await symlink(join(outside.path, 'folder'), join(root.path, 'race/x'));
    await expect(walking.next()).rejects.toThrow('moved while it was read');
    await expect(openUnlinked(join(root.path, 'race/x/secret.txt'))).rejects.toThrow('A link on the way');
    const leaf = join(root.path, 'in/link.txt');
    await expect(openUnlinked(leaf)).rejects.toThrow('A link');
  });

  test('a folder of a registered file that is swapped for a link later: refused, not followed', async () => {
    const time = new Date(1_700_000_000_000);
    const file = await root.put('later/f/x.txt', 'good');
    await utimes(file, time, time);
    await add('imports/imports-1.0/later.txt', { import: file });
    await t.app.settle();
    const { token: user } = await t.user('swap@example.org');
    const get = () => t.inject('GET', `/api/v1/download/${id}/imports/imports-1.0/later.txt?token=${user}`);
    expect((await get()).body).toBe('good');
    await mkdir(join(outside.path, 'f'));
    await writeFile(join(outside.path, 'f/x.txt'), 'evil');
    await utimes(join(outside.path, 'f/x.txt'), time, time);
    await rename(join(root.path, 'later/f'), join(root.path, 'later/g'));
    await symlink(join(outside.path, 'f'), join(root.path, 'later/f'));
    expect((await get()).statusCode).toBe(503);
    const { subsetList } = await t.call<Shown>('GET', `/api/v1/admin/dataset/${id}`, { token });
    expect(subsetList.at(-1)?.mark).toBe('changed');
  });

  test('faults, odd names: identical byte for byte, or refused with the name', async () => {
    const good = [
      'é'.normalize('NFC'),
      'é'.normalize('NFD'),
      'عربي',
      '👩🏽‍🔬.csv',
      'CON',
      '-rf',
      'x'.repeat(255),
      ' a ',
    ];
    for (const name of good) await root.put(`odd/${name}`, name);
    expect(await add('imports/imports-1.0/odd.zip', { import: join(root.path, 'odd') })).toMatchObject({
      code: 200,
    });
    await t.app.settle();
    const { token: user } = await t.user('odd@example.org');
    const { readZip } = await import('../../server/testing/tools.ts');
    const zip = await t.inject('GET', `/api/v1/download/${id}/imports/imports-1.0/odd.zip?token=${user}`);
    expect((await readZip(zip.rawPayload)).map(({ name }) => name)).toEqual([...good].sort());
    for (const [i, name] of ['a\nb', 'a\u202eb', 'a\\b', 'a\u0001'].entries()) {
      await root.put(`bad${i}/${name}`, 'x');
      expect(
        (await add(`imports/imports-1.0/bad${i}.zip`, { import: join(root.path, `bad${i}`) })).code,
      ).toBe(200);
      expect(
        (await add(`imports/imports-1.0/bad-file${i}.zip`, { import: join(root.path, `bad${i}`, name) }))
          .code,
      ).toBe(200);
    }
    await mkdir(join(root.path, 'bytes'));
    await writeFile(Buffer.concat([Buffer.from(`${root.path}/bytes/`), Buffer.from([0xff, 0xfe])]), 'x');
    await add('imports/imports-1.0/bytes.zip', { import: join(root.path, 'bytes') });
    await t.app.settle();
    const { subsetList } = await t.call<Shown>('GET', `/api/v1/admin/dataset/${id}`, { token });
    for (const row of subsetList.filter(({ path }) => /\/(bad\d|bytes)\.zip$/.test(path))) {
      expect(row.intake).toMatchObject({
        state: 'failed',
        message: expect.stringContaining('cannot be a path'),
      });
      expect(row.intake?.message).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
    }
  });

  test('more files than a subset may have: a failure that says to split', async () => {
    const leftOut = { dotFiles: 0, links: 0, special: 0 };
    const all = async () => {
      for await (const _ of walk([root.path], join(root.path, 'odd'), leftOut, 5));
    };
    await expect(all()).rejects.toThrow('more than 5 files. Split it');
  });

  test('decisions §9: start is refused when a root overlaps DATA_DIR, is missing or is a file', async () => {
    const config = (IMPORT_ROOTS: string, DATA_DIR = join(outside.path, 'data')) =>
      readConfig({ IMPORT_ROOTS, DATA_DIR });
    await mkdir(join(outside.path, 'data'));
    await symlink(join(outside.path, 'data'), join(root.path, 'to-data'));
    for (const bad of [
      outside.path,
      join(outside.path, 'data'),
      '/',
      join(root.path, 'to-data'),
      join(root.path, 'nothing'),
      join(root.path, 'in/a.txt'),
      `${root.path}:${outside.path}`,
    ]) {
      expect(() => config(bad), bad).toThrow('IMPORT_ROOTS');
    }
    expect(() => config(root.path, join(root.path, 'data')), 'inside a root').toThrow('overlaps DATA_DIR');
    expect(() => config(root.path, join(root.path, 'to-data/deeper')), 'behind a link').not.toThrow();
    expect(() => config(outside.path, join(root.path, 'to-data/deeper'))).toThrow('overlaps DATA_DIR');
    expect(config(`${root.path}:${root.path}/`).importRoots).toEqual([root.path]);
    expect(config('').importRoots).toEqual([]);
  });
});
