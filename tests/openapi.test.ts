import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenApi } from '../server/publishing/index.ts';
import { undescribed } from '../server/publishing/index.ts';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { contractEndpoints, nameOf } from './support/contract.ts';

describe('releases.md, "What machines read": OpenAPI', () => {
  let t: TestApp;
  let document: OpenApi;
  beforeAll(async () => {
    t = await buildTestApp();
    document = (await t.inject('GET', '/api/openapi.json')).json();
  });
  afterAll(() => t.close());

  const described = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );

  test('every route of the server is in it', () => {
    expect(undescribed(t.app.server.registered)).toEqual([]);
  });

  test('every call of the contract is in it', async () => {
    const calls = (await contractEndpoints()).map((endpoint) =>
      nameOf(endpoint)
        .replace(/:(\w+)/g, '{$1}')
        .replace(/\*$/, '{path}'),
    );
    expect(calls.filter((name) => !described().includes(name))).toEqual([]);
  });

  test('nothing is in it that the server does not answer', () => {
    const served = t.app.server.registered.flatMap(({ method, url }) => {
      const path = url.replace(/:(\w+)(?!\w*\?)/g, '{$1}').replace(/\*$/, '{path}');
      const optional = /^(.*)\/:(\w+)\?$/.exec(url);
      return optional
        ? [
            `${method} ${optional[1]?.replace(/:(\w+)/g, '{$1}')}`,
            `${method} ${optional[1]?.replace(/:(\w+)/g, '{$1}')}/{${optional[2]}}`,
          ]
        : [`${method} ${path}`];
    });
    expect(described().filter((name) => !served.includes(name))).toEqual([]);
  });

  test('ids are unique, every answer is described, each call says who may', () => {
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const { operationId, summary, responses, security } of operations) {
      expect(summary, operationId).not.toBe('');
      expect(
        Object.keys(responses).some((status) => status < '4'),
        operationId,
      ).toBe(true);
      expect(security, operationId).toBeDefined();
    }
  });
});
