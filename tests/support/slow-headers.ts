import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'vitest';
import { buildTestApp } from '../../server/testing/build-test-app.ts';
import { onTheWire } from '../../server/testing/wire.ts';

/** Sends the beginning of a request, then a byte of a header every second, and never its end. */
async function dribble(port: number): Promise<{ socket: Socket; said: () => string; closed: Promise<void> }> {
  const socket = connect(port, '127.0.0.1');
  let said = '';
  socket.on('data', (chunk) => {
    said += chunk.toString('latin1');
  });
  socket.on('error', () => {});
  let timer: NodeJS.Timeout | undefined;
  const closed = new Promise<void>((resolve) => {
    socket.once('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
  await once(socket, 'connect');
  socket.write('GET /api/v1/datasets HTTP/1.1\r\nHost: localhost\r\nX-Slow: a');
  timer = setInterval(() => socket.write('a'), 1_000);
  return { socket, said: () => said, closed };
}

/** faults.md, "slow headers": healthy requests all succeed, and the slow ones are cut. */
export async function slowHeaders(sockets: number): Promise<void> {
  const t = await buildTestApp();
  const wire = await onTheWire(t);
  await t.dataset();
  const slow = await Promise.all(Array.from({ length: sockets }, () => dribble(wire.port)));
  const began = Date.now();
  const allClosed = Promise.all(slow.map(({ closed }) => closed));
  let over = false;
  void allClosed.then(() => {
    over = true;
  });
  let healthy = 0;
  while (!over) {
    expect(Date.now() - began, 'slow ones are cut').toBeLessThan(60_000);
    const answers = await Promise.all(Array.from({ length: 5 }, () => wire.send('/api/v1/datasets')));
    expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
    healthy += answers.length;
    await sleep(20);
  }
  expect(healthy).toBeGreaterThan(50);
  // 10 s, and the second in which it is noticed; Node's own 30 s between looks would show.
  expect(Date.now() - began).toBeLessThan(25_000);
  const answers = slow.map(({ said }) => said());
  for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 408 [^{]*\{"code":408,"msg":"[^"]+"\}$/s);
  await t.close();
}
