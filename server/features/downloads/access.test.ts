import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import { DAY } from '../../shared/time.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

const MAIL = 'reader@example.org';

onEitherDatabase('§7 download, decisions §1 and §5: who gets what', (database) => {
  let t: TestApp;
  let session: string;
  let userId: string;
  let page: { dataset: Dataset; subsetList: Subset[] };
  beforeAll(async () => {
    t = await buildTestApp({ database });
    const made = await t.dataset({ name: 'One', files: { 'a/train.csv': 'rows', 'b.txt': 'b' } });
    ({ id: userId, token: session } = await t.user(MAIL));
    page = await t.open(made.dataset.id, session);
  });
  afterAll(() => t.close());

  const path = (name = 'a/train.csv') => `one/one-1.0/${name}`;
  const download = (subset = path(), id = page.dataset.id) => `/api/v1/download/${id}/${subset}`;
  const inspection = (subset = path()) => `/api/v1/downloadInspection/${subset}`;
  const linkOf = (row: { downloadUrl?: string | undefined } | undefined) => row?.downloadUrl ?? '';
  const ticketOf = (url: string) => new URL(url, 'http://x').searchParams.get('token') ?? '';
  const code = async (url: string, sent: Parameters<TestApp['inject']>[2] = {}) => {
    const answer = await t.inject('GET', url, sent);
    return answer.headers['content-type']?.toString().startsWith('application/json')
      ? answer.json<{ code: number }>().code
      : answer.statusCode;
  };
  const get = (url: string, token: string) => code(url, { token });
  const admin = (method: 'PUT' | 'DELETE', url: string, body?: object) =>
    t.adminToken().then((token) => t.call(method, url, { token, ...(body ? { body } : {}) }));

  test('proof: a ticket or a session in the query, a session as Bearer', async () => {
    const url = linkOf(page.subsetList[0]);
    expect(await code(url)).toBe(200);
    for (const call of [download(), inspection()]) {
      expect(await code(`${call}?token=${session}`), call).toBe(200);
      expect(await get(call, session), call).toBe(200);
      expect(await get(call, ticketOf(url)), call).toBe(200);
      expect(await code(call, { headers: { cookie: `Portal-Token=${session}` } }), 'a cookie').toBe(401);
    }
  });

  test('raw and percent-encoded slashes are the same path, in both calls', async () => {
    for (const raw of [download(), inspection()]) {
      const tail = raw.slice(raw.indexOf('one/'));
      for (const spelt of [
        tail,
        tail.replaceAll('/', '%2F'),
        tail.replace('/', '%2f'),
        tail.replace('a/', '%61/'),
      ])
        expect(await get(raw.replace(tail, spelt), session), spelt).toBe(200);
    }
  });

  test('judged first: 400 syntax, before 401', async () => {
    for (const url of [
      `${download()}?other=1`,
      `${download()}%00`,
      `${download()}?token=a&token=b`,
      `${inspection()}?path=x`,
    ])
      expect(await code(url), url).toBe(400);
  });

  test('then 401: no proof, or one that is forged, changed or ended, before 404', async () => {
    const ticket = ticketOf(linkOf(page.dataset));
    const [id = '', mac = ''] = ticket.split('.');
    const ended = await t.login(MAIL);
    await t.call('POST', '/api/v1/logout', { token: ended });
    const bad = [
      '',
      'x'.repeat(43),
      ended,
      `${id}.${mac.slice(0, -2)}AA`,
      `${id}x.${mac}`,
      `${id}.${mac}.`,
      `${id}.`,
      `.${mac}`,
      `${id}.${Buffer.from(mac, 'base64url').toString('base64')}`,
      page.dataset.id,
    ];
    for (const call of [download(), download('nothing.txt'), inspection(), inspection('nothing.txt')]) {
      expect(await code(call), call).toBe(401);
      for (const token of bad)
        expect(await code(`${call}?token=${encodeURIComponent(token)}`), token).toBe(401);
    }
    expect(await get(download(), ticketOf(linkOf(page.dataset))), 'logout leaves tickets alive').toBe(200);
  });

  test('then 403: an administrator, or a user who is not approved, before 404', async () => {
    const tokens = [await t.adminToken()];
    for (const status of ['pending', 'rejected', 'needs_info', 'suspended'] as const)
      tokens.push((await t.user(`${status}@example.org`, status)).token);
    for (const token of tokens)
      for (const call of [download(), download('nothing.txt'), inspection()])
        expect(await code(`${call}?token=${token}`), call).toBe(403);
  });

  test('then 404: no such path, of that dataset', async () => {
    for (const call of [
      download('nothing.txt'),
      download(path(), 'nothing'),
      inspection('nothing.txt'),
      `${download()}?rev=nothing`,
      download(''),
    ])
      expect(await get(call, session), call).toBe(404);
  });

  test('then 410 withdrawn, then 403 a ticket of another dataset', async () => {
    const two = (await t.dataset({ name: 'Two' })).dataset;
    const ticket = ticketOf(linkOf(page.dataset));
    const calls = [download('two/two-1.0/train.csv', two.id), inspection('two/two-1.0/train.csv')];
    for (const call of calls) {
      expect(await code(`${call}?token=${ticket}`), call).toBe(403);
      expect(await get(call, session), call).toBe(200);
    }
    await admin('PUT', `/api/v1/admin/updateDataset/${two.id}`, { status: 'withdrawn' });
    for (const call of calls) {
      expect(await code(`${call}?token=${ticket}`), call).toBe(410);
      expect(await get(call, session), call).toBe(410);
      expect(await get(call.replace('train', 'nothing'), session), '404 comes before').toBe(404);
    }
    await admin('PUT', `/api/v1/admin/updateDataset/${two.id}`, { status: 'published' });
    for (const call of calls) expect(await get(call, session), 'published again').toBe(200);
    await admin('DELETE', `/api/v1/admin/dataset/${two.id}`);
    for (const call of calls) expect(await get(call, session), 'in the trash').toBe(404);
  });

  test('threats row 9: suspended → 403 at once, by ticket and by session; approved again → 200', async () => {
    const url = linkOf(page.subsetList[0]);
    const review = (status: string) =>
      admin('PUT', `/api/v1/admin/userReview/${userId}/${status}`, { reason: 'A test.' });
    await review('suspended');
    for (const proof of [url, `${download()}?token=${session}`]) expect(await code(proof)).toBe(403);
    await review('approved');
    expect(await code(url)).toBe(200);
  });

  test('errors of a link opened in a browser are a page with the same words', async () => {
    const json = (await t.ask('GET', download())).msg;
    const answer = await t.inject('GET', download(), { headers: { 'sec-fetch-dest': 'document' } });
    expect(answer.statusCode).toBe(401);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.body).toContain(json);
  });

  test('a former revision: the same bytes and ETag for 30 days, then 410', async () => {
    const made = await t.dataset({ name: 'Rev', files: { 'a.txt': 'first' } });
    const { token } = await t.user('rev@example.org');
    const former = linkOf((await t.open(made.dataset.id, token)).dataset);
    const before = await t.inject('GET', former);
    const form = new FormData();
    form.append('subsets', new Blob(['second']), 'b.txt');
    await t.call('POST', `/api/v1/admin/addSubsets/${made.dataset.id}`, {
      token: await t.adminToken(),
      body: form,
    });

    const current = linkOf((await t.open(made.dataset.id, token)).dataset);
    expect(current).not.toBe(former);
    const now = await t.inject('GET', current);
    expect(now.headers.etag).not.toBe(before.headers.etag);
    expect(now.rawPayload.length).toBeGreaterThan(before.rawPayload.length);
    const again = await t.inject('GET', former);
    expect(again.rawPayload).toEqual(before.rawPayload);
    expect(again.headers.etag).toBe(before.headers.etag);
    const whole = `/api/v1/download/${made.dataset.id}/rev/rev-1.0.zip`;
    expect((await t.inject('GET', whole, { token })).headers.etag, 'none named').toBe(now.headers.etag);

    const rev = new URL(former, 'http://x').searchParams.get('rev') ?? '';
    t.clock.now += 30 * DAY - 1_000;
    expect(await get(`${whole}?rev=${rev}`, await t.login('rev@example.org'))).toBe(200);
    t.clock.now += 1_000;
    const late = await t.login('rev@example.org');
    const gone = await t.ask('GET', `${whole}?rev=${rev}`, { token: late });
    expect(gone.code).toBe(410);
    expect(gone.msg).toMatch(/new/);
    expect(await get(`${whole}`, late)).toBe(200);
  });

  test('a ticket lives 7 days and is given again while more than 6 remain', async () => {
    const first = linkOf((await t.open(page.dataset.id, await t.login(MAIL))).dataset);
    t.clock.now += DAY - 1;
    const second = linkOf((await t.open(page.dataset.id, await t.login(MAIL))).dataset);
    expect(ticketOf(second)).toBe(ticketOf(first));
    t.clock.now += 1;
    const third = linkOf((await t.open(page.dataset.id, await t.login(MAIL))).dataset);
    expect(ticketOf(third)).not.toBe(ticketOf(first));
    t.clock.now += 6 * DAY - 1;
    expect(await code(first)).toBe(200);
    t.clock.now += 1;
    expect(await code(first)).toBe(401);
    expect(await code(third)).toBe(200);
  });

  test('an approval that has ended → 403', async () => {
    const until = new Date(t.clock.now + DAY).toISOString();
    await admin('PUT', `/api/v1/admin/userReview/${userId}/approved`, { approvedUntil: until });
    const url = linkOf((await t.open(page.dataset.id, await t.login(MAIL))).dataset);
    expect(await code(url)).toBe(200);
    t.clock.now += DAY;
    expect(await code(url)).toBe(403);
    expect((await t.open(page.dataset.id, await t.login(MAIL))).dataset.downloadUrl).toBeUndefined();
  });
});
