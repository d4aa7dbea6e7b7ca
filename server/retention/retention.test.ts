import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DownloadRecord } from '../../contract/statistics.ts';
import { DAY } from '../shared/time.ts';
import { administrator } from '../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';
import { onEitherDatabase } from '../testing/databases.ts';
import { rowCount, sql } from '../testing/look-inside.ts';

const HOUR = 3_600_000;

onEitherDatabase('decisions §10: what is over is removed', (database) => {
  let t: TestApp;
  beforeAll(async () => {
    t = await buildTestApp({ database });
  });
  afterAll(() => t.close());

  /** Sets a retention period as an administrator does. */
  async function setPeriod(configKey: string, configValue: string) {
    const token = await t.adminToken();
    const { configId } = await t.call<{ configId: string }>('GET', `/api/v1/configKey/${configKey}`, {
      token,
    });
    return t.ask('PUT', '/api/v1/config', { token, body: { configId, configValue } });
  }
  const ids = (count: number) => Array.from({ length: count }, (_, n) => `many-${n}`);

  test('sessions, codes, links and invitations 30 days after they are over, and not before', async () => {
    const { id, token } = await t.user('over@example.org');
    const code = { email: 'over@example.org', purpose: 'reset', captcha: await t.captcha() };
    await t.call('POST', '/api/v1/sendValidCode', { body: code });
    const { dataset } = await t.dataset({ name: 'Over' });
    await t.open(dataset.id, token);
    const left = await t.login('over@example.org');
    await t.call('POST', '/api/v1/logout', { token: left });
    await administrator(t, 'curator');
    const owner = await t.adminToken();
    const body = { email: 'late@lab.example', role: 'auditor' };
    await t.call('POST', '/api/v1/admin/invitations', { token: owner, body });
    const began = t.clock.now;
    const ended = 'sessions where ended_at is not null';
    const counts = async () => ({
      ended: await rowCount(t, ended),
      sessions: await rowCount(t, 'sessions'),
      codes: await rowCount(t, 'valid_codes'),
      tickets: await rowCount(t, 'tickets'),
      invitations: await rowCount(t, 'invitations'),
    });
    const before = await counts();
    expect(before).toMatchObject({ ended: 1, codes: 1, tickets: 1, invitations: 2 });

    t.clock.now = began + 30 * DAY;
    await t.app.settle();
    expect(await counts()).toEqual(before);

    t.clock.now = began + 30 * DAY + 1;
    await t.app.settle();
    expect(await counts(), 'the ended session and the used invitation').toEqual({
      ...before,
      ended: 0,
      sessions: before.sessions - 1,
      invitations: 1,
    });

    t.clock.now = began + 30 * DAY + HOUR + 1;
    await t.app.settle();
    expect(await counts(), 'the code, and the sessions that nobody used for an hour').toEqual({
      ended: 0,
      sessions: 0,
      codes: 0,
      tickets: 1,
      invitations: 1,
    });

    t.clock.now = began + 37 * DAY + HOUR;
    const fresh = await t.login('over@example.org');
    await t.app.settle();
    expect(await counts(), 'what lasted a week').toMatchObject({ sessions: 1, tickets: 0, invitations: 0 });
    const { status } = await t.call<{ status: string }>('GET', '/api/v1/userInfo', { token: fresh });
    expect(status).toBe('approved');
    expect(await t.call('GET', '/api/v1/sessions', { token: fresh })).toHaveLength(1);
    const admin = await t.adminToken();
    const { list } = await t.call<{ list: { subject: string }[] }>('GET', '/api/v1/admin/audit', {
      token: admin,
    });
    expect(list.map(({ subject }) => subject)).toContain(`user ${id}`);
    expect(await t.call('GET', '/api/v1/application', { token: fresh })).toMatchObject({
      status: 'approved',
    });
    const account = await t.inject('GET', '/api/v1/account/export', { token: fresh });
    expect(account.json()).toMatchObject({ codes: [], downloadLinks: [] });
    expect((await t.open(dataset.id, fresh)).dataset.downloadUrl, 'a new link').toContain('token=');
  });

  test('what still holds stays, however old: a session in use, and the tokens that it replaced', async () => {
    await setPeriod('retention.overDays', '7');
    let { token } = await t.user('in-use@example.org');
    const replaced = token;
    for (const until = t.clock.now + 7 * DAY - HOUR; t.clock.now < until; t.clock.now += HOUR / 2) {
      const body = { token };
      token = (await t.call<{ token: string }>('POST', '/api/v1/refreshtoken', { body })).token;
    }
    await t.app.settle();
    expect((await t.ask('GET', '/api/v1/userInfo', { token })).code).toBe(200);
    await t.ask('POST', '/api/v1/refreshtoken', { body: { token: replaced } });
    expect((await t.ask('GET', '/api/v1/userInfo', { token })).code, 'the replay is seen').toBe(401);
    await setPeriod('retention.overDays', '30');
  });

  test('however many there are, one round takes them all', async () => {
    const over = t.clock.now - 40 * DAY;
    const values = ids(1_100).map((id) => `('${id}', 'x@example.org', 'reset', ${over}, ${over}, 0)`);
    await sql(
      t,
      `insert into valid_codes (id, email, purpose, created_at, expires_at, tries) values ${values.join(', ')}`,
    );
    await t.app.settle();
    expect(await rowCount(t, `valid_codes where id like 'many-%'`)).toBe(0);
  });

  test('the address of a mail 90 days after it has left; one that waits keeps it', async () => {
    await t.user('mailed@example.org');
    t.clock.now += 10_000;
    await t.app.settle();
    const now = t.clock.now;
    await sql(
      t,
      `insert into outbox (id, recipient, subject, body, html, created_at, not_before, attempts)
        values ('waits', 'waits@example.org', '', '', '', ${now}, ${now + 900 * DAY}, 1)`,
    );
    const ofPerson = () => rowCount(t, `outbox where recipient = 'mailed@example.org'`);
    const [had, all] = [await ofPerson(), await rowCount(t, 'outbox')];
    expect(had).toBeGreaterThan(0);
    t.clock.now = now + 90 * DAY - 10_000;
    await t.app.settle();
    expect(await ofPerson()).toBe(had);
    t.clock.now += 10_001;
    await t.app.settle();
    expect(await ofPerson()).toBe(0);
    expect(await rowCount(t, `outbox where recipient = 'waits@example.org'`)).toBe(1);
    expect(await rowCount(t, 'outbox'), 'no row is lost').toBe(all);
    const sent = await t.call<{ list: { recipient: string }[] }>('GET', '/api/v1/admin/mails?state=sent', {
      token: await t.adminToken(),
    });
    expect(sent.list.map(({ recipient }) => recipient)).toContain('');
  });

  test('addresses in download records never, unless the configuration says when; the list shows it at once', async () => {
    const { token } = await t.user('evidence@example.org');
    const { dataset, subsetList } = await t.dataset({ name: 'Evidence' });
    const get = () => t.inject('GET', `/api/v1/download/${dataset.id}/${subsetList[0]?.path}`, { token });
    expect((await get()).statusCode).toBe(200);
    const record = async () => {
      await t.app.settle();
      const { list } = await t.call<{ list: DownloadRecord[] }>(
        'GET',
        `/api/v1/admin/records?datasetId=${dataset.id}`,
        { token: await t.adminToken() },
      );
      return list[0];
    };
    const first = await record();
    expect(first).toMatchObject({ ip: '127.0.0.1', email: 'evidence@example.org' });
    t.clock.now += 4_000 * DAY;
    expect(await record()).toEqual(first);
    expect(await setPeriod('retention.recordAddressDays', '4001')).toMatchObject({ code: 200 });
    expect(await record()).toEqual(first);
    expect(await setPeriod('retention.recordAddressDays', '3999')).toMatchObject({ code: 200 });
    expect(await record()).toEqual({ ...first, ip: '' });
    const { dataset: after } = await t.open(dataset.id);
    expect(after.count).toBe(1);
  });

  test('periods that are none are refused', async () => {
    for (const [key, values] of Object.entries({
      'retention.overDays': ['6', '0', '-30', '1e3', 'never', '36501', '30.5'],
      'retention.mailDays': ['0', 'never', '99999'],
      'retention.recordAddressDays': ['0', 'soon', '36501'],
    }))
      for (const value of values) {
        expect(await setPeriod(key, value), `${key} ${value}`).toMatchObject({
          code: 400,
          errors: [{ path: 'configValue' }],
        });
      }
    expect(await setPeriod('retention.recordAddressDays', ' never ')).toMatchObject({ code: 200 });
  });
});
