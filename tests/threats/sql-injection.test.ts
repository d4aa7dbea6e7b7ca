import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import type { Page } from '../../contract/lists.ts';
import { buildTestApp, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { newestOf, termsCalls } from '../../server/testing/terms.ts';
import { contractEndpoints, filtersOf, isList, nameOf, sortsOf } from '../support/contract.ts';

/** What scanners try first: breaking out of the quotes, always true, a second statement, a union, a wait, wildcards. */
const injections = [
  "' OR '1'='1",
  "' OR 1=1 --",
  "a' AND '1'='1",
  `" OR ""="`,
  "') OR ('1'='1",
  "'; DROP TABLE users; --",
  "' UNION SELECT password_hash FROM administrators --",
  "' UNION ALL SELECT NULL,NULL,NULL --",
  "' AND (SELECT 1 FROM pg_sleep(3)) IS NOT NULL --",
  "' AND randomblob(900000000) IS NOT NULL --",
  "' || (SELECT name FROM sqlite_master) || '",
  '%%',
  // Longer than an id's own underscores: one in some thousand ids has three in a row.
  '________',
  "\\'",
  '$1',
  '?1',
  'x/**/OR/**/1=1',
];

/** The version before the one that is asked for. */
const older = '0.9';

/** Sort columns that exist but are not listed, and what is no column at all. */
const sorts = [
  'id',
  'password_hash',
  'passwordHash',
  'users.email',
  'created_at',
  'createdAt desc, id',
  '(case when 1=1 then 1 else 0 end)',
  'createdAt; DROP TABLE users',
  "createdAt'",
  '"createdAt"',
  '1',
  '',
  '__proto__',
];

const withValue = (path: string, name: string, value: string): string =>
  `${path}?${new URLSearchParams({ [name]: value })}`;

describe('threat 18: SQL through sort and filter', async () => {
  const endpoints = (await contractEndpoints()).filter(
    ({ method, query }) => method === 'GET' && query !== undefined,
  );
  const lists = endpoints.filter(isList);

  onEitherDatabase('every list', (database) => {
    let t: TestApp;
    let tokens: { admin: string; user: string };
    let datasetId: string;
    let recallId: string;
    let counts: Record<string, number>;

    const rowsOf = async (table: string) =>
      Number((await sql<{ n: number }>(t, `select count(*) as n from ${table}`))[0]?.n);
    // Asking writes nothing, but that personal data were exported is noted.
    const noted = "audit where action not like 'GET %/export'";
    const tables = [
      'users',
      'administrators',
      'datasets',
      'records',
      'signatures',
      'requests',
      'recalls',
      'config',
      'dictionary',
      noted,
    ];

    beforeAll(async () => {
      t = await buildTestApp({ database });
      // A row at least in every list: an empty answer must come of the filter, not of an empty table.
      const { dataset, subsetList } = await t.dataset();
      datasetId = dataset.id;
      await t.dataset({ name: dataset.name, version: older, files: { 'other.csv': 'other' } });
      const ada = await t.user('ada@example.org');
      await t.user('bob@example.org', 'pending');
      await t.inject('GET', `/api/v1/download/${dataset.id}/${subsetList[0]?.path}`, { token: ada.token });
      const gone = await t.dataset({ name: 'Old scans', version: '9' });
      const admin = await t.adminToken();
      await t.call('DELETE', `/api/v1/admin/dataset/${gone.dataset.id}`, { token: admin });
      const calls = termsCalls(t, () => admin);
      const set = await calls.add();
      await calls.asks(dataset.id, set.id);
      await calls.sign(dataset.id, ada.token, newestOf(set).id);
      await t.call('PUT', `/api/v1/admin/dataset/${dataset.id}/access`, {
        token: admin,
        body: { policy: 'request', termsId: set.id },
      });
      await t.call('POST', `/api/v1/dataset/${dataset.id}/request/submission`, {
        token: ada.token,
        body: { purpose: 'To know.', answers: {} },
      });
      const [request] = await t.call<{ id: string }[]>('GET', '/api/v1/requests', { token: ada.token });
      await t.call('PUT', `/api/v1/admin/requestReview/${request?.id}/granted`, { token: admin });
      const report = { datasetId: dataset.id, message: 'The third row is empty.' };
      await t.call('POST', '/api/v1/problemReports', { token: ada.token, body: report });
      await t.app.settle();
      const opening = `/api/v1/admin/dataset/${dataset.id}/recalls`;
      recallId = (await t.call<{ id: string }>('POST', opening, { token: admin, body: { whole: true } })).id;
      // A mail that has not left.
      await t.call('PUT', `/api/v1/admin/userReview/${ada.id}/suspended`, {
        token: admin,
        body: { reason: 'For the test.' },
      });
      await sql(
        t,
        `insert into jobs (id, kind, subject, payload, state, priority, run_at, attempts, done, total, note, created_at)
         values ('job', 'test', 'scan 7', '{}', 'failed', 0, 0, 12, 0, 0, 'No space.', 0)`,
      );
      tokens = { admin, user: ada.token };
      counts = Object.fromEntries(
        await Promise.all(tables.map(async (table) => [table, await rowsOf(table)] as const)),
      );
    });
    afterAll(() => t.close());

    const pathOf = ({ path }: Endpoint) =>
      path.replace(':id', path.includes('/recall/') ? recallId : datasetId);
    const ask = (endpoint: Endpoint, query: string) => {
      const token = endpoint.who.kind === 'user' ? tokens.user : tokens.admin;
      return t.inject('GET', `${pathOf(endpoint)}${query}`, { token });
    };
    /** What differs since a version cannot be asked without naming it. */
    const whole = ({ path }: Endpoint) => (path.endsWith('/changes') ? `?from=${older}` : '');

    test('the lists are those that the contract states, each with rows to hide', async () => {
      expect(lists.length).toBeGreaterThanOrEqual(11);
      for (const endpoint of lists) {
        const answer = (await ask(endpoint, whole(endpoint))).json<{ code: number; data: Page<object> }>();
        expect(answer.code, nameOf(endpoint)).toBe(200);
        expect(answer.data.count, nameOf(endpoint)).toBeGreaterThan(0);
      }
    });

    for (const endpoint of lists) {
      const name = nameOf(endpoint);

      test(`${name}: listed sort columns sort, all others are 400`, async () => {
        for (const sort of sortsOf(endpoint)) {
          for (const order of ['asc', 'desc']) {
            const answer = await ask(endpoint, `?sort=${sort}&order=${order}`);
            expect(answer.statusCode, `${sort} ${order}`).toBe(200);
          }
          for (const order of ['asc; DROP TABLE users', 'ASC', 'asc nulls first', ''])
            expect((await ask(endpoint, `?sort=${sort}&order=${encodeURIComponent(order)}`)).statusCode).toBe(
              400,
            );
          expect((await ask(endpoint, `?sort=${sort}&sort=${sort}`)).statusCode, 'twice').toBe(400);
        }
        for (const sort of sorts) {
          const answer = await ask(endpoint, withValue('', 'sort', sort));
          expect(answer.statusCode, sort).toBe(400);
        }
        for (const query of [
          '?pageIndex=1%20OR%201%3D1',
          '?pageSize=1%3B',
          '?nothing=1',
          '?__proto__=1',
          '?a[b]=1',
        ])
          expect((await ask(endpoint, query)).statusCode, query).toBe(400);
      });
    }

    for (const endpoint of endpoints.filter((one) => filtersOf(one).length > 0)) {
      test(`${nameOf(endpoint)}: SQL in every filter finds nothing`, async () => {
        for (const filter of filtersOf(endpoint)) {
          for (const injection of injections) {
            const answer = await ask(endpoint, withValue('', filter, injection));
            const what = `${filter}=${injection}`;
            // 200 with nothing in it, or 400 where the filter takes only certain values; 404 for a place on the disk,
            // 401 and 403 for a token, 409 where the dataset is not what the call is for.
            const isToken = endpoint.who.kind === 'download' || filter === 'token';
            // 302 to the page that asks, which looks at the token when it is used.
            const refusals = isToken ? [302, 400, 401, 403] : [200, 400, 404, 409];
            expect(refusals, `${what}: ${answer.body.slice(0, 200)}`).toContain(answer.statusCode);
            if (answer.statusCode !== 200) continue;
            if (isList(endpoint)) {
              expect(answer.json<{ data: Page<object> }>().data, what).toMatchObject({ list: [], count: 0 });
            } else if (endpoint.answers === 'json') {
              expect(answer.json<{ data: object }>().data, what).toEqual([]);
            } else {
              expect(answer.body, what).not.toMatch(/ada@example|argon2|Brain/);
            }
          }
          if (endpoint.who.kind === 'download' || filter === 'token') continue;
          expect((await ask(endpoint, `?${filter}=%00`)).statusCode, 'NUL').toBe(400);
        }
      });
    }

    test('SQL in the values of a path finds nothing', async () => {
      const withParams = (await contractEndpoints()).filter(
        ({ method, path, who }) => method === 'GET' && path.includes(':') && who.kind !== 'download',
      );
      expect(withParams.length).toBeGreaterThan(5);
      for (const endpoint of withParams) {
        for (const injection of injections) {
          const path = endpoint.path.replace(/:\w+/g, () => encodeURIComponent(injection));
          const answer = await t.inject('GET', path, { token: tokens.admin });
          if (answer.statusCode === 200) expect(answer.json(), path).toMatchObject({ data: [] });
          else expect([400, 403, 404], `${path}: ${answer.body}`).toContain(answer.statusCode);
        }
      }
    });

    test('nothing was changed by all that', async () => {
      for (const table of tables) {
        // Suspending and the like are over.
        expect(await rowsOf(table), table).toBe(counts[table]);
      }
    });
  });
});
