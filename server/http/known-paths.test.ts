import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

describe('decisions §1: 405 as HTTP means it', () => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp();
  });
  afterAll(() => t.close());

  test.each([
    ['POST', '/api/v1/datasets', 'GET, HEAD'],
    ['GET', '/api/v1/login', 'POST'],
    ['PUT', '/api/v1/admin/dataset/some-id?x=1', 'DELETE, GET, HEAD'],
    ['DELETE', '/api/v1/download/some-id/a/path/of/parts', 'GET, HEAD'],
    ['POST', '/static/x.png', 'GET, HEAD'],
  ] as const)('%s %s → 405 with Allow: %s', async (method, url, allow) => {
    const answer = await t.inject(method, url);
    expect([answer.statusCode, answer.json().code]).toEqual([405, 405]);
    expect(answer.headers.allow).toBe(allow);
    expect(answer.json().msg).toContain(method);
  });

  test('an address that nothing is at stays 404, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
      for (const url of [
        '/api/v1/nothing',
        '/api/v1/admin/nothing',
        '/api/v1/dataset',
        '/api/v1/dataset/a/b',
      ]) {
        const answer = await t.inject(method, url);
        expect([answer.statusCode, answer.headers.allow], `${method} ${url}`).toEqual([404, undefined]);
      }
    }
  });
});
