import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { sql } from '../testing/look-inside.ts';
import { onTheWire, type Wire } from '../testing/wire.ts';

describe('decisions §1: answers and errors', () => {
  let t: TestApp;
  let wire: Wire;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp();
    wire = await onTheWire(t);
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const setting = (body: string, headers: Record<string, string> = {}) =>
    wire.send('/api/v1/setting', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
      body,
    });

  test('every answer: an envelope whose code is the status, a request id, no-store under /api', async () => {
    const cases: [string, string, number][] = [
      ['GET', '/api/v1/nothing', 404],
      ['POST', '/api/v1/datasets', 405],
      ['GET', '/nothing', 404],
      ['GET', '/api/v1/userInfo', 401],
      ['POST', '/api/v1/login', 400],
      ['GET', '/api/v1/%', 400],
      ['GET', '/api/v1/dataset/%zz', 400],
      ['GET', `/api/v1/dataset/${'x'.repeat(5_000)}`, 404],
      ['GET', '/api/v1/dataset/x?y=1', 400],
    ];
    const ids = new Set();
    for (const [method, url, code] of cases) {
      const answer = await wire.send(url, { method });
      expect([answer.status, answer.json().code], url).toEqual([code, code]);
      expect(answer.json().msg.length, url).toBeGreaterThan(10);
      expect(answer.headers['content-type'], url).toBe('application/json; charset=utf-8');
      expect(answer.headers['cache-control'], url).toBe('no-store');
      expect(answer.headers['x-request-id'], url).toBeTruthy();
      expect(answer.headers['x-content-type-options'], url).toBe('nosniff');
      ids.add(answer.headers['x-request-id']);
    }
    expect(ids.size).toBe(cases.length);
  });

  test('an error of ours: 500 in words that tell nothing of the inside', async () => {
    // An unexpected error: a table is missing.
    await sql(t, 'alter table config rename to elsewhere');
    const answer = await wire.send('/api/v1/setting');
    const page = await wire.send('/api/v1/setting', { headers: { 'sec-fetch-dest': 'document' } });
    await sql(t, 'alter table elsewhere rename to config');
    expect([answer.status, page.status]).toEqual([500, 500]);
    expect(answer.json()).toEqual({ code: 500, msg: expect.stringContaining('try again') });
    // Of a commit that fails, that is unknown.
    expect(answer.json().msg).not.toMatch(/nothing was/i);
    for (const { bytes } of [answer, page])
      expect(bytes.toString()).not.toMatch(/config|table|select|sqlite|Error|\.ts/i);
    expect((await wire.send('/api/v1/setting')).status).toBe(200);
  });

  test('a page for a link opened in a browser, escaped, the envelope for everything else', async () => {
    const page = await wire.send('/api/v1/nothing', { headers: { 'sec-fetch-dest': 'document' } });
    expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    expect(page.bytes.toString()).toContain((await wire.send('/api/v1/nothing')).json().msg);
    expect((await wire.send('/api/v1/nothing', { headers: { 'sec-fetch-dest': 'empty' } })).json().code).toBe(
      404,
    );
  });

  test('threats, limits: a JSON body over 64 KiB → 413', async () => {
    const body = (length: number) => JSON.stringify({ contact: 'x'.repeat(length - 14) });
    expect(body(65_536)).toHaveLength(65_536);
    const fits = await setting(body(65_536));
    expect(fits.json(), 'read, and refused by its schema').toMatchObject({
      code: 400,
      errors: [{ path: 'contact' }],
    });
    expect((await setting(body(65_537))).json().code).toBe(413);
    expect((await setting(body(5_000_000))).json().code).toBe(413);
  });

  test('bodies that are no JSON, or not what is wanted → 400; other types → 415', async () => {
    for (const body of [
      '{',
      '',
      '[]',
      '"x"',
      'null',
      '{"__proto__":{"x":1}}',
      '{"constructor":{"prototype":{"x":1}}}',
      '[[[['.repeat(5_000),
    ])
      expect((await setting(body)).json().code, body.slice(0, 40)).toBe(400);
    for (const type of ['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])
      expect((await setting('{}', { 'content-type': type })).json().code, type).toBe(415);
    const form = await wire.send('/api/v1/login', {
      method: 'POST',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      body: '--x--',
    });
    expect(form.json().code).toBe(415);
  });

  test('several wrong fields are all named', async () => {
    const answer = await setting(JSON.stringify({ name: 5, wording: 'x', other: 1 }));
    expect(
      answer
        .json()
        .errors?.map((error) => error.path)
        .sort(),
    ).toEqual(['name', 'other', 'wording']);
    expect(answer.json().errors?.every((error) => error.message.length > 5)).toBe(true);
  });

  test('threats, policy: the headers of every answer', async () => {
    for (const url of ['/api/v1/datasets', '/healthz', '/readyz', '/nothing']) {
      const { headers } = await wire.send(url);
      expect(headers, url).toMatchObject({
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'referrer-policy': 'no-referrer',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
      });
      expect(headers, url).not.toHaveProperty('x-powered-by');
      expect(headers, url).not.toHaveProperty('strict-transport-security');
      expect(headers, url).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('threats row 20: nothing of the data folder is served, however it is asked for', async () => {
    for (const url of [
      '/vitrine.sqlite',
      '/static/vitrine.sqlite',
      '/static/..%2fvitrine.sqlite',
      '/static/../vitrine.sqlite',
      '//vitrine.sqlite',
      '/static//',
      '/static/',
      '/lock.sqlite',
      '/outbox/',
    ])
      expect((await wire.send(url)).status, url).toBe(404);
  });
});
