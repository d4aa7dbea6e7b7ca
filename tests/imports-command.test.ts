// @module-tag guards
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEntry } from '../contract/administrators.ts';
import type { AdminDataset, AdminSubset } from '../contract/dataset-admin.ts';
import { type ImportRoot, importRoot } from '../server/testing/import-root.ts';
import { rowCount } from '../server/testing/look-inside.ts';
import { whileEntriesFail } from './support/refused-entries.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from './support/server-process.ts';
import { sparseTree } from './support/sparse-tree.ts';
import { vitrine as runVitrine } from './support/vitrine.ts';

const command = fileURLToPath(new URL('../bin/vitrine.mjs', import.meta.url));

describe('issue 4: vitrine import DIR', () => {
  let root: ImportRoot;
  let folder: string;
  let env: Record<string, string | undefined>;
  beforeAll(async () => {
    root = await importRoot();
    folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-command-')));
    env = { ...process.env, IMPORT_ROOTS: root.path, DATA_DIR: join(folder, 'data') };
    await root.put('set/a.csv', 'a,b\n');
    await root.put('set/train/1.txt', '1');
    await root.put('set/train/deep/2.txt', '2');
    await root.put('set/.git/config', 'x');
  });
  afterAll(async () => {
    await root.remove();
    await rm(folder, { recursive: true, force: true });
  });

  const vitrine = (...args: string[]) => runVitrine(env, ...args);
  const named = (name: string, ...more: string[]) => [
    'import',
    join(root.path, 'set'),
    '--name',
    name,
    '--modality',
    'MRI',
    ...more,
  ];

  test('a dry run says what would be made, and makes nothing', async () => {
    const { code, stdout } = await vitrine(...named('Dry', '--dry-run'));
    expect(code).toBe(0);
    expect(stdout).toContain('Dry 1.0 (dry/dry-1.0.zip)');
    expect(stdout).toContain('dry/dry-1.0/a.csv  4 bytes');
    expect(stdout).toContain('dry/dry-1.0/train.zip  2 files  2 bytes');
    expect(stdout).toContain('2 subsets, 3 files, 6 bytes.');
    expect(stdout).toContain('Left out: 1 dot file.');
    await expect(stat(join(folder, 'data'))).rejects.toThrow('ENOENT');
  });

  test('called wrongly: 2 and the usage; what cannot be imported: 1, whole or not at all', async () => {
    const calls = [
      [],
      ['export'],
      ['import'],
      ['import', root.path, 'x', '--name', 'N', '--modality', 'M'],
      ['import', root.path, '--name', 'N'],
      named('N', '--nonsense'),
      ['import', join(root.path, 'nothing'), '--name', 'N', '--modality', 'M'],
    ];
    const ends = await Promise.all(calls.map((args) => vitrine(...args)));
    for (const [i, end] of ends.entries())
      expect(end, calls[i]?.join(' ')).toMatchObject({
        code: 2,
        stderr: /Usage: vitrine|There is no folder/,
      });
    expect(await vitrine('import', '/usr', '--name', 'N', '--modality', 'M')).toMatchObject({ code: 1 });
    await root.put('clash/x.zip', 'x');
    await root.put('clash/x/a', 'x');
    await root.put('clash/bad\nname', 'x');
    const clash = await vitrine('import', join(root.path, 'clash'), '--name', 'N', '--modality', 'M');
    expect(clash).toMatchObject({ code: 1 });
    expect(clash.stderr).toContain('A file and a folder would both become n/n-1.0/x.zip.');
    expect(clash.stderr).toContain('"bad\\nname"');
    expect(await readdir(folder)).toEqual([]);
  });

  describe('beside a running server', () => {
    let server: ServerProcess;
    let token: string;
    beforeAll(async () => {
      server = await startServer(join(folder, 'data'), { IMPORT_ROOTS: root.path });
      token = await adminTokenOf(server.url);
    });
    afterAll(() => server.end());

    const list = async () =>
      (await callServer<{ list: AdminDataset[] }>(server.url, 'GET', '/api/v1/admin/datasetList', { token }))
        .list;
    const show = (id: string) =>
      callServer<{ subsetList: AdminSubset[] }>(server.url, 'GET', `/api/v1/admin/dataset/${id}`, { token });

    test('the dataset is there, published, hashed, and in the audit log; a second time is refused', async () => {
      const { code, stdout } = await vitrine(...named('Beside', '--version', '2', '--publish'));
      expect([code, stdout]).toEqual([0, expect.stringContaining('100 %, 6 bytes of 6 bytes')]);
      const [dataset] = await list();
      expect(dataset).toMatchObject({ name: 'Beside', version: '2', status: 'published', fileCount: 3 });
      const { subsetList } = await show(dataset?.id ?? '');
      expect(subsetList.map(({ path, intake }) => [path, intake])).toEqual([
        ['beside/beside-2/a.csv', null],
        ['beside/beside-2/train.zip', null],
      ]);
      const audit = await callServer<{ list: AuditEntry[] }>(server.url, 'GET', '/api/v1/admin/audit', {
        token,
      });
      expect(audit.list[0]).toMatchObject({
        action: 'vitrine import',
        adminId: 'command line',
        subject: 'Beside 2',
        after: { status: 'published', folder: join(root.path, 'set'), subsets: 2 },
      });
      const again = await vitrine(...named('Beside', '--version', '2'));
      expect(again).toMatchObject({ code: 1, stderr: /already there/ });
      expect(await list()).toHaveLength(1);
    });

    test('decisions §2: no dataset without its entry in the audit log', async () => {
      const inside = { folder: join(folder, 'data'), databaseUrl: undefined };
      const args = named('Unheard', '--publish');
      const refused = await whileEntriesFail(inside, () => vitrine(...args));
      expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('the disk is full') });
      expect(await rowCount(inside, "datasets where name = 'Unheard'")).toBe(0);
    });

    test('interrupted: what is hashed stays, and the server goes on', { timeout: 180_000 }, async () => {
      await sparseTree(join(root.path, 'large/all'), 1_000, 2_000_000);
      const child = spawn(
        process.execPath,
        [command, 'import', join(root.path, 'large'), '--name', 'Large', '--modality', 'MRI'],
        { env: env as NodeJS.ProcessEnv },
      );
      let said = '';
      child.stdout.on('data', (chunk: Buffer) => {
        said += chunk;
        // While it hashes, and not before.
        if (/[1-9] %/.test(said)) child.kill('SIGINT');
      });
      const [code] = (await once(child, 'close')) as [number];
      expect([code, said]).toEqual([130, expect.stringContaining('the server goes on')]);
      const id = (await list()).find(({ name }) => name === 'Large')?.id ?? '';
      for (;;) {
        const [subset] = (await show(id)).subsetList;
        expect(subset?.intake?.state).not.toBe('failed');
        if (subset?.intake === null) break;
        await sleep(100);
      }
      expect((await show(id)).subsetList[0]).toMatchObject({ fileCount: 1_000 });
    });
  });
});
