// @module-tag guards
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { havePair, startPair } from '../support/pair.ts';
import { killedUnderLoad } from '../support/pair-load.ts';

if (havePair('one of two servers killed'))
  test('operations.md, "Several servers": one of two killed under mixed load, 3 times', {
    timeout: 300_000,
  }, async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-pair-'));
    const pair = await startPair(dataDir);
    try {
      console.log(await killedUnderLoad(pair, dataDir, 3));
    } finally {
      await pair.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  });
