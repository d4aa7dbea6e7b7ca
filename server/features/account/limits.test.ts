import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount } from '../../testing/look-inside.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onEitherDatabase('threats, limits: codes per address', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { RATE_LIMIT_FACTOR: '1', TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => t.close());

  /** Requests a code from a client address. */
  const ask = async (email: string, from = '192.0.2.1') =>
    t.ask('POST', '/api/v1/sendValidCode', {
      body: { email, purpose: 'register', captcha: await t.captcha() },
      headers: { 'x-forwarded-for': from },
    });
  const sent = async (email: string) => (await t.mails()).filter(({ to }) => to === email).length;

  test('over 1/min, 5/h or 10/day nothing more is sent, the answer is the same, earlier codes stay good', async () => {
    const email = 'often@example.org';
    expect(await ask(email)).toEqual({ code: 200, msg: 'ok' });
    const first = await t.codeFor(email);
    expect(await ask(email)).toEqual({ code: 200, msg: 'ok' });
    expect(await sent(email)).toBe(1);
    for (let i = 0; i < 6; i++) {
      t.clock.now += MINUTE;
      await ask(email);
    }
    expect(await sent(email), 'five in an hour').toBe(5);
    expect(await t.ask('POST', '/api/v1/register', { body: t.application(email, first) })).toMatchObject({
      code: 200,
    });
    for (let i = 0; i < 12; i++) {
      t.clock.now += HOUR;
      await ask(email, `198.51.100.${i}`);
    }
    expect(await sent(email), 'ten in a day').toBe(10);
    t.clock.now += 24 * HOUR;
    await ask(email);
    expect(await sent(email)).toBe(11);
  });

  test('a stranger uses up a part of the day only: the owner still gets a code', async () => {
    const email = 'owner@example.org';
    for (let i = 0; i < 12; i++) {
      t.clock.now += HOUR;
      expect(await ask(email, `2001:db8:0:${(i % 4) + 1}::${i}`), 'as for everybody').toEqual({
        code: 200,
        msg: 'ok',
      });
    }
    expect(await sent(email), 'from one /56, whatever its addresses').toBe(5);
    await ask(email, '203.0.113.9');
    expect(await sent(email)).toBe(6);
    const code = await t.codeFor(email);
    expect(await t.ask('POST', '/api/v1/register', { body: t.application(email, code) })).toMatchObject({
      code: 200,
    });
    for (let i = 0; i < 8; i++) {
      t.clock.now += HOUR;
      await ask(email, '203.0.113.9');
    }
    expect(await sent(email), 'nobody gets more than are left for others').toBeLessThan(10);
    expect(
      await rowCount(t, `valid_codes where asker like '%.%' or asker like '%:%'`),
      'no address is kept',
    ).toBe(0);
  });

  test('60 codes and 60 registrations an hour per network address, then 429 with Retry-After', async () => {
    for (const call of ['sendValidCode', 'register']) {
      const codes: number[] = [];
      for (let i = 0; i < 70; i++) {
        const answer = await t.inject('POST', `/api/v1/${call}`, { body: {} });
        codes.push(answer.statusCode);
        if (answer.statusCode === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
        expect(answer.json<{ code: number }>().code).toBe(answer.statusCode);
      }
      expect(codes.filter((code) => code === 400).length, call).toBeLessThanOrEqual(60);
      expect(codes.at(-1), call).toBe(429);
    }
  });
});
