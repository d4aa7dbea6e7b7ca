import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onTheWire, type Wire } from '../../server/testing/wire.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const jumps: [by: string, jump: number][] = [
  ['11 minutes on', 11 * MINUTE],
  ['11 minutes back', -11 * MINUTE],
  ['a day on', DAY],
  ['a day back', -DAY],
];

describe('fault: clock jumps', () => {
  let t: TestApp;
  let wire: Wire;
  beforeAll(async () => {
    t = await buildTestApp();
    wire = await onTheWire(t);
  });
  afterAll(() => t.close());

  const codeOf = async (path: string, token: string) => (await t.ask('GET', path, { token })).code;

  test.each(jumps)('%s: what was ended stays ended, on both sides of the jump', async (by, jump) => {
    const email = `ended${jump}@example.org`;
    const { token: ended } = await t.user(email);
    const second = await t.login(email);
    const { dataset } = await t.dataset({ name: `Ended ${by}` });
    const personal = await t.call<{ id: string; token: string }>('POST', '/api/v1/tokens', {
      token: second,
      body: { name: 'script', expiresInDays: 30, password: 'seven green kettles on the roof' },
    });
    const link = (await t.open(dataset.id, second)).subsetList[0]?.downloadUrl ?? '';
    const admin = await t.adminToken();
    await t.call('POST', '/api/v1/logout', { token: ended });
    await t.call('POST', '/api/v1/admin/logout', { token: admin });
    await t.call('DELETE', `/api/v1/tokens/${personal.id}`, { token: second });
    const before = t.clock.now;
    for (const now of [before + jump, before, before - jump, before]) {
      t.clock.now = now;
      expect(await codeOf('/api/v1/userInfo', ended)).toBe(401);
      expect([401, 6401]).toContain(await codeOf('/api/v1/admin/userInfo', admin));
      const bare = link.replace(/token=[^&]*&?/, '');
      expect((await t.inject('GET', bare, { token: personal.token })).statusCode).toBe(401);
    }
    // What nobody ended goes on.
    expect(await codeOf('/api/v1/userInfo', second)).toBe(200);
    expect((await t.inject('GET', link)).statusCode).toBe(200);
  });

  test('a token that was seen to be over is over for good: the clock going back revives none', async () => {
    const { token } = await t.user('over@example.org');
    const admin = await t.adminToken();
    const { dataset } = await t.dataset({ name: 'Over' });
    const link = (await t.open(dataset.id, token)).subsetList[0]?.downloadUrl ?? '';
    const before = t.clock.now;
    const all = async () => [
      await codeOf('/api/v1/userInfo', token),
      await codeOf('/api/v1/admin/userInfo', admin),
      (await t.inject('GET', link)).statusCode,
    ];
    expect(await all()).toEqual([200, 200, 200]);
    t.clock.now = before + 8 * DAY;
    expect(await all()).toEqual([401, 6401, 401]);
    t.clock.now = before;
    expect(await all()).toEqual([401, 6401, 401]);
    expect((await t.ask('POST', '/api/v1/refreshtoken', { body: { token } })).code).toBe(401);
  });

  test('a personal token that was seen to be over is over for good; it stays in the list', async () => {
    const { token } = await t.user('scripts@example.org');
    const { dataset } = await t.dataset({ name: 'Scripts' });
    const link = (await t.open(dataset.id, token)).subsetList[0]?.downloadUrl ?? '';
    const bare = link.replace(/token=[^&]*&?/, '');
    const personal = await t.call<{ id: string; token: string }>('POST', '/api/v1/tokens', {
      token,
      body: { name: 'script', expiresInDays: 30, password: 'seven green kettles on the roof' },
    });
    const status = async () => (await t.inject('GET', bare, { token: personal.token })).statusCode;
    const before = t.clock.now;
    expect(await status()).toBe(200);
    for (const [now, wanted] of [
      [before + 31 * DAY, 401],
      [before, 401],
      [before + 31 * DAY, 401],
      [before, 401],
    ] as const) {
      t.clock.now = now;
      expect(await status(), `${now - before}`).toBe(wanted);
    }
    const listed = await t.call<{ id: string }[]>('GET', '/api/v1/tokens', { token });
    expect(listed.map(({ id }) => id)).toEqual([personal.id]);
    await t.call('DELETE', `/api/v1/tokens/${personal.id}`, { token });
  });

  test('a code by mail that was seen to be over is over for good', async () => {
    const email = 'late@example.org';
    await t.user(email);
    const captcha = await t.captcha();
    await t.call('POST', '/api/v1/sendValidCode', { body: { email, purpose: 'reset', captcha } });
    const validCode = await t.codeFor(email);
    const password = 'nine copper lanterns by the river';
    const reset = async () =>
      (await t.ask('POST', '/api/v1/resetPassword', { body: { email, validCode, password } })).code;
    const sent = t.clock.now;
    for (const now of [sent + 11 * MINUTE, sent, sent + 11 * MINUTE, sent]) {
      t.clock.now = now;
      expect(await reset(), `${now - sent}`).toBe(400);
    }
    await t.call('POST', '/api/v1/sendValidCode', {
      body: { email, purpose: 'reset', captcha: await t.captcha() },
    });
    const fresh = await t.codeFor(email);
    const body = { email, validCode: fresh, password };
    expect((await t.ask('POST', '/api/v1/resetPassword', { body })).code, 'a new one is good').toBe(200);
  });

  test('a code that was used, or guessed too often, is none after the clock went back', async () => {
    const email = 'codes@example.org';
    await t.user(email);
    const send = async () =>
      t.call('POST', '/api/v1/sendValidCode', {
        body: { email, purpose: 'reset', captcha: await t.captcha() },
      });
    await send();
    const code = await t.codeFor(email);
    const reset = (validCode: string, password: string) =>
      t.ask('POST', '/api/v1/resetPassword', { body: { email, validCode, password } });
    const used = t.clock.now;
    expect((await reset(code, 'nine copper lanterns by the river')).code).toBe(200);
    for (const [by, jump] of jumps) {
      t.clock.now = used + jump;
      expect((await reset(code, 'ten silver lanterns by the river')).code, by).toBe(400);
    }
    t.clock.now = used;
  });

  test.each(jumps)('%s in the middle of a download: it ends whole, with one record', async (by, jump) => {
    const { token, id } = await t.user(`running${jump}@example.org`);
    const bytes = new Uint8Array(12_000_000).fill(7);
    const { dataset } = await t.dataset({ name: `Running ${by}`, files: { 'big.bin': bytes } });
    const link = (await t.open(dataset.id, token)).subsetList[0]?.downloadUrl ?? '';
    const answer = await wire.open(link);
    const before = t.clock.now;
    t.clock.now += jump;
    await t.app.settle();
    let read = 0;
    for await (const piece of answer) read += (piece as Buffer).length;
    expect(read).toBe(bytes.length);
    await t.app.settle();
    const { list } = await t.call<{ list: { complete: boolean; bytesSent: number }[] }>(
      'GET',
      `/api/v1/admin/records?userId=${id}`,
      { token: await t.adminToken() },
    );
    expect(list).toMatchObject([{ complete: true, bytesSent: bytes.length }]);
    expect((await t.inject('GET', '/readyz')).statusCode).toBe(200);
    t.clock.now = before;
  });
});
