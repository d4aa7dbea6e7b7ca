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
