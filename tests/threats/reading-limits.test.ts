import { afterEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';

let t: TestApp;
afterEach(() => t.close());

test.each([
  ['GET', '/api/v1/configKey/site.name'],
  ['GET', '/api/v1/dataset/unknown/fixity.svg'],
  ['POST', '/api/v1/refreshtoken'],
  ['POST', '/api/v1/admin/refreshtoken'],
  ['GET', '/readyz'],
] as const)(
  'threats.md, "Limits": %s %s counts among the 300 reads a minute of an address',
  async (method, url) => {
    t = await buildTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
    const ask = (address = '127.0.0.1') =>
      t.server.inject({
        method,
        url,
        remoteAddress: address,
        ...(method === 'POST' && { payload: { token: 'x' } }),
      });
    for (let n = 0; n < 300; n++) expect((await ask()).statusCode).not.toBe(429);
    const refused = await ask();
    expect([refused.statusCode, refused.json().code]).toEqual([429, 429]);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ask('127.0.0.2')).statusCode).not.toBe(429);
  },
);

test('threats.md, "Limits": 60 reviewer links an hour are opened from an address; reading goes on', async () => {
  t = await buildTestApp({ env: { RATE_LIMIT_FACTOR: '1' } });
  const open = (remoteAddress = '127.0.0.1') =>
    t.server.inject({ method: 'POST', url: '/api/v1/review', remoteAddress, payload: { secret: 'x' } });
  for (let n = 0; n < 60; n++) expect((await open()).statusCode).toBe(404);
  expect((await open()).statusCode).toBe(429);
  expect((await open('127.0.0.2')).statusCode).toBe(404);
  expect((await t.inject('GET', '/api/v1/setting')).statusCode).toBe(200);
});
