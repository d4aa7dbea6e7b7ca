import { expect, test } from 'vitest';
import { buildTestApp } from '../server/testing/build-test-app.ts';
import { onEachDatabase } from '../server/testing/databases.ts';
import { random, randomFrom } from './support/random.ts';
import { recallHistories } from './support/recall-histories.ts';

/** Histories of one portal; then another one begins: all of a portal's share their bytes, and its people's tokens last a year. */
const OF_ONE = 25;

onEachDatabase('access.md, Recall: it reaches exactly the holders in 1,000 random histories', (database) => {
  const HISTORIES = 1_000;

  test(`${HISTORIES} histories`, async () => {
    let holders = 0;
    for (let done = 0; done < HISTORIES; done += OF_ONE) {
      const seed = Math.floor(random() * 2 ** 32);
      const t = await buildTestApp({ database });
      try {
        const histories = await recallHistories(t, randomFrom(seed));
        for (let i = 0; i < OF_ONE; i++) {
          const { found, expected, unclear } = await histories.run(`History ${i}`);
          expect(found, `seed ${seed}, history ${i}`).toEqual(expected);
          expect(unclear).toBe(0);
          holders += found.length;
        }
      } finally {
        await t.close();
      }
    }
    expect(holders).toBeGreaterThan(HISTORIES);
  });
});
