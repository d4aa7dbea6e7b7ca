import { expect, it } from 'vitest';
import type { ListedUser } from '../../../contract/user-review.ts';
import { afterDecision } from './lists-cache.ts';

const user = (id: string, status: ListedUser['status']) => ({ id, status }) as ListedUser;
const page = { list: [user('a', 'pending'), user('b', 'needs_info')], count: 42, pageIndex: 1, pageSize: 2 };
const after = (statuses: ListedUser['status'][] | undefined, status: ListedUser['status']) => {
  const { list, count } = afterDecision(page, statuses, new Set(['a']), status);
  return { rows: list.map((each) => `${each.id} ${each.status}`), count };
};

it('look.md "row leaves at once": a list that does not hold the new status loses the row', () => {
  expect(after(['pending', 'needs_info'], 'approved')).toEqual({ rows: ['b needs_info'], count: 41 });
});

it('a list that holds the new status keeps the row and shows it', () => {
  expect(after(['pending', 'needs_info'], 'needs_info').rows).toEqual(['a needs_info', 'b needs_info']);
  expect(after(undefined, 'approved')).toEqual({ rows: ['a approved', 'b needs_info'], count: 42 });
});
