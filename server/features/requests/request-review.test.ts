import { afterAll, beforeAll, expect, test } from 'vitest';
import type { OwnRequest } from '../../../contract/requests.ts';
import { administrator, type TestAdministrator } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount } from '../../testing/look-inside.ts';
import { askForRequests, decideRequest, sendRequest } from '../../testing/requests.ts';

const REASON = 'Because of the test.';

onEitherDatabase('access.md "Requests": deciding', (database) => {
  let t: TestApp;
  let admin: string;
  let none: TestAdministrator;
  let id: string;
  let number = 0;

  beforeAll(async () => {
    t = await buildTestApp({ database });
    none = await administrator(t, 'none');
    admin = await t.adminToken();
    id = (await t.dataset({ name: 'Asking', files: { 'a.txt': 'abc' } })).dataset.id;
    await askForRequests(t, id);
  });
  afterAll(() => t.close());

  /** A request that is sent. */
  async function asks() {
    const email = `asks${++number}@example.org`;
    const user = await t.user(email);
    return { ...user, email, request: await sendRequest(t, id, user.token) };
  }
  const download = async (token: string) => {
    const answer = await t.inject('GET', `/api/v1/dataset/${id}/manifest?format=aria2`, { token });
    return answer.statusCode === 200 && /token=/.test(answer.body);
  };

  test('what is not one’s own is not there: for "none" every call about it is 404, or leaves it out', async () => {
    const { request, id: userId } = await asks();
    const reviewId = await decideRequest(t, request, 'granted');
    const { token } = none;
    const code = async (method: 'GET' | 'PUT' | 'DELETE', rest: string, body?: object) =>
      (await t.ask(method, `/api/v1/admin/${rest}`, { token, ...(body && { body }) })).code;
    const reason = REASON;
    expect([
      await code('GET', `request/${request}`),
      await code('GET', `request/${request}/file/any`),
      await code('GET', `dataset/${id}/people`),
      await code('PUT', `requestReview/${request}/ended`, { reason }),
      await code('DELETE', `requestReview/${reviewId}`),
    ]).toEqual([404, 404, 404, 404, 404]);
    expect(await code('GET', `user/${userId}`)).toBe(403);
    const call = (method: 'GET' | 'PUT', rest: string, body?: object) =>
      t.call<{ mail?: object }>(method, `/api/v1/admin/${rest}`, { token, ...(body && { body }) });
    expect(await call('GET', 'requestQueue')).toEqual({ datasets: [] });
    expect(await call('GET', `requestList?datasetId=${id}`)).toMatchObject({ count: 0, list: [] });
    expect(await call('PUT', 'requestReview', { ids: [request], status: 'ended', reason })).toMatchObject({
      done: [],
      failed: [{ requestId: request }],
    });
    const { mail: _, ...lists } = await call('GET', 'summary');
    expect(new Set(Object.values(lists)), 'no list’s figures').toEqual(new Set([null]));
    expect(await rowCount(t, `requests where id = '${request}' and status = 'granted'`)).toBe(1);
  });

  test('10 s to undo: before, no mail and the former state; after, 409 and the mail', async () => {
    const { token, email, request } = await asks();
    const undo = (reviewId: string) =>
      t.ask('DELETE', `/api/v1/admin/requestReview/${reviewId}`, { token: admin });
    const mails = async () =>
      (await t.mails()).filter(({ to, subject }) => to === email && subject.includes('Asking'));
    const slip = await decideRequest(t, request, 'granted');
    expect(await download(token)).toBe(true);
    t.clock.now += 9_999;
    expect((await undo(slip)).code).toBe(200);
    expect(await download(token)).toBe(false);
    t.clock.now += 60_000;
    expect(await mails()).toEqual([]);
    const meant = await decideRequest(t, request, 'rejected', { reason: REASON });
    t.clock.now += 10_000;
    expect(await mails()).toHaveLength(1);
    expect((await undo(meant)).code).toBe(409);
    const { timeline, reason } = await t.call<OwnRequest>('GET', `/api/v1/dataset/${id}/request`, { token });
    expect(timeline.map(({ to }) => to)).toEqual(['pending', 'rejected']);
    expect(reason).toBe(REASON);
    const shown = await t.call<{ timeline: object[] }>('GET', `/api/v1/admin/request/${request}`, {
      token: admin,
    });
    expect(shown.timeline).toMatchObject([
      { to: 'pending' },
      { to: 'granted', undone: true },
      { to: 'rejected', undone: false },
    ]);
  });

  test('what was sent anew meanwhile is not decided unread, one by one or several at once', async () => {
    const { token, request } = await asks();
    const read = async () =>
      (await t.call<{ submittedAt: string }>('GET', `/api/v1/admin/request/${request}`, { token: admin }))
        .submittedAt;
    const before = await read();
    await decideRequest(t, request, 'needs_info', { reason: REASON });
    t.clock.now += 60_000;
    await sendRequest(t, id, token);
    const one = (submittedAt: string) =>
      t.ask('PUT', `/api/v1/admin/requestReview/${request}/granted`, { token: admin, body: { submittedAt } });
    const several = (submittedAt: string) =>
      t.call<{ done: object[] }>('PUT', '/api/v1/admin/requestReview', {
        token: admin,
        body: { ids: [request], status: 'granted', submittedAt: { [request]: submittedAt } },
      });
    expect(await one(before)).toMatchObject({ code: 409, msg: expect.stringContaining('sent anew') });
    expect(await several(before)).toMatchObject({ done: [], failed: [{ requestId: request }] });
    expect(await download(token)).toBe(false);
    const now = await read();
    expect((await several(now)).done).toHaveLength(1);
    expect((await one(now)).code).toBe(200);
    expect(await download(token)).toBe(true);
  });

  test('several at once: one’s own are decided, those of other datasets are not', async () => {
    const { dataset } = await t.dataset({ name: 'Also asking', files: { 'a.txt': 'abc' } });
    await askForRequests(t, dataset.id);
    const [mine, again] = [await asks(), await asks()];
    const other = await sendRequest(t, dataset.id, mine.token);
    await t.call('PUT', `/api/v1/admin/dataset/${id}/reviewers`, {
      token: admin,
      body: { reviewers: [{ administratorId: none.id, notice: 'at once' }] },
    });
    const ids = [mine.request, other, again.request, mine.request];
    const many = (body: object) =>
      t.ask('PUT', '/api/v1/admin/requestReview', { token: none.token, body: { ids, ...body } });
    expect(await many({ status: 'rejected' })).toMatchObject({ code: 400, errors: [{ path: 'reason' }] });
    const { data } = await many({ status: 'granted' });
    expect(data).toMatchObject({
      done: [{ requestId: mine.request }, { requestId: again.request }],
      failed: [{ requestId: other }],
    });
    expect([await download(mine.token), await download(again.token)]).toEqual([true, true]);
    const rest = await t.call<OwnRequest>('GET', `/api/v1/dataset/${dataset.id}/request`, mine);
    expect(rest.status).toBe('pending');
    await t.call('PUT', `/api/v1/admin/dataset/${id}/reviewers`, { token: admin, body: { reviewers: [] } });
  });
});
