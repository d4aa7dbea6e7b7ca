import { afterEach, describe, expect, test, vi } from 'vitest';
import { bounded } from '../health/index.ts';
import { createServer } from '../http/index.ts';
import { healthRoutes } from './health.routes.ts';

/** The routes over a check that resolves on demand. */
async function health() {
  const asked: PromiseWithResolvers<void>[] = [];
  const app = await createServer({
    trustProxy: [],
    publicUrl: 'http://localhost',
    rateLimitFactor: 0,
    logLevel: false,
  });
  const check = () => {
    const one = Promise.withResolvers<void>();
    asked.push(one);
    return one.promise;
  };
  healthRoutes(app, bounded(check), {});
  return { asked, ask: async () => (await app.inject('/readyz')).statusCode };
}

const PATIENCE = { timeout: 15_000 };

describe('operations.md: /readyz is bounded in time and number', () => {
  afterEach(() => vi.useRealTimers());

  test('all who ask while a look runs get its answer; the next look is a new one', async () => {
    const { asked, ask } = await health();
    const first = Array.from({ length: 50 }, ask);
    await vi.waitFor(() => expect(asked).toHaveLength(1), PATIENCE);
    asked[0]?.resolve();
    expect(await Promise.all(first)).toEqual(Array(50).fill(200));
    const second = Array.from({ length: 50 }, ask);
    await vi.waitFor(() => expect(asked).toHaveLength(2), PATIENCE);
    asked[1]?.reject(new Error('away'));
    expect(await Promise.all(second)).toEqual(Array(50).fill(503));
  });

  test('a look that hangs is 503 in time, and no more of them pile up', async () => {
    const { asked, ask } = await health();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    for (let n = 0; n < 10; n++) {
      const answer = ask();
      await vi.waitFor(() => expect(asked.length).toBeGreaterThan(0), PATIENCE);
      await vi.advanceTimersByTimeAsync(5_000);
      expect(await answer).toBe(503);
    }
    expect(asked).toHaveLength(1);
    asked[0]?.reject(new Error('away'));
    await new Promise(setImmediate);
    const last = ask();
    await vi.waitFor(() => expect(asked).toHaveLength(2), PATIENCE);
    asked[1]?.resolve();
    expect(await last).toBe(200);
  });
});
