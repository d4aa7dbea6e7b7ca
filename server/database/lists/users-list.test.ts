import { expect, test } from 'vitest';
import type { UserStatus } from '../../../contract/session.ts';
import { type UserRow, UsersList } from './users-list.ts';

const row = (id: string, approved_until: number | null): UserRow => ({
  id,
  email: `${id}@example.org`,
  first_name: '',
  family_name: '',
  affiliation: '',
  status: 'approved',
  created_at: 0,
  applied_at: 0,
  reviewed_at: 0,
  approved_until,
});

test('what was found is kept for the next page, but not past the end of an approval or a change', () => {
  const list = new UsersList();
  list.begin();
  for (const one of [row('a', 100), row('b', 200), row('c', null)]) list.put(one);
  list.end();
  const those = (status: UserStatus, now: number) =>
    list.page({
      filters: { status: [status], now },
      sort: 'email',
      descending: false,
      offset: 0,
      size: 10,
    }).ids;
  expect(those('approved', 50)).toEqual(['a', 'b', 'c']);
  expect(those('approved', 99)).toEqual(['a', 'b', 'c']);
  expect(those('approved', 100)).toEqual(['b', 'c']);
  expect(those('approved', 150)).toEqual(['b', 'c']);
  expect(those('expired', 150)).toEqual(['a']);
  expect(those('expired', 200)).toEqual(['a', 'b']);
  // A clock that is set back.
  expect(those('expired', 150)).toEqual(['a']);
  list.put(row('a', null));
  expect(those('expired', 150)).toEqual([]);
  list.remove('b');
  expect(those('approved', 150)).toEqual(['a', 'c']);
});
