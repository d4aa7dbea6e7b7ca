import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { alone } from './alone.ts';

const kept = new Map<string, string>();

beforeEach(() => {
  kept.clear();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
});
afterEach(() => vi.unstubAllGlobals());

it('without locks one of many does the work, and the claim is given back', async () => {
  const work = vi.fn(async () => {});
  await Promise.all(Array.from({ length: 20 }, () => alone('x', work)));
  expect(work).toHaveBeenCalledOnce();
  expect(kept.size).toBe(0);
  await alone('x', work);
  expect(work).toHaveBeenCalledTimes(2);
});

it('a failing work gives the claim back too; one that a closed tab left behind counts for 15 s', async () => {
  await expect(alone('x', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const work = vi.fn(async () => {});
  kept.set('x', `${Date.now() - 10_000} 0.5`);
  await alone('x', work);
  expect(work).not.toHaveBeenCalled();
  kept.set('x', `${Date.now() - 16_000} 0.5`);
  await alone('x', work);
  expect(work).toHaveBeenCalledOnce();
});
