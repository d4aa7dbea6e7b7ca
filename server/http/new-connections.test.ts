import { setImmediate as turnOver } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { newConnectionsFirst } from './new-connections.ts';

/** Begins to wait: the numbers of those who had their turn, in that order. */
function waits({ quietTurn }: ReturnType<typeof newConnectionsFirst>, count: number): number[] {
  const done: number[] = [];
  for (let n = 0; n < count; n++) void quietTurn().then(() => done.push(n));
  return done;
}

test('threats 35: one in each turn of the event loop, in their order', async () => {
  const connections = newConnectionsFirst();
  const done = waits(connections, 3);
  expect(done).toEqual([]);
  for (const so of [[0], [0, 1], [0, 1, 2]]) {
    await turnOver();
    expect(done).toEqual(so);
  }
  expect(connections.waiting()).toBe(0);
  const late = waits(connections, 1);
  await turnOver();
  expect(late).toEqual([0]);
});

test('threats 35: new connections come first, but not for ever', async () => {
  const connections = newConnectionsFirst();
  const done = waits(connections, 2);
  let turns = 0;
  while (done.length === 0) {
    connections.came();
    await turnOver();
    turns += 1;
  }
  expect(turns).toBe(65);
  // Nobody comes any more.
  await turnOver();
  expect(done).toEqual([0, 1]);
});
