import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { bufferPool } from './buffer-pool.ts';
import { LEAST_RATE, pump, STALLED } from './pump.ts';

const KIB = 1024;
const TOTAL = 100 * 256 * KIB;

afterEach(() => vi.useRealTimers());

/** A response whose socket stays busy, and acknowledges bytes only on demand. */
function trickling() {
  const connection = new Socket();
  const taken: (() => void)[] = [];
  const response = Object.assign(new EventEmitter(), {
    socket: connection as Socket | null,
    write: (_: Buffer, done: () => void) => taken.push(done),
    setTimeout: () => {},
    end: vi.fn(),
    destroy: vi.fn(),
  });
  const pool = bufferPool(8 * 1024 * KIB);
  async function run(): Promise<void> {
    const buffer = await pool.take();
    const reader = { fill: async ({ length }: Buffer) => length, close: async () => {} };
    await pump({
      response: response as unknown as ServerResponse,
      connection,
      reader,
      pool,
      first: { buffer, length: buffer.length },
      total: TOTAL,
      stalledAfter: STALLED,
      leastRate: LEAST_RATE,
      sent: () => {},
    });
  }
  return { response, connection, taken, pool, run };
}

test('threats 35: who takes less than the least rate is cut, who takes a little more is not', async () => {
  vi.useFakeTimers();
  const slow = trickling();
  const steady = trickling();
  const waits = trickling();
  waits.response.socket = null;
  const running = [slow, steady, waits].map(({ run }) => run());
  // A quarter of a MiB per half minute is just above 8 KiB/s.
  for (let looks = 0; looks < 4; looks++) {
    await vi.advanceTimersByTimeAsync(30_000);
    steady.taken.shift()?.();
  }
  expect(slow.response.destroy).toHaveBeenCalled();
  expect(slow.connection.destroyed).toBe(true);
  await vi.waitFor(() => expect(slow.pool.used()).toBe(0));
  expect(steady.connection.destroyed).toBe(false);
  expect(waits.connection.destroyed, 'behind another answer on its connection').toBe(false);
  for (const { connection } of [steady, waits]) connection.destroy();
  await vi.runAllTimersAsync();
  await Promise.all(running);
});
