import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ConfigEntry } from '../../../contract/configuration.ts';
import type { Page } from '../../../contract/lists.ts';
import type { Setting } from '../../../contract/setting.ts';
import { DAY } from '../../shared/time.ts';
import { administrator } from '../../testing/administrators.ts';
import { buildTestApp, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';

const OWN = { configName: 'Room of the laboratory', configKey: 'lab.room', configValue: '3.14' };

onEitherDatabase('§7 configuration calls, decisions §7', (database) => {
  let t: TestApp;
  let token: string;
  beforeAll(async () => {
    t = await buildTestApp({ database });
    token = await t.adminToken();
  });
  afterAll(() => t.close());

  const add = (body: object) => t.call<ConfigEntry>('POST', '/api/v1/config', { token, body });
  const list = (query = '') => t.call<Page<ConfigEntry>>('GET', `/api/v1/configList?${query}`, { token });
  const byKey = (key: string) => t.call<ConfigEntry>('GET', `/api/v1/configKey/${key}`, { token });
  const put = (body: object) => t.call<ConfigEntry>('PUT', '/api/v1/config', { token, body });
  /** Sets a built-in key; returns the response. */
  const set = async (key: string, configValue: string) =>
    t.ask('PUT', '/api/v1/config', { token, body: { configId: (await byKey(key)).configId, configValue } });
  const must = async (key: string, value: string) => expect((await set(key, value)).code, key).toBe(200);

  test('the built-in keys are there, type "Y"', async () => {
    const { list: entries } = await list('configType=Y&pageSize=200');
    const keys = entries.map(({ configKey }) => configKey);
    for (const key of [
      ...['name', 'shortName', 'logo', 'contact', 'copyright', 'filings', 'wording'].map(
        (one) => `site.${one}`,
      ),
      ...['mode', 'domains', 'addresses', 'days', 'notice'].map((one) => `approval.${one}`),
      'download.ticketDays',
      'errorLog.enabled',
      'mail.signature',
      'mail.approved',
    ])
      expect(keys).toContain(key);
    expect(entries.every(({ configType }) => configType === 'Y')).toBe(true);
    expect(await byKey('errorLog.enabled')).toMatchObject({ configValue: 'true', isPublic: true });
  });

  test('POST config makes an entry of type "N"; config/{id} and configKey/{key} give it', async () => {
    const made = await add(OWN);
    const at = new Date(t.clock.now).toISOString();
    expect(made).toEqual({
      ...OWN,
      configId: expect.any(String),
      configType: 'N',
      isPublic: false,
      remark: '',
      createdAt: at,
      updatedAt: at,
    });
    expect(await t.call('GET', `/api/v1/config/${made.configId}`, { token })).toEqual(made);
    expect(await byKey('lab.room')).toEqual(made);
    const again = await t.ask('POST', '/api/v1/config', { token, body: OWN });
    expect(again).toMatchObject({ code: 409, errors: [{ path: 'configKey' }] });
    const builtIn = await t.ask('POST', '/api/v1/config', {
      token,
      body: { ...OWN, configKey: 'my.own', configType: 'Y' },
    });
    expect(builtIn).toMatchObject({ code: 400, errors: [{ path: 'configType' }] });
  });

  test('configList: configName, configKey, configType, paged and sorted', async () => {
    expect((await list('configKey=LAB.')).list).toMatchObject([OWN]);
    expect((await list('configName=room%20of')).list).toMatchObject([OWN]);
    expect((await list('configType=N')).list).toMatchObject([OWN]);
    const page = await list('pageSize=2&sort=configKey&order=desc');
    expect(page).toMatchObject({ pageIndex: 1, pageSize: 2, list: [{ configKey: 'usage.isPublic' }, {}] });
    for (const sort of ['configName', 'configKey', 'configType', 'createdAt', 'updatedAt'])
      expect((await list(`sort=${sort}`)).count, sort).toBeGreaterThan(20);
    for (const query of ['sort=configValue', 'configValue=x', 'configType=X'])
      expect((await t.ask('GET', `/api/v1/configList?${query}`, { token })).code, query).toBe(400);
  });

  test('PUT config changes what is sent; key and type are fixed', async () => {
    const entry = await byKey('lab.room');
    t.clock.now += 1_000;
    const changed = await put({ configId: entry.configId, configValue: '2.71' });
    expect(changed).toEqual({
      ...entry,
      configValue: '2.71',
      updatedAt: new Date(t.clock.now).toISOString(),
    });
    expect(await put({ ...changed, remark: 'Whole.' })).toMatchObject({
      remark: 'Whole.',
      configValue: '2.71',
    });
    for (const [part, path] of [
      [{ configKey: 'lab.other' }, 'configKey'],
      [{ configType: 'Y' }, 'configType'],
      [{ createdAt: '2020-01-01T00:00:00.000Z' }, 'createdAt'],
    ] as const) {
      const answer = await t.ask('PUT', '/api/v1/config', {
        token,
        body: { configId: entry.configId, ...part },
      });
      expect(answer, path).toMatchObject({ code: 400, errors: [{ path }] });
    }
    const late = await t.ask('PUT', '/api/v1/config', { token, body: { ...entry, configValue: 'late' } });
    expect(late.code, 'somebody was faster').toBe(409);
  });

  test('DELETE config/{id}: an own entry; a built-in one is 409, in clear words', async () => {
    const entry = await add({ ...OWN, configKey: 'lab.gone' });
    await t.call('DELETE', `/api/v1/config/${entry.configId}`, { token });
    expect((await t.ask('GET', '/api/v1/configKey/lab.gone', { token })).code).toBe(404);
    expect((await t.ask('DELETE', `/api/v1/config/${entry.configId}`, { token })).code).toBe(404);
    const { configId } = await byKey('site.name');
    const answer = await t.ask('DELETE', `/api/v1/config/${configId}`, { token });
    expect(answer.code).toBe(409);
    expect(answer.msg).toContain('built in');
    expect((await byKey('site.name')).configId).toBe(configId);
  });

  test('configKey: public keys for anybody, others for administrators; an unknown key is 404', async () => {
    const user = await t.user('ada@example.org');
    const auditor = await administrator(t, 'auditor');
    const reviewer = await administrator(t, 'reviewer');
    const ended = await administrator(t, 'owner', 'ended@lab.example');
    await t.call('POST', '/api/v1/admin/logout', { token: ended.token });
    const code = async (key: string, as?: string) =>
      (await t.ask('GET', `/api/v1/configKey/${key}`, as ? { token: as } : {})).code;
    for (const as of [undefined, user.token, ended.token, auditor.token])
      expect(await code('errorLog.enabled', as)).toBe(200);
    expect(await code('approval.domains')).toBe(401);
    expect(await code('approval.domains', user.token)).toBe(403);
    expect(await code('approval.domains', reviewer.token)).toBe(403);
    expect(await code('approval.domains', ended.token)).toBe(6401);
    expect(await code('approval.domains', auditor.token)).toBe(200);
    expect(await code('nothing.here')).toBe(404);
    await put({ configId: (await byKey('lab.room')).configId, isPublic: true });
    expect(await code('lab.room')).toBe(200);
    await put({ configId: (await byKey('lab.room')).configId, isPublic: false });
    expect(await code('lab.room')).toBe(401);
  });

  test('decisions §1 and §2: who may; a dead administrator token answers 6401', async () => {
    const { token: ended } = await administrator(t, 'owner', 'ended2@lab.example');
    await t.call('POST', '/api/v1/admin/logout', { token: ended });
    const user = await t.login('ada@example.org');
    for (const [method, url] of [
      ['GET', '/api/v1/configList'],
      ['GET', '/api/v1/config/x'],
      ['POST', '/api/v1/config'],
      ['PUT', '/api/v1/config'],
      ['DELETE', '/api/v1/config/x'],
    ] as const) {
      const code = async (as?: string) =>
        (await t.ask(method, url, { ...(as && { token: as }), ...(method !== 'GET' && { body: {} }) })).code;
      expect([await code(), await code(user), await code(ended)], `${method} ${url}`).toEqual([
        401, 403, 6401,
      ]);
    }
  });

  test('a built-in entry cannot be made public or private', async () => {
    for (const [key, isPublic] of [
      ['approval.addresses', true],
      ['site.name', false],
    ] as const) {
      const { configId } = await byKey(key);
      const answer = await t.ask('PUT', '/api/v1/config', { token, body: { configId, isPublic } });
      expect(answer, key).toMatchObject({ code: 400, errors: [{ path: 'isPublic' }] });
    }
  });

  describe('values of built-in keys are judged as their own screens judge them', () => {
    test.each([
      ['approval.mode', 'everybody'],
      ['approval.mode', ''],
      ['approval.domains', 'not a domain'],
      ['approval.domains', 'university.edu\n.edu'],
      ['approval.addresses', 'nobody'],
      ['approval.addresses', '"q"@x.yz'],
      ['approval.days', '0'],
      ['approval.days', '4000'],
      ['approval.days', 'ten'],
      ['approval.notice', 'never'],
      ['site.name', ' '],
      ['site.name', 'two\nlines'],
      ['site.shortName', 'x'.repeat(41)],
      ['site.wording', 'nicer'],
      ['site.logo', 'https://evil.example/logo.png'],
      ['site.logo', 'logos/AAAAAAAAAAAAAAAAAAAA.webp'],
      ['site.logo', '../../etc/passwd'],
      ['errorLog.enabled', 'yes'],
      ['download.ticketDays', '0'],
      ['download.ticketDays', '31'],
      ['download.ticketDays', '1.5'],
      ['mail.codeRegister', 'Welcome!'],
      ['mail.rejected', 'No.'],
      ['mail.approved', 'Dear {name}'],
      ['mail.signature', '{code}'],
    ])('%s cannot be %j', async (key, value) => {
      const before = await byKey(key);
      expect(await set(key, value)).toMatchObject({ code: 400, errors: [{ path: 'configValue' }] });
      expect(await byKey(key)).toEqual(before);
    });

    test('what is right is kept as the screen would keep it', async () => {
      await must('approval.domains', ' Uni.EDU, lab.example\nuni.edu ');
      expect((await byKey('approval.domains')).configValue).toBe('uni.edu\nlab.example');
      await must('approval.days', '0030');
      const policy = await t.call<{ approvalDays: number }>('GET', '/api/v1/admin/approvalPolicy', { token });
      expect(policy).toMatchObject({ approvalDays: 30, domains: ['uni.edu', 'lab.example'] });
      await must('approval.days', '');
      await must('approval.domains', '');
    });
  });

  test('a change shows at once in the setting, which anybody reads', async () => {
    const setting = () => t.call<Setting>('GET', '/api/v1/setting');
    await setting();
    await must('site.name', 'Laboratory of Slow Light');
    expect((await setting()).name).toBe('Laboratory of Slow Light');
    await must('site.name', 'Vitrine');
  });

  test('addresses are counted in the audit log, not named', async () => {
    t.clock.now += 1_000;
    await must('approval.addresses', 'grace@example.org\nada@example.org');
    const { list: rows } = await t.call<Page<object>>('GET', '/api/v1/admin/audit?pageSize=1', { token });
    expect(rows).toMatchObject([
      {
        subject: 'approval.addresses',
        before: { configValue: { listed: 0 } },
        after: { configValue: { listed: 2 } },
      },
    ]);
    expect(JSON.stringify(rows)).not.toContain('grace');
    await must('approval.addresses', '');
  });

  test('the ticket life: shorter at once, also for tickets that are out', async () => {
    const { dataset, subsetList } = await t.dataset();
    const user = await t.login('ada@example.org');
    const open = async () =>
      (await t.open(dataset.id, await t.login('ada@example.org'))).subsetList[0]?.downloadUrl;
    const status = async (url = '') => (await t.inject('GET', url)).statusCode;
    expect(subsetList).toHaveLength(1);
    const [old] = (await t.open(dataset.id, user)).subsetList;
    t.clock.now += 3 * DAY;
    expect(await status(old?.downloadUrl)).toBe(200);
    token = await t.adminToken();
    await must('download.ticketDays', '2');
    expect(await status(old?.downloadUrl)).toBe(401);
    const fresh = await open();
    expect(await status(fresh)).toBe(200);
    expect(await open(), 'given again').toBe(fresh);
    t.clock.now += DAY;
    expect(await status(fresh)).toBe(200);
    expect(await open(), 'not when little of it is left').not.toBe(fresh);
    t.clock.now += DAY;
    expect(await status(fresh)).toBe(401);
    token = await t.adminToken();
    await must('download.ticketDays', '7');
  });

  test('mail texts: the laboratory may say it in its own words', async () => {
    await must('mail.approved', 'Hello {firstName}, {site} is open to you.');
    await must('mail.signature', 'The Slow Light group\n{url}');
    await t.user('grace@example.org', 'approved');
    t.clock.now += 20_000;
    const mails = (await t.mails()).filter(({ to }) => to === 'grace@example.org');
    expect(mails.at(-1)?.subject).toBe('You can now download from Vitrine');
    expect(mails.at(-1)?.text.trim()).toMatch(
      /^Hello Ada, Vitrine is open to you\.\s+The Slow Light group\s+http:\/\/localhost:\d+$/,
    );
    t.clock.now += 61_000;
    const forgotten = { email: 'grace@example.org', purpose: 'reset', captcha: await t.captcha() };
    await t.call('POST', '/api/v1/sendValidCode', { body: forgotten });
    expect(await t.codeFor('grace@example.org'), 'the others keep their words').toMatch(/^\d{8}$/);
    await must('mail.approved', '');
    await must('mail.signature', '');
  });
});
