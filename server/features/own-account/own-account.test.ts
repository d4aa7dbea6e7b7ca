import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DataOf } from '../../../contract/endpoint.ts';
import type { listOwnDownloads, listSessions } from '../../../contract/own-account.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';

type Sessions = DataOf<typeof listSessions>;
type Downloads = DataOf<typeof listOwnDownloads>;

onEitherDatabase('issue 3: the own account', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database, env: { TRUST_PROXY: '127.0.0.1' } });
  });
  afterAll(() => t.close());

  const sessions = (token: string) => t.call<Sessions>('GET', '/api/v1/sessions', { token });
  const signedIn = async (email: string, ip: string, agent: string) => {
    const answer = await t.inject('POST', '/api/v1/login', {
      body: { email, password: PASSWORD },
      headers: { 'x-forwarded-for': ip, 'user-agent': agent },
    });
    return answer.json().data.token as string;
  };

  test('sessions: where and when, one entry each however often refreshed, the current one marked', async () => {
    const email = 'sessions@example.org';
    const { token } = await t.user(email);
    await t.call('POST', '/api/v1/logout', { token });
    const began = t.clock.now;
    const phone = await signedIn(email, '198.51.100.1', 'Phone');
    t.clock.now += 60_000;
    const first = await signedIn(email, '198.51.100.2', 'Laptop');
    const { token: laptop } = await t.call<{ token: string }>('POST', '/api/v1/refreshtoken', {
      body: { token: first },
    });
    const seen = await sessions(laptop);
    expect(seen).toEqual([
      {
        id: expect.any(String),
        createdAt: new Date(began + 60_000).toISOString(),
        lastUsedAt: new Date(began + 60_000).toISOString(),
        ip: '198.51.100.2',
        userAgent: 'Laptop',
        current: true,
      },
      expect.objectContaining({ ip: '198.51.100.1', userAgent: 'Phone', current: false }),
    ]);
    expect(JSON.stringify(seen)).not.toContain(laptop);
    expect(
      (await sessions(first)).map((row) => row.current),
      'by the replaced token',
    ).toEqual([true, false]);
    expect((await sessions(phone)).find((row) => row.current)?.userAgent).toBe('Phone');
    t.clock.now = began + 60 * 60_000;
    expect(await sessions(laptop), 'without the one that has expired').toHaveLength(1);
  });

  test('one session ends by itself: its tokens, however often refreshed; no other, no link, nobody else’s', async () => {
    const { token: mine } = await t.user('one@example.org');
    const first = await signedIn('one@example.org', '198.51.100.7', 'Laptop');
    const { token: refreshed } = await t.call<{ token: string }>('POST', '/api/v1/refreshtoken', {
      body: { token: first },
    });
    const { dataset } = await t.dataset({ name: 'One session' });
    const { downloadUrl = '' } = (await t.open(dataset.id, refreshed)).dataset;
    const { id = '' } = (await sessions(mine)).find((row) => row.userAgent === 'Laptop') ?? {};
    const end = (token: string, which = id) => t.ask('DELETE', `/api/v1/sessions/${which}`, { token });
    const { token: stranger } = await t.user('other@example.org');
    expect((await end(stranger)).code).toBe(404);
    expect((await t.ask('GET', '/api/v1/userInfo', { token: refreshed })).code).toBe(200);
    expect((await end(mine)).code).toBe(200);
    for (const token of [first, refreshed]) {
      expect((await t.ask('GET', '/api/v1/userInfo', { token })).code).toBe(401);
      expect((await t.ask('POST', '/api/v1/refreshtoken', { body: { token } })).code).toBe(401);
    }
    expect(await sessions(mine)).toEqual([expect.objectContaining({ current: true })]);
    expect((await t.inject('GET', downloadUrl)).statusCode).toBe(200);
    expect(await end(mine)).toEqual({ code: 404, msg: 'This session has ended already.' });
    const [own = { id: '' }] = await sessions(mine);
    expect((await end(mine, own.id)).code, 'this one, too').toBe(200);
    expect((await t.ask('GET', '/api/v1/userInfo', { token: mine })).code).toBe(401);
    expect((await end(await t.adminToken())).code, 'an administrator is nobody here').toBe(403);
  });

  test('threats row 12: signing out everywhere ends every session, here too, and the links', async () => {
    const { token } = await t.user('everywhere@example.org');
    const other = await t.login('everywhere@example.org');
    const { dataset } = await t.dataset({ name: 'Everywhere' });
    const { downloadUrl = '' } = (await t.open(dataset.id, other)).dataset;
    const { token: stranger } = await t.user('stays@example.org');
    await t.call('DELETE', '/api/v1/sessions', { token });
    for (const old of [token, other]) {
      expect((await t.ask('GET', '/api/v1/userInfo', { token: old })).code).toBe(401);
      expect((await t.ask('POST', '/api/v1/refreshtoken', { body: { token: old } })).code).toBe(401);
    }
    expect((await t.ask('GET', downloadUrl)).code).toBe(401);
    expect((await t.ask('GET', '/api/v1/userInfo', { token: stranger })).code, "nobody else's").toBe(200);
  });

  test('own downloads: paged, newest first, and only the own ones', async () => {
    const { token } = await t.user('own@example.org');
    const { token: stranger } = await t.user('stranger@example.org');
    const { dataset } = await t.dataset({
      name: 'Own',
      files: { 'a.txt': 'a', 'b.txt': 'bb', 'c.txt': 'ccc' },
    });
    const { subsetList } = await t.open(dataset.id, token);
    for (const { downloadUrl = '' } of subsetList) {
      t.clock.now += 1_000;
      await t.inject('GET', downloadUrl);
    }
    await t.inject('GET', (await t.open(dataset.id, stranger)).dataset.downloadUrl ?? '');
    await t.app.settle();
    const page = (query: string) => t.call<Downloads>('GET', `/api/v1/ownDownloads${query}`, { token });
    const all = await page('');
    expect(all).toMatchObject({ count: 3, pageIndex: 1, pageSize: 20 });
    expect(all.list.map((row) => row.subsetPath)).toEqual([
      'own/own-1.0/c.txt',
      'own/own-1.0/b.txt',
      'own/own-1.0/a.txt',
    ]);
    expect(all.list[0]).toMatchObject({
      datasetId: dataset.id,
      datasetName: 'Own',
      version: '1.0',
      bytesSent: 3,
      totalBytes: 3,
      complete: true,
      startedAt: new Date(t.clock.now).toISOString(),
    });
    expect((await page('?pageSize=2&pageIndex=2')).list.map((row) => row.subsetPath)).toEqual([
      'own/own-1.0/a.txt',
    ]);
    expect((await page('?sort=startedAt&order=asc')).list[0]?.subsetPath).toBe('own/own-1.0/a.txt');
    expect((await t.ask('GET', '/api/v1/ownDownloads?userId=x', { token })).code).toBe(400);
  });

  test('the export is a file with everything that is kept, and with nothing secret', async () => {
    const email = 'export@example.org';
    const { token } = await t.user(email);
    const { dataset } = await t.dataset({ name: 'Exported' });
    const { downloadUrl = '' } = (await t.open(dataset.id, token)).dataset;
    await t.inject('GET', downloadUrl, { headers: { 'user-agent': 'Fetcher' } });
    const personal = await t.call<{ token: string }>('POST', '/api/v1/tokens', {
      token,
      body: { name: 'cluster', expiresInDays: 30, password: PASSWORD },
    });
    t.clock.now += 61_000;
    const body = { email, purpose: 'reset', captcha: await t.captcha() };
    await t.call('POST', '/api/v1/sendValidCode', { body });
    const code = await t.codeFor(email);
    expect(code).toMatch(/^\d{8}$/);
    // An unsent mail, as while the mail server is down; the text of sent mails is deleted.
    await sql(
      t,
      `insert into outbox (id, recipient, subject, body, html, created_at, not_before, attempts)
       values ('waiting', '${email}', '${code} is your code', '${code}', '', ${t.clock.now}, ${t.clock.now + 3_600_000}, 1)`,
    );

    const answer = await t.inject('GET', '/api/v1/account/export', { token });
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="vitrine-account.json"');
    expect(answer.headers['cache-control']).toBe('no-store');
    const kept = answer.json();
    expect(kept).toMatchObject({
      profile: { email, firstName: 'Ada', affiliation: 'Analytical Society', status: 'approved' },
      reviews: [
        { from: null, to: 'pending' },
        { from: 'pending', to: 'approved' },
      ],
      sessions: [{ ip: '127.0.0.1', endedAt: null }],
      downloadLinks: [{ datasetId: dataset.id }],
      personalTokens: [{ name: 'cluster', scope: 'download' }],
      downloads: [{ datasetName: 'Exported', userAgent: 'Fetcher', via: 'ticket' }],
      codes: [{ purpose: 'reset' }],
    });
    expect(kept.mails.length).toBeGreaterThanOrEqual(2);
    expect(kept.mails).toContainEqual({
      subject: '******** is your code',
      createdAt: new Date(t.clock.now).toISOString(),
      sentAt: null,
    });
    const ticket = new URL(downloadUrl, 'http://x').searchParams.get('token') ?? '';
    const [ticketId = 'none'] = ticket.split('.');
    for (const secret of [
      token,
      personal.token,
      ticket,
      ticketId,
      code,
      PASSWORD,
      '$argon2',
      'hash',
      'admin',
    ])
      expect(answer.body, secret).not.toContain(secret);
  });

  const remove = (token: string, password: string) =>
    t.ask('POST', '/api/v1/account/deletion', { token, body: { password } });

  test('deletion needs the password; then everything ends, and the records stay without the person', async () => {
    const email = 'delete@example.org';
    const { id, token } = await t.user(email);
    const { dataset } = await t.dataset({ name: 'Deleted' });
    const { downloadUrl = '' } = (await t.open(dataset.id, token)).dataset;
    await t.inject('GET', downloadUrl);
    await t.app.settle();
    const personal = await t.call<{ token: string }>('POST', '/api/v1/tokens', {
      token,
      body: { name: 'cluster', expiresInDays: 30, password: PASSWORD },
    });
    expect(await remove(token, 'not my password')).toMatchObject({
      code: 400,
      errors: [{ path: 'password' }],
    });
    expect((await t.ask('GET', '/api/v1/userInfo', { token })).code).toBe(200);

    expect((await remove(token, PASSWORD)).code).toBe(200);
    expect((await t.ask('GET', '/api/v1/userInfo', { token })).code).toBe(401);
    expect((await t.ask('POST', '/api/v1/refreshtoken', { body: { token } })).code).toBe(401);
    expect((await t.ask('GET', downloadUrl)).code).toBe(401);
    const [plain = ''] = downloadUrl.split('?');
    expect((await t.ask('GET', plain, { token: personal.token })).code).toBe(401);
    const login = { email, password: PASSWORD };
    expect((await t.ask('POST', '/api/v1/login', { body: login })).code).toBe(400);

    const records = await sql(t, `select * from records where dataset_id = '${dataset.id}'`);
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ user_id: null, user_name: '', email: '', ip: '', user_agent: '' });
    const tables = { users: 'id', reviews: 'user_id', sessions: 'subject_id', tickets: 'user_id' };
    for (const [table, column] of Object.entries({ ...tables, personal_tokens: 'user_id' }))
      expect(await rowCount(t, `${table} where ${column} = '${id}'`), table).toBe(0);
    expect(await rowCount(t, `valid_codes where email = '${email}'`)).toBe(0);
    expect(await rowCount(t, `outbox where recipient = '${email}'`)).toBe(0);
    expect(await rowCount(t, 'address_marks'), 'nobody was suspended').toBe(0);
  });

  test('decisions §3: a suspended address stays marked, hashed, whoever deletes the account', async () => {
    const admin = await t.adminToken();
    const { token } = await t.user('Banned+one@example.org'.toLowerCase(), 'suspended');
    const { id } = await t.user('barred@example.org', 'suspended');
    // A user suspended before the table of address marks existed.
    await sql(t, 'delete from address_marks');
    expect((await remove(token, PASSWORD)).code).toBe(200);
    await t.call('DELETE', `/api/v1/admin/user/${id}`, { token: admin });
    const marks = await sql<{ address_hash: string; kind: string }>(t, 'select * from address_marks');
    expect(marks.map(({ kind }) => kind)).toEqual(['suspended', 'suspended']);
    for (const { address_hash } of marks) expect(address_hash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('threats row 11: of 10 deletions at once one is done, and no answer is a 5xx', async () => {
    const { token } = await t.user('hasty@example.org');
    const answers = await Promise.all(Array.from({ length: 10 }, () => remove(token, PASSWORD)));
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 401)).toHaveLength(9);
  });
});
