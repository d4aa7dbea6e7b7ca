import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { Follow } from '../../../contract/follows.ts';
import { DAY } from '../../shared/time.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount } from '../../testing/look-inside.ts';
import type { ReadMail } from '../../testing/mail-file.ts';

const MINUTE = 60_000;

onEitherDatabase('access.md "Follow a dataset"', (database) => {
  let t: TestApp;
  let brain: Dataset;
  let ada: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    t.clock.now = Math.floor(t.clock.now / DAY) * DAY + DAY / 4;
    ({ dataset: brain } = await t.dataset());
    ada = (await t.user('ada@example.org', 'pending')).token;
    // Who follows in the seconds before a version is noticed has seen it.
    t.clock.now += 1_000;
  });
  afterAll(() => t.close());

  const signIn = async (email: string) => {
    ada = await t.login(email);
    return ada;
  };
  const follow = (token: string, datasetId: string, pace = 'at once', headers = {}) =>
    t.ask('POST', '/api/v1/follows', { token, headers, body: { datasetId, pace } });
  const follows = (token: string) => t.call<Follow[]>('GET', '/api/v1/follows', { token });
  const set = async (id: string, body: object) =>
    t.call('PUT', `/api/v1/admin/updateDataset/${id}`, { token: await t.adminToken(), body });
  const newVersion = async (id: string, version: string, body: object = {}): Promise<string> => {
    const token = await t.adminToken();
    const made = await t.call<{ id: string }>('POST', `/api/v1/admin/dataset/${id}/newVersion`, {
      token,
      body: { version, note: '' },
    });
    await t.app.settle();
    await set(made.id, { ...body, status: 'published' });
    return made.id;
  };
  const seen = new Map<string, number>();
  /** News mails to somebody since the last call. */
  async function news(email: string): Promise<ReadMail[]> {
    await t.app.settle();
    const all = (await t.mails()).filter(
      (mail) => mail.to === email && /List-Unsubscribe:/i.test(mail.headers),
    );
    const fresh = all.slice(seen.get(email) ?? 0);
    seen.set(email, all.length);
    return fresh;
  }
  /** Lets what happened be noticed, and a minute go by. */
  async function later(ms = MINUTE): Promise<void> {
    await t.app.settle();
    t.clock.now += ms;
    await t.app.settle();
  }
  const today = () => new Date(t.clock.now).toISOString().slice(0, 10);
  const headerOf = (mail: ReadMail | undefined, name: string) =>
    new RegExp(`^${name}: *(.*)$`, 'im').exec(mail?.headers ?? '')?.[1] ?? '';
  const post = (url: string) =>
    t.server.inject({
      method: 'POST',
      url,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
  const localOf = (url: string) => new URL(url).pathname + new URL(url).search;

  test('any signed-in account, by any version; again it changes the pace', async () => {
    expect(await follow(ada, brain.id, 'weekly')).toMatchObject({ code: 200 });
    expect(await follow(ada, brain.id)).toMatchObject({ code: 200 });
    expect(await follows(ada)).toEqual([
      {
        id: expect.any(String),
        name: 'Brain MRI',
        pace: 'at once',
        since: new Date(t.clock.now).toISOString(),
        datasetId: brain.id,
        version: '1.0',
      },
    ]);
    await later(DAY);
    expect(await news('ada@example.org'), 'what was public before is no news').toEqual([]);
  });

  test('at once: a new version, an embargo’s end, a withdrawal, its way back; each is told once', async () => {
    const until = new Date(t.clock.now + DAY).toISOString().slice(0, 10);
    const second = await newVersion(brain.id, '2.0', { embargoUntil: until });
    const token = await signIn('ada@example.org');
    expect((await follows(token))[0]).toMatchObject({ datasetId: second, version: '2.0' });
    await later();
    const [out, ...more] = await news('ada@example.org');
    expect(more).toEqual([]);
    expect(out?.subject).toBe('What is new with Brain MRI');
    expect(out?.text).toContain(
      `- ${today()}: version 2.0 came out. Its files can be downloaded from ${until} on.`,
    );
    expect(out?.text).toContain('http://localhost:3000/d/brain-mri');
    await later(DAY);
    await later();
    const [opened, ...others] = await news('ada@example.org');
    expect(others).toEqual([]);
    expect(opened?.text).toContain('the files of version 2.0 can be downloaded from now on');

    const token2 = await t.adminToken();
    await t.call('PUT', `/api/v1/admin/updateDataset/${second}`, {
      token: token2,
      body: { status: 'withdrawn', reason: 'Two scans\nare mixed up.' },
    });
    await later();
    const [gone] = await news('ada@example.org');
    expect(gone?.text).toContain('version 2.0 was withdrawn. The reason: Two scans are mixed up.');
    await set(second, { status: 'published' });
    await later();
    expect((await news('ada@example.org'))[0]?.text).toContain('version 2.0 is published again.');
    await later(30 * DAY);
    expect(await news('ada@example.org')).toEqual([]);
  });

  test('an embargo that is lifted by hand ends, too; several news within a minute share a mail', async () => {
    const far = new Date(t.clock.now + 90 * DAY).toISOString().slice(0, 10);
    const third = await newVersion(brain.id, '3.0', { embargoUntil: far });
    await t.app.settle();
    t.clock.now += 20_000;
    await set(third, { embargoUntil: null });
    await later();
    const [mail, ...more] = await news('ada@example.org');
    expect(more).toEqual([]);
    expect(mail?.text.match(/^- /gm)).toHaveLength(2);
    expect(mail?.text).toContain('version 3.0 came out');
    expect(mail?.text).toContain('the files of version 3.0 can be downloaded');
  });

  test('a draft is told of to nobody: no mail, no follow, the same words as for nothing', async () => {
    const token = await t.adminToken();
    const { id: draft } = await t.call<{ id: string }>(
      'POST',
      `/api/v1/admin/dataset/${brain.id}/newVersion`,
      {
        token,
        body: { version: '9.0-secret', note: '' },
      },
    );
    await later(DAY);
    expect(await news('ada@example.org')).toEqual([]);
    await signIn('ada@example.org');
    const refused = await follow(ada, draft);
    expect(refused).toMatchObject({ code: 404 });
    expect(refused).toEqual(await follow(ada, 'nothing'));
    const { body } = await t.inject('GET', '/api/v1/follows', { token: ada });
    expect(body).not.toContain('secret');
  });

  test('weekly: one mail for all datasets, at most one a week, in the reader’s language', async () => {
    const { token } = await t.user('grace@example.org');
    const { dataset: heart } = await t.dataset({ name: 'Heart CT' });
    const zh = { 'accept-language': 'zh' };
    await later();
    await follow(token, brain.id, 'weekly', zh);
    await follow(token, heart.id, 'weekly', zh);
    const next = await newVersion(heart.id, '1.1');
    await newVersion(brain.id, '3.1');
    await later(6 * DAY);
    expect(await news('grace@example.org')).toEqual([]);
    await later(DAY);
    const [digest, ...more] = await news('grace@example.org');
    expect(more).toEqual([]);
    expect(digest?.subject).toContain('您在 Vitrine 关注的数据集的新消息');
    expect(digest?.text).toMatch(/Brain MRI\n- .*版本 3\.1 已发布。[\s\S]*Heart CT\n- .*版本 1\.1 已发布。/);
    await set(next, { status: 'withdrawn' });
    await later(6 * DAY);
    expect(await news('grace@example.org')).toEqual([]);
    await later(DAY);
    expect((await news('grace@example.org'))[0]?.text).toContain('版本 1.1 已撤回。');
    // What its other follower was told of meanwhile.
    await news('ada@example.org');
  });

  test('RFC 8058: one click ends it without a session; again it changes nothing', async () => {
    await newVersion(brain.id, '3.2');
    await later();
    const [mail] = await news('ada@example.org');
    expect(headerOf(mail, 'List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    const url = /^<(http.*)>$/.exec(headerOf(mail, 'List-Unsubscribe'))?.[1] ?? '';
    // By a browser it changes nothing: it leads to a page, whose token no log has.
    const opened = await t.inject('GET', localOf(url));
    expect(opened.statusCode).toBe(302);
    const page = String(opened.headers.location);
    expect(page).toMatch(/^\/unfollow#token=follow\./);
    expect(mail?.text).toContain(`http://localhost:3000${page}`);
    await signIn('ada@example.org');
    expect(await follows(ada)).toHaveLength(1);
    expect((await post(localOf(url))).json()).toMatchObject({ code: 200, data: { names: ['Brain MRI'] } });
    expect(await follows(ada)).toEqual([]);
    expect((await post(localOf(url))).json()).toMatchObject({ code: 200, data: { names: [] } });
    await newVersion(brain.id, '3.3');
    await later(DAY);
    expect(await news('ada@example.org')).toEqual([]);
  });

  test('one click on a digest ends the digest; a forged or cut token ends nothing', async () => {
    await later(7 * DAY);
    const [mail] = await news('grace@example.org');
    const url = /^<(http.*)>$/.exec(headerOf(mail, 'List-Unsubscribe'))?.[1] ?? '';
    const token = new URL(url).searchParams.get('token') ?? '';
    const [kind, id, signature = ''] = token.split('.');
    expect(kind).toBe('digest');
    for (const forged of [
      token.slice(0, -1),
      `follow.${id}.${signature}`,
      `digest.${id}.${'A'.repeat(signature.length)}`,
      `digest.${id}`,
      `${token}.x`,
      'x',
    ]) {
      const answer = await post(`/api/v1/unfollow?token=${encodeURIComponent(forged)}`);
      expect(answer.json(), forged).toMatchObject({ code: 400 });
    }
    expect(await rowCount(t, `follows where pace = 'weekly'`)).toBe(2);
    const names = ['Brain MRI', 'Heart CT'];
    expect((await post(localOf(url))).json()).toMatchObject({ code: 200, data: { names } });
    expect(await rowCount(t, 'follows')).toBe(0);
  });

  test('on the account: other paces, an end; nobody’s but one’s own; the lab sees how many', async () => {
    const one = await t.user('one@example.org');
    const two = await t.user('two@example.org');
    await follow(one.token, brain.id);
    await follow(two.token, brain.id, 'weekly');
    const count = async () =>
      t.call('GET', `/api/v1/admin/dataset/${brain.id}/followers`, { token: await t.adminToken() });
    expect(await count()).toEqual({ atOnce: 1, weekly: 1 });
    const [{ id } = { id: '' }] = await follows(one.token);
    const change = (token: string, method: 'PUT' | 'DELETE', body?: object) =>
      t.ask(method, `/api/v1/follows/${id}`, { token, ...(body && { body }) });
    expect((await change(two.token, 'PUT', { pace: 'weekly' })).code).toBe(404);
    expect((await change(two.token, 'DELETE')).code).toBe(404);
    expect((await change(one.token, 'PUT', { pace: 'hourly' })).code).toBe(400);
    expect((await change(one.token, 'PUT', { pace: 'weekly' })).code).toBe(200);
    expect(await count()).toEqual({ atOnce: 0, weekly: 2 });
    expect((await change(one.token, 'DELETE')).code).toBe(200);
    expect(await count()).toEqual({ atOnce: 0, weekly: 1 });
  });

  test('the export has the follows; a deleted account leaves none, and no news', async () => {
    const { id, token } = await t.user('leaving@example.org');
    await follow(token, brain.id);
    const { body } = await t.inject('GET', '/api/v1/account/export', { token });
    expect(JSON.parse(body).follows).toMatchObject([{ name: 'Brain MRI', pace: 'at once' }]);
    await newVersion(brain.id, '5.0');
    await t.app.settle();
    expect(
      await rowCount(t, `follow_news where follow_id in (select id from follows where user_id = '${id}')`),
    ).toBe(1);
    await t.call('POST', '/api/v1/account/deletion', { token, body: { password: PASSWORD } });
    expect(await rowCount(t, `follows where user_id = '${id}'`)).toBe(0);
    expect(await rowCount(t, 'follow_news where follow_id not in (select id from follows)')).toBe(0);
    await later(DAY);
    expect(await news('leaving@example.org')).toEqual([]);
  });
});
