import { afterEach, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';

/** Another address each time, as an attacker writes them. */
const anyAddress = (n: number): string =>
  [`203.0.${n >> 8}.${n % 256}`, `2001:db8:${n.toString(16)}::1`, `unknown, 10.0.${n >> 8}.${n % 256}`][
    n % 3
  ] ?? '';

describe('threats row 21: limits are not dodged by headers', () => {
  let t: TestApp;
  afterEach(() => t.close());

  const start = async (env: Record<string, string> = {}) => {
    t = await buildTestApp({ env: { RATE_LIMIT_FACTOR: '1', ...env } });
  };
  /** Another account each time: only the address's limit counts. */
  const login = async (n: number, headers: Record<string, string>, identity = '') => {
    const body = { [identity ? 'username' : 'email']: `n${n}@example.org`, password: 'wrong' };
    return (await t.inject('POST', `/api/v1${identity}/login`, { body, headers })).statusCode;
  };

  for (const identity of ['', '/admin']) {
    test(`200 logins${identity && ' of administrators'} with random X-Forwarded-For: 429 after 10`, async () => {
      await start();
      const statuses: number[] = [];
      for (let n = 0; n < 200; n++) {
        const address = anyAddress(n);
        const headers = {
          'x-forwarded-for': address,
          'x-real-ip': address,
          forwarded: `for="${address}"`,
          'x-client-ip': address,
        };
        statuses.push(await login(n, headers, identity));
      }
      expect(statuses.slice(0, 10)).toEqual(Array(10).fill(400));
      expect(statuses.slice(10)).toEqual(Array(190).fill(429));
    });
  }

  test('200 logins to one account: the captcha that it needs after 5 does not keep the address from its limit', async () => {
    await start();
    const statuses: number[] = [];
    for (let n = 0; n < 200; n++) statuses.push(await login(0, { 'x-forwarded-for': anyAddress(n) }));
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(190).fill(429)]);
  });

  test('200 at the same moment: 10 are looked at', async () => {
    await start();
    const statuses = await Promise.all(
      Array.from({ length: 200 }, (_, n) => login(n, { 'x-forwarded-for': anyAddress(n) })),
    );
    expect(statuses.filter((status) => status === 400)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(190);
  });

  test('behind a trusted proxy the last address counts, whatever a client wrote before it', async () => {
    await start({ TRUST_PROXY: '127.0.0.1' });
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) {
      statuses.push(await login(n, { 'x-forwarded-for': `${anyAddress(n)}, 198.51.100.7` }));
    }
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(10).fill(429)]);
    expect(await login(99, { 'x-forwarded-for': '198.51.100.8' }), 'another client').toBe(400);
  });

  test('a proxy that is not listed is not believed', async () => {
    await start({ TRUST_PROXY: '192.0.2.1' });
    const statuses: number[] = [];
    for (let n = 0; n < 12; n++) statuses.push(await login(n, { 'x-forwarded-for': anyAddress(n) }));
    expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
  });

  test('IPv6 is counted by /56: a household does not get 2^72 tries, its neighbour keeps its own', async () => {
    await start({ TRUST_PROXY: '127.0.0.1' });
    const from = (address: string) => ({ 'x-forwarded-for': address });
    const statuses: number[] = [];
    for (let n = 0; n < 20; n++) {
      // 2001:db8:1:ab00::/56 has the networks ab00 to abff.
      const address = `2001:db8:1:ab${(n * 13).toString(16).padStart(2, '0')}::${(n * 3001).toString(16)}`;
      statuses.push(await login(n, from(address)));
    }
    expect(statuses).toEqual([...Array(10).fill(400), ...Array(10).fill(429)]);
    expect(await login(30, from('2001:0DB8:0001:ABFF:ffff:ffff:ffff:ffff')), 'written out').toBe(429);
    expect(await login(31, from('2001:db8:1:ac00::1')), 'the next /56').toBe(400);
    expect(await login(32, from('2001:db8:1:aa00::1')), 'the one before').toBe(400);
  });

  test('an IPv4 address is the same however it is written', async () => {
    await start({ TRUST_PROXY: '127.0.0.1' });
    for (let n = 0; n < 10; n++) await login(n, { 'x-forwarded-for': '198.51.100.7' });
    expect(await login(30, { 'x-forwarded-for': '::ffff:198.51.100.7' })).toBe(429);
  });

  test('resets: 60 an hour per address, whatever the headers say', async () => {
    await start();
    const statuses: number[] = [];
    for (let n = 0; n < 70; n++) {
      const body = { email: `n${n}@example.org`, validCode: '12345678', password: 'passwordpassword' };
      const headers = { 'x-forwarded-for': anyAddress(n) };
      statuses.push((await t.inject('POST', '/api/v1/resetPassword', { body, headers })).statusCode);
    }
    expect(statuses).toEqual([...Array(60).fill(400), ...Array(10).fill(429)]);
  });
});
