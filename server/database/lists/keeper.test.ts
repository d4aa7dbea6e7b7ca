import { expect, test, vi } from 'vitest';
import { listKeeper } from './keeper.ts';
import { type Change, MOST_CHANGES, type Source } from './source.ts';

test('more changes than can be followed: the lists are read anew once for a question, however long that goes on', async () => {
  const changes = Array.from(
    { length: MOST_CHANGES + 1 },
    (_, n): Change => ({ list: 'users', row_id: `${n}` }),
  );
  const all = vi.fn(async function* () {});
  const source: Source = {
    // As when somebody's transaction, open for hours, keeps the mark where it is.
    changes: async (mark) => ({ mark: { position: 1, at: 1 }, changes: mark ? changes : [] }),
    all: all as never,
    rows: async () => [],
    records: async () => [],
    select: async () => [],
    close: async () => {},
  };
  const keeper = listKeeper(source);
  await keeper.keepUp();
  const first = all.mock.calls.length;
  await keeper.keepUp();
  expect(all.mock.calls.length).toBe(2 * first);
  expect(
    keeper.answer('users', { filters: { now: 0 }, sort: 'email', descending: false, offset: 0, size: 1 }),
  ).toEqual({
    ids: [],
    count: 0,
  });
});
