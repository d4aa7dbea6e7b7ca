import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../server/testing/databases.ts';
import { randomFrom } from './support/random.ts';
import { recallHistories } from './support/recall-histories.ts';

/** A share of the thousand of recalls.long.test.ts, the same each time. */
const HISTORIES = 10;

onEitherDatabase('access.md, Recall: it reaches exactly the holders', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  test(`${HISTORIES} random histories: partial, resumed, replaced, several versions`, {
    timeout: 180_000,
  }, async () => {
    const histories = await recallHistories(t, randomFrom(24));
    let holders = 0;
    let partly = 0;
    for (let i = 0; i < HISTORIES; i++) {
      const { found, expected, unclear } = await histories.run(`History ${i}`);
      expect(found, `history ${i}`).toEqual(expected);
      expect(unclear).toBe(0);
      holders += found.length;
      partly += found.filter(({ whole }) => whole === 0).length;
    }
    // The histories are such that there is something to find, and something not to.
    expect(holders).toBeGreaterThan(HISTORIES);
    expect(holders).toBeLessThan(5 * HISTORIES);
    expect(partly).toBeGreaterThan(0);
  });
});
