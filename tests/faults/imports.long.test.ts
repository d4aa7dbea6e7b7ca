import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hashedOnce } from '../support/hash-once.ts';

test('issue 4: 100,000 files and 50 GB (sparse) in place, killed in the middle: nothing hashed twice but the files in hand', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vitrine-hash-once-'));
  try {
    const { seconds } = await hashedOnce(folder, { count: 100_000, size: 500_000, inHand: 110 });
    expect(seconds).toBeGreaterThan(0);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}, 1_800_000);
