import { expect, it } from 'vitest';
import { withRedirect } from './with-redirect.ts';

it('hands on the way back and nothing else of the query', () => {
  const search = new URLSearchParams('redirect=/datasetDetail/1%23row-2&note=reset&x=1');
  expect(withRedirect('/register', search)).toBe('/register?redirect=%2FdatasetDetail%2F1%23row-2');
  expect(withRedirect('/login', search, { note: 'reset' })).toBe(
    '/login?redirect=%2FdatasetDetail%2F1%23row-2&note=reset',
  );
  expect(withRedirect('/login', new URLSearchParams('note=changed'))).toBe('/login');
});
