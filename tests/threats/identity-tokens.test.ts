import { readdir } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Endpoint } from '../../contract/endpoint.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';
import { rowCount, sql } from '../../server/testing/look-inside.ts';

/** Every endpoint of the contract. */
async function endpoints(): Promise<Endpoint[]> {
  const folder = new URL('../../contract/', import.meta.url);
  const names = (await readdir(folder)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const modules = await Promise.all(names.map((name) => import(new URL(name, folder).href)));
  const exported = modules.flatMap((module) => Object.values(module as Record<string, unknown>));
  return exported.filter(
    (value): value is Endpoint =>
      typeof value === 'object' && value !== null && 'who' in value && 'path' in value,
  );
}

onEitherDatabase('personal access tokens', (database) => {
  let t: TestApp;
  let session: string;
  let secret: string;
  let urls: string[];
  beforeAll(async () => {
    t = await buildTestApp({ database });
    const { dataset, subsetList } = await t.dataset({ name: 'Guarded' });
    const path = subsetList[0]?.path;
    urls = [
      `/api/v1/download/${dataset.id}/${path}`,
      `/api/v1/downloadInspection/${path}`,
      `/api/v1/file/${dataset.id}/train.csv`,
    ];
    session = (await t.user('ada@example.org')).token;
    const body = { name: 'cluster', expiresInDays: 30, password: PASSWORD };
    secret = (await t.call<{ token: string }>('POST', '/api/v1/tokens', { token: session, body })).token;
  });
  afterAll(() => t.close());

  const basic = (password: string) => `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;

  /** The statuses of the download calls with a token in each of its three places. */
  async function statuses(token: string): Promise<number[]> {
    const answers = urls.flatMap((url) => [
      t.inject('GET', `${url}?token=${encodeURIComponent(token)}`),
      t.inject('GET', url, { headers: { authorization: `Bearer ${token}` } }),
      t.inject('GET', url, { headers: { authorization: basic(token) } }),
    ]);
    return (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  }

  test('threats row 7: a forged or changed personal token is 401, wherever it is put', async () => {
    expect(await statuses(secret)).toEqual(Array(9).fill(200));
    const changed = [...secret].map(
      (char, i) => secret.slice(0, i) + (char === 'A' ? 'B' : 'A') + secret.slice(i + 1),
    );
    const others = [
      secret.slice(0, -1),
      `${secret}A`,
      secret.replace('vtr_', ''),
      secret.replace('vtr_', 'VTR_'),
      `vtr_${session}`,
      'vtr_',
    ];
    for (const forged of [...changed, ...others])
      expect(await statuses(forged), forged).toEqual(Array(9).fill(401));
  });

  test('threats row 7: what the table holds is of no use to who reads it', async () => {
    const [row] = await sql<Record<string, string>>(t, 'select * from personal_tokens');
    for (const value of [
      row?.token_hash,
      row?.id,
      `vtr_${row?.token_hash}`,
      `vtr_${row?.token_hash?.slice(0, 43)}`,
    ])
      expect(await statuses(value ?? '')).toEqual(Array(9).fill(401));
  });

  test('threats row 9: approval is checked on every request with one, too', async () => {
    const { id, token } = await t.user('revoked@example.org');
    const body = { name: 'cluster', expiresInDays: 30, password: PASSWORD };
    const own = (await t.call<{ token: string }>('POST', '/api/v1/tokens', { token, body })).token;
    expect(await statuses(own)).toEqual(Array(9).fill(200));
    await t.call('PUT', `/api/v1/admin/userReview/${id}/suspended`, {
      token: await t.adminToken(),
      body: { reason: 'A reason.' },
    });
    expect(await statuses(own)).toEqual(Array(9).fill(403));
  });

  test('threats row 3: one opens nothing but the download calls', async () => {
    const closed = (await endpoints()).filter(({ who }) => who.kind !== 'anyone' && who.kind !== 'download');
    expect(closed.length).toBeGreaterThan(30);
    for (const { method, path } of closed) {
      const url = path.replace(/:\w+/g, 'x').replace('*', 'x');
      for (const authorization of [`Bearer ${secret}`, basic(secret)]) {
        const answer = await t.inject(method, url, { headers: { authorization } });
        expect(answer.statusCode, `${method} ${path}`).toBe(401);
        expect(answer.headers['www-authenticate']).toBeUndefined();
      }
    }
    expect(await rowCount(t, 'personal_tokens where revoked_at is null'), 'deleting itself').toBeGreaterThan(
      0,
    );
  });

  test('threats row 3: where nobody is asked for, one stands for nobody', async () => {
    const [, id] = /download\/([^/]+)\//.exec(urls[0] ?? '') ?? [];
    expect((await t.open(id ?? '', secret)).dataset.downloadUrl).toBeUndefined();
    expect((await t.ask('POST', '/api/v1/refreshtoken', { body: { token: secret } })).code).toBe(401);
    expect((await t.ask('POST', '/api/v1/admin/refreshtoken', { body: { token: secret } })).code).toBe(401);
    const login = { email: 'ada@example.org', password: secret };
    expect((await t.ask('POST', '/api/v1/login', { body: login })).code, 'as a password').toBe(400);
  });
});
