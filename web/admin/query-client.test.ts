import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { reactions } from '../api/reactions.ts';
import { staticBaseQuery } from './datasets/datasets.query.ts';
import { queryClient } from './query-client.ts';
import { userQuery } from './users/users.query.ts';

const onError = vi.fn();
let answers: number[];

beforeEach(() => {
  vi.useFakeTimers();
  onError.mockClear();
  Object.assign(reactions, { onError });
  vi.stubGlobal('location', { pathname: '/admin', href: 'http://here/admin', protocol: 'http:' });
  vi.stubGlobal('document', { documentElement: { lang: 'en' }, cookie: '' });
  vi.stubGlobal('fetch', async () => {
    const code = answers.shift();
    if (code === undefined) throw new TypeError('failed to fetch');
    return Response.json({ code, msg: `msg ${code}`, ...(code === 200 && { data: {} }) }, { status: code });
  });
});
afterEach(() => {
  queryClient.clear();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const fetchUser = () => queryClient.fetchQuery(userQuery('ada'));
const fetchStaticBase = () => queryClient.fetchQuery(staticBaseQuery);

/** Runs a screen's query against mocked response codes; returns its outcome and how many of them are unused. */
async function ask(given: number[], fetchQuery: () => Promise<unknown> = fetchUser) {
  answers = given;
  const asked = fetchQuery().then(
    () => 'shown',
    () => 'failed',
  );
  await vi.runAllTimersAsync();
  return [await asked, answers.length];
}

test('§8: a 503 is told only when asking again has failed too, and once', async () => {
  expect(await ask([503, 200])).toEqual(['shown', 0]);
  expect(onError).not.toHaveBeenCalled();

  queryClient.clear();
  expect(await ask([503, 503, 200])).toEqual(['failed', 1]);
  expect(onError).toHaveBeenCalledExactlyOnceWith('notice', 'msg 503');
});

test('§8: what came instead the second time is told, and what came at once', async () => {
  expect(await ask([503, 500, 200])).toEqual(['failed', 1]);
  expect(onError).toHaveBeenCalledExactlyOnceWith('toast', 'msg 500');

  onError.mockClear();
  queryClient.clear();
  expect(await ask([409, 200])).toEqual(['failed', 1]);
  expect(onError).toHaveBeenCalledExactlyOnceWith('notice', 'msg 409');
});

test('decisions §10: what the page asks by itself fails without a word, asked twice or not', async () => {
  expect(await ask([503, 503, 200], fetchStaticBase)).toEqual(['failed', 1]);
  expect(onError).not.toHaveBeenCalled();
});
