import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminRole, adminRoles } from '../contract/administrators.ts';
import type { Dataset, Subset } from '../contract/catalogue.ts';
import type { Endpoint } from '../contract/endpoint.ts';
import { getFile } from '../contract/files.ts';
import { UPLOADS_PATH } from '../contract/sources.ts';
import { administrator, adminLogin } from '../server/testing/administrators.ts';
import { buildTestApp, type TestApp } from '../server/testing/build-test-app.ts';
import { openReview } from '../server/testing/reviewer.ts';
import { contractEndpoints, nameOf, type Registered, unruled, withRoutes } from './support/contract.ts';

/** Who asks. A role stands for a live session of an administrator who has it. */
const callers = [
  'no token',
  'unknown token',
  'user pending',
  'user approved',
  'user suspended',
  ...adminRoles,
  'expired user',
  'expired administrator',
  'revoked user',
  'revoked administrator',
  'guest',
  'guest of a revoked link',
] as const;
type CallerKind = (typeof callers)[number];

/** Calls that need nobody, one by one: another is a decision, not an accident. */
const needNobody = [
  'GET /api/docs',
  'GET /api/openapi.json',
  'GET /api/v1/admin/institutions',
  'GET /api/v1/admin/institutions/:id/start',
  'GET /api/v1/configKey/:key',
  'GET /api/v1/dataset/:id',
  'GET /api/v1/dataset/:id/changes',
  'GET /api/v1/dataset/:id/croissant.json',
  'GET /api/v1/dataset/:id/datacite.json',
  'GET /api/v1/dataset/:id/datacite.xml',
  'GET /api/v1/dataset/:id/files',
  'GET /api/v1/dataset/:id/fixity.svg',
  'GET /api/v1/dataset/:id/linkset.json',
  'GET /api/v1/dataset/:id/manifest',
  'GET /api/v1/dataset/:id/requestWait',
  'GET /api/v1/dataset/:id/ro-crate-metadata.json',
  'GET /api/v1/dataset/:id/terms',
  'GET /api/v1/dataset/:id/usage',
  'GET /api/v1/dataset/:id/usage.csv',
  'GET /api/v1/datasets',
  'GET /api/v1/dict/databytype/:type',
  'GET /api/v1/getCaptcha',
  'GET /api/v1/institutions',
  'GET /api/v1/institutions/:id/start',
  'GET /api/v1/institutions/callback',
  'GET /api/v1/mailPreferences/stop',
  'GET /api/v1/reviewWait',
  'GET /api/v1/setting',
  'GET /api/v1/unfollow',
  'POST /api/v1/admin/institutions/confirm',
  'POST /api/v1/admin/invitation/accept',
  'POST /api/v1/admin/invitation/read',
  'POST /api/v1/admin/login',
  'POST /api/v1/admin/refreshtoken',
  'POST /api/v1/groupInvitation/decline',
  'POST /api/v1/groupInvitation/read',
  'POST /api/v1/institutions/code',
  'POST /api/v1/institutions/confirm',
  'POST /api/v1/institutions/exchange',
  'POST /api/v1/institutions/register',
  'POST /api/v1/login',
  'POST /api/v1/mailPreferences/stop',
  'POST /api/v1/refreshtoken',
  'POST /api/v1/register',
  'POST /api/v1/resetPassword',
  'POST /api/v1/review',
  'POST /api/v1/sendValidCode',
  'POST /api/v1/unfollow',
];

/** Who holds which tag. Written down apart from the server's roles, so that either alone cannot drift. */
const holders: Record<string, AdminRole[]> = {
  'admin:list:read': ['owner', 'auditor'],
  'admin:list:write': ['owner'],
  'audit:list:read': ['owner', 'auditor'],
  'config:entry:read': ['owner', 'auditor'],
  'config:entry:write': ['owner'],
  'config:setting:write': ['owner'],
  'dataset:import:read': ['owner', 'curator', 'auditor'],
  'dataset:list:read': ['owner', 'curator', 'auditor'],
  'dataset:list:write': ['owner', 'curator'],
  'dataset:problem:read': ['owner', 'curator', 'auditor'],
  'dataset:problem:write': ['owner', 'curator'],
  'dataset:recall:read': ['owner', 'curator', 'auditor'],
  'dataset:recall:write': ['owner', 'curator'],
  'dict:entry:read': ['owner', 'auditor'],
  'dict:entry:write': ['owner'],
  'job:list:read': ['owner', 'curator', 'auditor'],
  'job:list:write': ['owner', 'curator'],
  'job:mail:read': ['owner', 'curator', 'auditor'],
  'job:mail:write': ['owner', 'curator'],
  'record:list:read': ['owner', 'reviewer', 'curator', 'auditor'],
  'restored:downloads:write': ['owner'],
  'release:bytes:write': ['owner'],
  'signature:list:read': ['owner', 'reviewer', 'curator', 'auditor'],
  'system:health:read': ['owner', 'auditor'],
  'terms:list:read': ['owner', 'curator', 'auditor'],
  'terms:list:write': ['owner', 'curator'],
  'user:list:read': ['owner', 'reviewer', 'auditor'],
  'user:list:write': ['owner', 'reviewer'],
  'request:reviewer:read': ['owner', 'auditor'],
  'request:reviewer:write': ['owner'],
  'user:policy:read': ['owner', 'reviewer', 'auditor'],
  'user:policy:write': ['owner', 'reviewer'],
  'user:review:write': ['owner', 'reviewer'],
};

const isRole = (caller: CallerKind): caller is AdminRole => adminRoles.includes(caller as AdminRole);

/** The code that the rules demand (decisions §1); `in`: let in, whatever the call then says. */
function demanded({ who, path }: Endpoint, caller: CallerKind): number | 'in' {
  if (who.kind === 'anyone') return 'in';
  const forAdmins = who.kind === 'admin' || who.kind === 'any-admin';
  if (caller === 'expired administrator') return forAdmins ? 6401 : 401;
  // Decisions §1: a dead administrator token on dict and config, so that the client clears the right one.
  if (caller === 'revoked administrator' && forAdmins && /^\/api\/v1\/(dict|config)/.test(path)) return 6401;
  if (
    [
      'no token',
      'unknown token',
      'expired user',
      'revoked user',
      'revoked administrator',
      'guest of a revoked link',
    ].includes(caller)
  ) {
    return 401;
  }
  // access.md, "Reviewer link": beside what is public, its own version alone, which the downloads here are not of.
  if (caller === 'guest' || who.kind === 'guest') return caller === who.kind ? 'in' : 403;
  if (forAdmins !== isRole(caller)) return 403;
  if (who.kind === 'admin') return holders[who.tag]?.includes(caller as AdminRole) ? 'in' : 403;
  if (who.kind === 'download') return caller === 'user approved' ? 'in' : 403;
  return 'in';
}

describe('threats row 3: every route × everybody', async () => {
  const endpoints = await contractEndpoints();
  const held: Partial<Record<CallerKind, string>> = { 'unknown token': 'x'.repeat(43) };
  let t: TestApp;
  let routes: Registered[];
  let shown: { dataset: Dataset; subsetList: Subset[] };

  beforeAll(async () => {
    [t, routes] = await withRoutes(() => buildTestApp());
    shown = await t.dataset();
    for (const status of ['pending', 'approved', 'suspended'] as const) {
      await t.user(`${status}@example.org`, status);
    }
    for (const role of adminRoles) await administrator(t, role);

    const user = () => t.login('approved@example.org');
    const admin = () => adminLogin(t, 'owner@lab.example');
    held['expired user'] = await user();
    held['expired administrator'] = await admin();
    // Beyond a user's hour and an administrator's idle quarter.
    t.clock.now += 61 * 60_000;
    held['revoked user'] = await user();
    await t.call('POST', '/api/v1/logout', { token: held['revoked user'] });
    held['revoked administrator'] = await admin();
    await t.call('POST', '/api/v1/admin/logout', { token: held['revoked administrator'] });
    for (const status of ['pending', 'approved', 'suspended'] as const) {
      held[`user ${status}`] = await t.login(`${status}@example.org`);
    }
    held.guest = (await openReview(t)).token;
    const over = await openReview(t);
    held['guest of a revoked link'] = over.token;
    await over.revoke();
    for (const role of adminRoles) held[role] = await adminLogin(t, `${role}@lab.example`);
  });
  afterAll(() => t.close());

  /** An unknown field or filter is 400 before anything is done: who is let in changes nothing. */
  function harmless(endpoint: Endpoint, token: string | undefined) {
    const path = endpoint.path.replace(/:\w+/g, 'nothing').replace('*', 'nothing');
    const sent = token === undefined ? {} : { token };
    if (endpoint.method === 'GET') return t.inject('GET', `${path}?nonsense=1`, sent);
    return t.inject(endpoint.method, path, { ...sent, body: { nonsense: 1 } });
  }

  /** A download's query is judged before the caller: these are asked for something that is there. */
  function download(endpoint: Endpoint, token: string | undefined) {
    const [subset] = shown.subsetList;
    // A file of a dataset is asked for by its name in the dataset's ZIP.
    const name = endpoint.path === getFile.path ? 'train.csv' : (subset?.path ?? '');
    const path = endpoint.path.replace(':datasetId', shown.dataset.id).replace('*', name);
    return t.inject('GET', path, token === undefined ? {} : { token });
  }

  for (const endpoint of endpoints) {
    const tag = endpoint.who.kind === 'admin' ? ` ${endpoint.who.tag}` : '';
    test(`${nameOf(endpoint)} (${endpoint.who.kind}${tag})`, async () => {
      if (endpoint.who.kind === 'admin')
        expect(holders, 'a tag that the table knows').toHaveProperty([endpoint.who.tag]);
      const isDownload = endpoint.who.kind === 'download';
      const got: Record<string, unknown> = {};
      const expected: Record<string, unknown> = {};
      for (const caller of callers) {
        const answer = await (isDownload ? download : harmless)(endpoint, held[caller]);
        const isJson = String(answer.headers['content-type']).startsWith('application/json');
        const { code } = isJson ? answer.json<{ code: number }>() : { code: answer.statusCode };
        // What is let in gets no further than its own input, or to the bytes; a provider may add to our callback what it
        // likes, and that leads to a page.
        const letIn = isDownload ? code === 200 : [302, 400, 415].includes(code);
        got[caller] = letIn ? 'in' : code;
        expected[caller] = demanded(endpoint, caller);
        expect(answer.statusCode, caller).toBe(code === 6401 ? 401 : code);
      }
      expect(got).toEqual(expected);
    });
  }

  test('what needs nobody is what is listed here', () => {
    const open = endpoints.filter(({ who }) => who.kind === 'anyone').map(nameOf);
    expect(open.sort()).toEqual(needNobody);
  });

  test('what lies under /api/v1/admin is for administrators, but for signing in', () => {
    const astray = endpoints
      .filter(
        ({ path, who }) => path.startsWith('/api/v1/admin') && !['admin', 'any-admin'].includes(who.kind),
      )
      .map(nameOf);
    expect(astray.sort()).toEqual(needNobody.filter((name) => name.includes('/admin/')));
  });

  test('every call says who may make it, and is one of the contract', () => {
    expect(unruled(routes)).toEqual([]);
    const served = routes
      .filter((route) => route.url.startsWith('/api'))
      .flatMap((route) => [route.method].flat().map((method) => `${method} ${route.url}`))
      .filter((name) => !name.startsWith('HEAD '))
      // The tus protocol's own: server/features/uploads/uploads.test.ts has their table.
      .filter((name) => !name.includes(UPLOADS_PATH));
    expect([...new Set(served)].sort()).toEqual(endpoints.map(nameOf).sort());
  });

  test('a route that says nothing would be found', async () => {
    const [other, found] = await withRoutes(async () => {
      const { createServer } = await import('../server/http/index.ts');
      const server = await createServer({
        trustProxy: [],
        publicUrl: 'http://localhost',
        rateLimitFactor: 0,
        logLevel: false,
      });
      server.get('/api/v1/forgotten', async () => 'hello');
      return server;
    });
    await other.close();
    expect(unruled(found)).toContain('GET /api/v1/forgotten');
  });

  test('an unknown address is 404, for everybody', async () => {
    for (const caller of callers) {
      const token = held[caller];
      expect((await t.ask('GET', '/api/v1/admin/nothing', token ? { token } : {})).code, caller).toBe(404);
    }
  });
});
