import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { administrator } from '../../server/testing/administrators.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../server/testing/build-test-app.ts';
import { onEitherDatabase } from '../../server/testing/databases.ts';

onEitherDatabase('threats row 9: a revocation holds at once', (database) => {
  let t: TestApp;
  let shown: { dataset: Dataset; subsetList: Subset[] };
  beforeAll(async () => {
    t = await buildTestApp({ database });
    shown = await t.dataset();
  });
  afterAll(() => t.close());

  /** Every credential that a download takes, as requests that succeed now. */
  async function credentials(email: string) {
    const { id, token } = await t.user(email);
    const { subsetList } = await t.open(shown.dataset.id, token);
    const [{ downloadUrl = '', inspectionUrl = '', path } = { path: '' }] = subsetList;
    const plain = `/api/v1/download/${shown.dataset.id}/${path}`;
    const file = `/api/v1/file/${shown.dataset.id}/train.csv`;
    const ticket = new URL(downloadUrl, 'http://x').searchParams.get('token');
    const { token: personal } = await t.call<{ token: string }>('POST', '/api/v1/tokens', {
      token,
      body: { name: 'cluster', expiresInDays: 30, password: PASSWORD },
    });
    const basic = `Basic ${Buffer.from(`x:${personal}`).toString('base64')}`;
    const gets: Record<string, () => ReturnType<TestApp['inject']>> = {
      'a ticket': () => t.inject('GET', downloadUrl),
      "a ticket's integrity file": () => t.inject('GET', inspectionUrl),
      'a session': () => t.inject('GET', plain, { token }),
      'a session in the query': () => t.inject('GET', `${plain}?token=${token}`),
      'a personal token': () => t.inject('GET', plain, { token: personal }),
      'a personal token by Basic': () => t.inject('GET', plain, { headers: { authorization: basic } }),
      'a file by ticket': () => t.inject('GET', `${file}?token=${ticket}`),
      'a file by session': () => t.inject('GET', file, { token }),
      'a file by Basic': () => t.inject('GET', file, { headers: { authorization: basic } }),
    };
    const codes = async () => {
      const got: Record<string, number> = {};
      for (const [name, get] of Object.entries(gets)) got[name] = (await get()).statusCode;
      return got;
    };
    const all = (code: number) => Object.fromEntries(Object.keys(gets).map((name) => [name, code]));
    return { id, codes, all };
  }

  const review = async (id: string, status: string) =>
    t.call('PUT', `/api/v1/admin/userReview/${id}/${status}`, {
      token: await t.adminToken(),
      body: { reason: 'A reason.' },
    });

  test('suspended: each kind of link and token answers 403 at once, and works again after approval', async () => {
    const { id, codes, all } = await credentials('suspended@example.org');
    expect(await codes()).toEqual(all(200));
    await review(id, 'suspended');
    expect(await codes()).toEqual(all(403));
    await review(id, 'approved');
    expect(await codes()).toEqual(all(200));
  });

  test('past the end of the approval: 403', async () => {
    const { id, codes, all } = await credentials('ends@example.org');
    await t.call('PUT', `/api/v1/admin/userReview/${id}/approved`, {
      token: await t.adminToken(),
      body: { approvedUntil: new Date(t.clock.now + 60_000).toISOString() },
    });
    expect(await codes()).toEqual(all(200));
    t.clock.now += 60_000;
    expect(await codes()).toEqual(all(403));
  });

  test('deleted: 401', async () => {
    const { id, codes, all } = await credentials('deleted@example.org');
    await t.call('DELETE', `/api/v1/admin/user/${id}`, { token: await t.adminToken() });
    expect(await codes()).toEqual(all(401));
  });

  test('an administrator who is disabled, or loses the role, is refused by the next call', async () => {
    const { id, token } = await administrator(t, 'reviewer');
    const list = async () => (await t.ask('GET', '/api/v1/admin/userList', { token })).code;
    const update = async (body: object) =>
      t.call('PUT', `/api/v1/admin/administrators/${id}`, { token: await t.adminToken(), body });
    expect(await list()).toBe(200);
    await update({ role: 'curator' });
    expect(await list()).toBe(403);
    await update({ disabled: true });
    expect(await list()).toBe(401);
  });
});
