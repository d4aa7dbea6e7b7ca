// @module-tag guards
import { mkdir, mkdtemp, realpath, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { AdminSubset } from '../../contract/dataset-admin.ts';
import { adminTokenOf, callServer, startServer } from '../support/server-process.ts';

const SIZE = 4 * 1024 ** 3;

test('fault: kill -9 while a large file is hashed: its progress begins anew, rises, and never exceeds its size', {
  timeout: 120_000,
}, async () => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-progress-')));
  const root = join(folder, 'root');
  await mkdir(root);
  await writeFile(join(root, 'zeros.bin'), '');
  await truncate(join(root, 'zeros.bin'), SIZE);
  const start = () => startServer(join(folder, 'data'), { IMPORT_ROOTS: root });
  let server = await start();
  try {
    let token = await adminTokenOf(server.url);
    const form = new FormData();
    for (const [key, value] of Object.entries({ name: 'Large', version: '1', modalityName: 'MRI' }))
      form.append(key, value);
    const made = await fetch(`${server.url}/api/v1/admin/addDataset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { id } = ((await made.json()) as { data: { id: string } }).data;
    await callServer(server.url, 'POST', `/api/v1/admin/addSubsets/${id}`, {
      token,
      body: { subsets: [{ path: 'large/large-1/zeros.bin', source: { import: join(root, 'zeros.bin') } }] },
    });
    /** Watches until the file is hashed, or so much of it. */
    const watch = async (upTo: number): Promise<number[]> => {
      const seen: number[] = [];
      for (;;) {
        const { subsetList } = await callServer<{ subsetList: AdminSubset[] }>(
          server.url,
          'GET',
          `/api/v1/admin/dataset/${id}`,
          { token },
        );
        const intake = subsetList[0]?.intake;
        if (!intake) return seen;
        seen.push(intake.hashed);
        if (intake.hashed >= upTo) return seen;
        await sleep(20);
      }
    };
    const before = (await watch(1)).at(-1) ?? 0;
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(SIZE);
    await server.end('SIGKILL');

    server = await start();
    token = await adminTokenOf(server.url);
    const after = await watch(Number.POSITIVE_INFINITY);
    expect(Math.max(...after)).toBeGreaterThan(0);
    expect(Math.max(...after)).toBeLessThanOrEqual(SIZE);
    const anew = after.slice(after.findIndex((value) => value !== before));
    expect(anew).toEqual([...anew].sort((a, b) => a - b));
  } finally {
    await server.end('SIGKILL');
    await rm(folder, { recursive: true, force: true });
  }
});
