// @module-tag guards
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashedOnce } from '../support/hash-once.ts';

test('fault: kill -9 while a folder is registered in place: resumed, nothing hashed twice but the files in hand', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-hash-once-'));
  try {
    const { seconds } = await hashedOnce(folder, { count: 2_000, size: 512 * 1024, inHand: 110 });
    expect(seconds).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 120_000);
