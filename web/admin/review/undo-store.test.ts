import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { forget, offer, undoables } from './undo-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const decision = (id: string, until: number) => ({
  id,
  what: id,
  reviewIds: [id],
  until,
  undo: () => undefined,
});

it('decisions §3: a decision can be undone for the time that its mail waits, each for itself', () => {
  const seen: number[] = [];
  const stop = undoables.subscribe(() => seen.push(undoables.get().length));
  offer(decision('a', Date.now() + 10_000));
  vi.advanceTimersByTime(4_000);
  offer(decision('b', Date.now() + 10_000));
  vi.advanceTimersByTime(5_999);
  expect(undoables.get().map(({ id }) => id)).toEqual(['a', 'b']);
  vi.advanceTimersByTime(1);
  expect(undoables.get().map(({ id }) => id)).toEqual(['b']);
  forget('b');
  expect(undoables.get()).toEqual([]);
  expect(seen).toEqual([1, 2, 1, 0]);
  stop();
});
