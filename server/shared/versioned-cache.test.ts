import { describe, expect, test, vi } from 'vitest';
import { changeCounter, versionedCache } from './versioned-cache.ts';

const LIFETIME = 4_000;

function cache(load: (key: string) => Promise<string>) {
  const clock = { now: 1_000 };
  const changes = changeCounter();
  const kept = versionedCache({
    load,
    version: changes.version,
    now: () => clock.now,
    lifetime: LIFETIME,
    most: 2,
    keep: (value) => value !== 'nothing',
  });
  return { kept, clock, changes };
}

describe('what many ask for', () => {
  test('is loaded once for all who ask meanwhile, however the clock goes, and kept for its lifetime', async () => {
    const load = vi.fn(async (key: string) => `${key} ${load.mock.calls.length}`);
    const { kept, clock } = cache(load);
    const answers = Array.from({ length: 5 }, () => {
      clock.now += LIFETIME;
      return kept.get('a');
    });
    expect(kept.peek('a'), 'not at hand yet').toBeUndefined();
    expect(await Promise.all(answers)).toEqual(Array(5).fill('a 1'));
    clock.now -= 4 * LIFETIME;
    clock.now += LIFETIME - 1;
    expect([kept.peek('a'), await kept.get('a')]).toEqual(['a 1', 'a 1']);
    clock.now += 1;
    expect(kept.peek('a')).toBeUndefined();
    expect(await kept.get('a')).toBe('a 2');
    clock.now -= 1;
    expect(kept.peek('a'), 'from the future: the clock was set back').toBeUndefined();
  });

  test('is loaded anew after a change, also after one while it was being loaded', async () => {
    const held = Promise.withResolvers<void>();
    const load = vi.fn(async (key: string) => {
      const mine = `${key} ${load.mock.calls.length}`;
      if (mine === 'a 1') await held.promise;
      return mine;
    });
    const { kept, changes } = cache(load);
    const before = kept.get('a');
    await vi.waitFor(() => expect(load).toHaveBeenCalledOnce());
    changes.changed();
    expect(await kept.get('a')).toBe('a 2');
    held.resolve();
    expect(await before).toBe('a 1');
    expect(kept.peek('a'), 'the older one does not come back').toBe('a 2');
  });

  test('is not waited for longer than it would hold, when its loading hangs', async () => {
    const load = vi.fn((key: string) =>
      load.mock.calls.length === 1 ? new Promise<string>(() => {}) : Promise.resolve(key),
    );
    const { kept } = cache(load);
    void kept.get('a');
    const later = performance.now() + LIFETIME;
    const clock = vi.spyOn(performance, 'now').mockReturnValue(later);
    expect(await kept.get('a')).toBe('a');
    clock.mockRestore();
  });

  test('is not kept when it failed, is not worth it, or others came since', async () => {
    const load = vi.fn(async (key: string) => {
      if (key === 'broken') throw new Error('broken');
      return key;
    });
    const { kept } = cache(load);
    await expect(kept.get('broken')).rejects.toThrow('broken');
    await expect(kept.get('broken')).rejects.toThrow('broken');
    await kept.get('nothing');
    await kept.get('nothing');
    expect(load).toHaveBeenCalledTimes(4);
    for (const key of ['a', 'b', 'c']) await kept.get(key);
    expect(['a', 'b', 'c'].map(kept.peek)).toEqual([undefined, 'b', 'c']);
  });
});
