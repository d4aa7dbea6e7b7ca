import { expect, test, vi } from 'vitest';
import { groupCommit } from './group-commit.ts';

test('what is added while a commit is under way shares the next one; a large heap is parted', async () => {
  const batches: number[][] = [];
  const { add, flush } = groupCommit<number>(async (batch) => void batches.push(batch), 3);
  for (const one of [1, 2]) add(one);
  await flush();
  for (const one of [3, 4, 5, 6]) add(one);
  await flush();
  expect(batches).toEqual([[1, 2], [3, 4, 5], [6]]);
});

test('a failed commit is never forgotten: `flush` throws it however late, and nothing follows it', async () => {
  const commit = vi.fn(async (batch: number[]) => {
    if (batch.includes(1)) throw new Error('the disk is full');
  });
  const { add, flush } = groupCommit<number>(commit, 3);
  add(1);
  await vi.waitFor(() => expect(commit).toHaveBeenCalledOnce());
  await new Promise(setImmediate);
  add(2);
  await expect(flush()).rejects.toThrow('the disk is full');
  await expect(flush()).rejects.toThrow('the disk is full');
  expect(commit).toHaveBeenCalledOnce();
});
