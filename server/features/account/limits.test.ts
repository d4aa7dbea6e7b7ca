import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEachDatabase } from '../../testing/databases.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

onEachDatabase('threats, limits: codes per address', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { RATE_LIMIT_FACTOR: '1' } });
  });
  afterAll(() => t.close());

  test('over 1/min, 5/h or 10/day nothing more is sent, the answer is the same, earlier codes stay good', async () => {
    const email = 'often@example.org';
    const ask = async () =>
      t.ask('POST', '/api/v1/sendValidCode', {
        body: { email, purpose: 'register', captcha: await t.captcha() },
      });
    const sent = async () => (await t.mails()).filter(({ to }) => to === email).length;
    expect(await ask()).toEqual({ code: 200, msg: 'ok' });
    const first = await t.codeFor(email);
    expect(await ask()).toEqual({ code: 200, msg: 'ok' });
    expect(await sent()).toBe(1);
    for (let i = 0; i < 6; i++) {
      t.clock.now += MINUTE;
      await ask();
    }
    expect(await sent(), 'five in an hour').toBe(5);
    expect(await t.ask('POST', '/api/v1/register', { body: t.application(email, first) })).toMatchObject({
      code: 200,
    });
    for (let i = 0; i < 12; i++) {
      t.clock.now += HOUR;
      await ask();
    }
    expect(await sent(), 'ten in a day').toBe(10);
    t.clock.now += 24 * HOUR;
    await ask();
    expect(await sent()).toBe(11);
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
