// @module-tag guards
import { expect, test } from 'vitest';
import { buildTestApp } from '../../server/testing/build-test-app.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { onTheWire } from '../../server/testing/wire.ts';

const MIB = 1024 * 1024;
const SIZE = 48 * MIB;
/** A buffer counts once the system has taken all of it, and two of them are under way (server/delivery/pump.ts). */
const BUFFERS = 2 * 256 * 1024;

test('decisions §5: a client that stops: what was handed over is recorded, to two buffers', {
  timeout: 60_000,
}, async () => {
  const t = await buildTestApp({ times: { stalledAfter: 2_000 } });
  try {
    const wire = await onTheWire(t);
    const { dataset } = await t.dataset({ files: { 'a.bin': new Uint8Array(SIZE) } });
    const connections = () =>
      new Promise<number>((resolve) => t.server.server.getConnections((_, count) => resolve(count)));
    for (const wanted of [MIB, 10 * MIB]) {
      const email = `reader${wanted}@example.org`;
      const { token } = await t.user(email);
      const answer = await wire.open((await t.open(dataset.id, token)).subsetList[0]?.downloadUrl ?? '');
      let received = 0;
      let paused = false;
      answer.on('data', (piece: Buffer) => {
        received += piece.length;
        if (paused || received < wanted) return;
        paused = true;
        answer.pause();
      });
      const over = new Promise<void>((resolve) => answer.on('error', () => {}).once('close', resolve));
      // Cut as one that takes nothing; what the system was handed still lies there to be read.
      await expect.poll(connections, { timeout: 20_000 }).toBe(0);
      answer.resume();
      await over;
      await t.app.settle();
      const [row] = await sql<{ bytes_sent: number }>(
        t,
        `select bytes_sent from records where email = '${email}'`,
      );
      const recorded = row?.bytes_sent ?? Number.NaN;
      expect(received).toBeGreaterThanOrEqual(wanted);
      expect(received).toBeLessThan(SIZE);
      expect(recorded, 'never more than was handed over').toBeLessThanOrEqual(received);
      expect(recorded, 'and hardly less').toBeGreaterThanOrEqual(received - BUFFERS);
    }
  } finally {
    await t.close();
  }
});
