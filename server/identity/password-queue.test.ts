import { expect, test } from 'vitest';
import { queued } from './password-queue.ts';

test('threats.md "Server": two hashes at once, 40 waiting, then 503; each that ends lets the next begin', async () => {
  const running: (() => void)[] = [];
  let most = 0;
  const work = async () => {
    await new Promise<void>((end) => running.push(end));
    return 'done';
  };
  const accepted = Array.from({ length: 42 }, () => queued(work));
  await expect(queued(work)).rejects.toMatchObject({ code: 503, retryAfter: 2 });
  while (running.length > 0) {
    most = Math.max(most, running.length);
    running.shift()?.();
    await new Promise(setImmediate);
  }
  expect(most).toBe(2);
  expect(await Promise.all(accepted)).toEqual(Array(42).fill('done'));
  const failing = queued(() => Promise.reject(new Error('no memory')));
  await expect(failing).rejects.toThrow('no memory');
  const after = queued(async () => 'goes on');
  expect(await after).toBe('goes on');
});
