import { expect, test } from 'vitest';
import { buildTestApp } from '../server/testing/build-test-app.ts';
import { onEachDatabase } from '../server/testing/databases.ts';
import { random, randomFrom } from './support/random.ts';
import { recallHistories } from './support/recall-histories.ts';

/** Histories of one portal; then another one begins: all of a portal's share their bytes, and its people's tokens last a year. */
const OF_ONE = 25;
/** Portals at a time: each waits for the disk more than for a processor. */
const LANES = 4;

onEachDatabase('access.md, Recall: it reaches exactly the holders in 1,000 random histories', (database) => {
  const HISTORIES = 1_000;

  /** The histories of one portal; how many holders they had. */
  async function ofOnePortal(seed: number): Promise<number> {
    const t = await buildTestApp({ database });
    let holders = 0;
    try {
      const histories = await recallHistories(t, randomFrom(seed));
      for (let i = 0; i < OF_ONE; i++) {
        const { found, expected, unclear } = await histories.run(`History ${i}`);
        expect(found, `seed ${seed}, history ${i}`).toEqual(expected);
        expect(unclear, `seed ${seed}, history ${i}`).toBe(0);
        holders += found.length;
      }
    } finally {
      await t.close();
    }
    return holders;
  }

  test(`${HISTORIES} histories`, async () => {
    const seeds = Array.from({ length: HISTORIES / OF_ONE }, () => Math.floor(random() * 2 ** 32));
    const holders: number[] = [];
    await Promise.all(
      Array.from({ length: LANES }, async () => {
        for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift())
          holders.push(await ofOnePortal(seed));
      }),
    );
    expect(holders).toHaveLength(HISTORIES / OF_ONE);
    expect(holders.reduce((sum, some) => sum + some, 0)).toBeGreaterThan(HISTORIES);
  });
});
