import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { havePair, startPair } from '../support/pair.ts';
import { killedUnderLoad, SIZE } from '../support/pair-load.ts';
import { fillShelf } from '../support/pair-readers.ts';

/** One every 10 s, for 5 minutes. */
const KILLS = 30;

test.skipIf(!havePair('two servers, one killed every 10 s'))(
  `operations.md, "It is proved by": one of two servers killed every 10 s, ${KILLS} times, under mixed load`,
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'vitrine-killed-'));
    const pair = await startPair(dataDir);
    try {
      console.log(await killedUnderLoad(pair, dataDir, await fillShelf(pair.url, dataDir, 8, SIZE), KILLS));
    } finally {
      await pair.close();
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
