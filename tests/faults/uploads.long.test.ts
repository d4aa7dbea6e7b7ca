import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startServer } from '../support/server-process.ts';
import { abortMany, expectAgreed, killAt, state } from '../support/upload-faults.ts';

const HOUR = 3_600_000;

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-up-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

test('faults: aborted uploads ×500: no descriptor, no temporary file', { timeout: HOUR }, async () => {
  const server = await startServer(dataDir);
  try {
    await abortMany(server, 500);
    await expect.poll(async () => (await state(dataDir)).tmp, { timeout: 5_000 }).toEqual([]);
  } finally {
    await server.end();
  }
  await expectAgreed(dataDir);
});

for (const calls of ['pwritev', 'pwrite64', 'fdatasync', 'fsync', 'rename']) {
  test(`faults: kill -9 at every ${calls} of an upload`, { timeout: HOUR }, async () => {
    let k = 1;
    while (await killAt(dataDir, calls, k)) k++;
    console.log(`${calls}: ${k - 1} kills`);
    expect(k, 'at least one fell into the upload').toBeGreaterThan(1);
  });
}
