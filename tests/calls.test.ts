import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint, Who } from '../contract/endpoint.ts';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';

/** Every endpoint that any module of the contract exports. */
async function contractEndpoints(): Promise<Endpoint[]> {
  const folder = new URL('../contract/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => /(?<!\.test)\.ts$/.test(name));
  const modules = await Promise.all(names.map((name) => import(new URL(name, folder).href)));
  return modules
    .flatMap((exported) => Object.values(exported as Record<string, unknown>))
    .filter(
      (value): value is Endpoint =>
        typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'who' in value,
    );
}

interface Registered {
  method: string | string[];
  url: string;
  config?: { endpoint?: Endpoint };
}

/** The routes of an app, collected while they are registered: Fastify announces each new instance. */
async function withRoutes(build: () => Promise<TestApp>): Promise<[TestApp, Registered[]]> {
  const routes: Registered[] = [];
  const listen = (message: unknown) => {
    const { fastify } = message as {
      fastify: { addHook: (name: 'onRoute', hook: (route: Registered) => void) => void };
    };
    fastify.addHook('onRoute', (route) => void routes.push(route));
  };
  subscribe('fastify.initialization', listen);
  try {
    return [await build(), routes];
  } finally {
    unsubscribe('fastify.initialization', listen);
  }
}

const tokens = [
  'none',
  'unknown',
  'user',
  'admin',
  'expired user',
  'expired admin',
  'revoked user',
  'revoked admin',
] as const;
type TokenKind = (typeof tokens)[number];

/** The code that the rule demands; undefined: the caller is let in, whatever the call then says. */
function demanded({ kind }: Who, token: TokenKind): number | undefined {
  if (kind === 'anyone') return undefined;
  const wanted = kind === 'admin' || kind === 'any-admin' ? 'admin' : 'user';
  if (token === wanted) return undefined;
  if (token === 'user' || token === 'admin') return 403;
  return wanted === 'admin' && token === 'expired admin' ? 6401 : 401;
}

describe('decisions §1, §2: every call × every kind of token', async () => {
  const endpoints = await contractEndpoints();
  let t: TestApp;
  let routes: Registered[];
  const held: Partial<Record<TokenKind, string>> = { unknown: 'x'.repeat(43) };

  const fresh = { user: () => t.login('caller@example.org'), admin: () => t.adminToken() };
  const logoutUrl = { user: '/api/v1/logout', admin: '/api/v1/admin/logout' };

  beforeAll(async () => {
    [t, routes] = await withRoutes(() => buildTestApp());
    await t.user('caller@example.org');
    for (const who of ['user', 'admin'] as const) held[`expired ${who}`] = await fresh[who]();
    // Beyond a user's hour and an administrator's idle quarter.
    t.clock.now += 61 * 60_000;
    for (const who of ['user', 'admin'] as const) {
      held[who] = await fresh[who]();
      const ended = await fresh[who]();
      await t.call('POST', logoutUrl[who], { token: ended });
      held[`revoked ${who}`] = ended;
    }
  });
  afterAll(() => t.close());

  /** Signing out ends the token that it is called with: it gets one of its own. */
  async function tokenFor(endpoint: Endpoint, kind: TokenKind): Promise<string | undefined> {
    if (endpoint.path.endsWith('ogout') && (kind === 'user' || kind === 'admin')) return fresh[kind]();
    return held[kind];
  }

  test('the contract is found', () => {
    expect(endpoints.length).toBeGreaterThan(30);
  });

  for (const endpoint of endpoints) {
    test(`${endpoint.method} ${endpoint.path} (${endpoint.who.kind})`, async () => {
      for (const kind of tokens) {
        const url = endpoint.path.replace(/:\w+/g, 'nothing').replace('*', 'nothing');
        const token = await tokenFor(endpoint, kind);
        const answer = await t.inject(endpoint.method, url, token === undefined ? {} : { token });
        const { code } = answer.headers['content-type']?.toString().startsWith('application/json')
          ? answer.json<{ code: number }>()
          : { code: answer.statusCode };
        const expected = demanded(endpoint.who, kind);
        if (expected === undefined) expect([401, 403, 6401, 500], `${kind}: let in`).not.toContain(code);
        else expect(code, kind).toBe(expected);
        expect(answer.statusCode, kind).toBe(code === 6401 ? 401 : code);
        expect(answer.headers['x-request-id'], kind).toBeTruthy();
      }
    });
  }

  test('threats row 3: every route under /api states who may call it', () => {
    const unruled = routes
      .filter((route) => route.url.startsWith('/api') && route.config?.endpoint?.who === undefined)
      .map((route) => `${route.method} ${route.url}`);
    expect(unruled).toEqual([]);
  });

  test('every endpoint of the contract has its route, and every route its endpoint', () => {
    const served = routes
      .filter((route) => route.url.startsWith('/api'))
      .flatMap((route) => [route.method].flat().map((method) => `${method} ${route.url}`))
      .filter((name) => !name.startsWith('HEAD '));
    const stated = endpoints.map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(served)].sort()).toEqual([...stated].sort());
  });

  test('an unknown address is 404, for everybody', async () => {
    for (const token of [undefined, held.user, held.admin]) {
      expect((await t.ask('GET', '/api/v1/nothing', token ? { token } : {})).code).toBe(404);
      expect((await t.ask('POST', '/api/v1/admin/nothing', token ? { token } : {})).code).toBe(404);
    }
  });
});
