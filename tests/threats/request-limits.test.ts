import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { askForRequests } from '../../server/testing/requests.ts';

describe('threats.md, "Limits": what a user writes for a request', () => {
  let t: TestApp;
  let path: string;
  let token: string;

  beforeAll(async () => {
    t = await buildTestApp({ env: { RATE_LIMIT_FACTOR: '0.1' } });
    const { dataset } = await t.dataset({ name: 'Asking', files: { 'a.txt': 'abc' } });
    await askForRequests(t, dataset.id);
    path = `/api/v1/dataset/${dataset.id}/request`;
    token = (await t.user('writes@example.org')).token;
  }, 60_000);
  afterAll(() => t.close());

  const statuses = async (count: number, rest: string, body: () => object) => {
    const all: number[] = [];
    for (let call = 0; call < count; call++)
      all.push((await t.inject('POST', `${path}/${rest}`, { token, body: body() })).statusCode);
    return all;
  };

  test('others are asked 60 times an hour at most from an address', async () => {
    const all = await statuses(8, 'group', () => ({ addresses: ['a@example.org'] }));
    expect(all, 'a tenth of it').toEqual([...Array(6).fill(409), 429, 429]);
  });

  test('documents are sent 300 times an hour at most from an address', async () => {
    const all = await statuses(32, 'file', () => {
      const form = new FormData();
      form.append('questionId', 'none');
      form.append('file', new Blob(['%PDF-1.7']), 'a.pdf');
      return form;
    });
    expect(all, 'a tenth of it').toEqual([...Array(30).fill(409), 429, 429]);
  });
});

describe('threats.md, "Limits": calls by an address', () => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ env: { RATE_LIMIT_FACTOR: '0.05', TRUST_PROXY: '127.0.0.1' } });
    token = (await t.user('reports@example.org')).token;
  }, 60_000);
  afterAll(() => t.close());

  // A twentieth of each.
  for (const [what, most, within, method, path, body] of [
    ['problems are reported', 3, 'an hour', 'POST', '/api/v1/problemReports', {}],
    ['reviewer links are opened', 3, 'an hour', 'POST', '/api/v1/review', { secret: 'x'.repeat(43) }],
    ['sign-ins with an institution begin', 6, 'a minute', 'GET', '/api/v1/institutions/1/start', undefined],
    ['captchas are given', 15, 'a minute', 'GET', '/api/v1/getCaptcha', undefined],
  ] as const)
    test(`${what}: ${most * 20} times in ${within} from an address`, async () => {
      const headers = { 'x-forwarded-for': '198.51.100.7' };
      const all: boolean[] = [];
      for (let call = 0; call < most + 2; call++) {
        const sent = { token, headers, ...(body === undefined ? {} : { body }) };
        all.push((await t.inject(method, path, sent)).statusCode === 429);
      }
      expect(all).toEqual([...Array(most).fill(false), true, true]);
    });
});
