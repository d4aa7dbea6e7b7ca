import { describe, expect, test } from 'vitest';
import { bufferPool } from './buffer-pool.ts';

const KIB = 1024;
const BUDGET = 4 * KIB * KIB;

describe('faults: buffers in flight over all answers are bounded', () => {
  test('never more than the budget; smaller ones when it gets tight; who finds none waits in line', async () => {
    const pool = bufferPool(BUDGET);
    const held: Buffer[] = [];
    const taken: number[] = [];
    for (let n = 0; n < 500; n++) {
      void pool.take().then((buffer) => {
        held.push(buffer);
        taken.push(n);
      });
      await Promise.resolve();
    }
    await new Promise(setImmediate);
    expect(pool.used()).toBeLessThanOrEqual(BUDGET);
    expect(held.reduce((sum, { length }) => sum + length, 0)).toBe(pool.used());
    expect([...new Set(held.map(({ length }) => length / KIB))]).toEqual([256, 64, 16]);
    // Far more responses get a buffer than large ones fit into the budget.
    expect(held.length).toBeGreaterThan((2 * BUDGET) / (256 * KIB));
    expect(held.length).toBeLessThan(500);

    const before = held.length;
    pool.give(held[0] ?? Buffer.of());
    await new Promise(setImmediate);
    expect(held.length).toBeGreaterThan(before);
    expect(pool.used()).toBeLessThanOrEqual(BUDGET);
    expect(taken, 'in the order in which they asked').toEqual([...taken].sort((a, b) => a - b));
  });

  test('a second one for the same answer only while there is plenty, and never before who waits', async () => {
    const pool = bufferPool(BUDGET);
    const held: (Buffer | undefined)[] = [];
    for (let n = 0; n < 500; n++) held.push(pool.takeSpare());
    expect(pool.used()).toBeLessThanOrEqual(BUDGET / 2);
    for (let n = 0; n < 500; n++) void pool.take();
    pool.give(held[0] ?? Buffer.of());
    expect(pool.takeSpare()).toBeUndefined();
  });

  test('an answer of up to 1 MiB goes out in one piece while there is plenty of room; longer ones do not', async () => {
    const pool = bufferPool(BUDGET);
    const sizes: number[] = [];
    for (const wanted of [1024 * KIB, 1024 * KIB, 10 * KIB, 2_048 * KIB]) {
      const buffer = await pool.take(wanted);
      sizes.push(buffer.length / KIB);
    }
    // A quarter of the budget is one such buffer here.
    expect(sizes).toEqual([1_024, 256, 256, 256]);
  });

  test('buffers are used again', async () => {
    const pool = bufferPool(BUDGET);
    const first = await pool.take();
    pool.give(first);
    expect(pool.used()).toBe(0);
    expect(await pool.take()).toBe(first);
  });
});
