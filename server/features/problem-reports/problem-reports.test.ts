import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AuditEntry } from '../../../contract/administrators.ts';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { Page } from '../../../contract/lists.ts';
import type { ProblemReport } from '../../../contract/problem-reports.ts';
import { buildTestApp, PASSWORD, type TestApp } from '../../testing/build-test-app.ts';
import { onEitherDatabase } from '../../testing/databases.ts';
import { rowCount, sql } from '../../testing/look-inside.ts';

const HOUR = 3_600_000;

onEitherDatabase('access.md "Report a problem"', (database) => {
  let t: TestApp;
  let dataset: Dataset;
  let ada: { id: string; token: string };
  beforeAll(async () => {
    // The account's own limits hold; those per address would stop the test's registrations.
    t = await buildTestApp({ database, env: { RATE_LIMIT_FACTOR: '1' } });
    ({ dataset } = await t.dataset());
    ada = await t.user('ada@example.org', 'pending');
  });
  afterAll(() => t.close());

  const report = (token: string, more: object = {}, headers = {}) =>
    t.ask('POST', '/api/v1/problemReports', {
      token,
      headers,
      body: { datasetId: dataset.id, message: 'The header of train.csv lacks a column.', ...more },
    });
  const list = async (query = '') =>
    t.call<Page<ProblemReport>>('GET', `/api/v1/admin/problemReports?${query}`, {
      token: await t.adminToken(),
    });
  const answer = async (id: string, words = 'Thank you. Version 1.1 has it.') =>
    t.ask('POST', `/api/v1/admin/problemReports/${id}/answer`, {
      token: await t.adminToken(),
      body: { answer: words },
    });
  const mailsTo = async (email: string) => (await t.mails()).filter(({ to }) => to === email);

  test('from whoever waits for approval too, with version and file, to the back office alone', async () => {
    expect(await report(ada.token, { file: ' data/train.csv ' })).toMatchObject({ code: 200 });
    expect((await list()).list).toEqual([
      {
        id: expect.any(String),
        state: 'open',
        datasetId: dataset.id,
        datasetName: 'Brain MRI',
        version: '1.0',
        file: 'data/train.csv',
        message: 'The header of train.csv lacks a column.',
        reporter: { id: ada.id, name: 'Ada Lovelace', email: 'ada@example.org' },
        createdAt: new Date(t.clock.now).toISOString(),
        answer: null,
        answeredAt: null,
        answeredBy: null,
      },
    ]);
    const seen = await t.inject('GET', `/api/v1/dataset/${dataset.id}`);
    expect(seen.body).not.toContain('lacks a column');
  });

  test('the administrators who may answer are told once, without what was written', async () => {
    const told = async () => (await t.mails()).filter(({ subject }) => subject.startsWith('Problems are'));
    expect(await told()).toEqual([]);
    t.clock.now += 60_000;
    const [mail, ...more] = await told();
    expect(more).toEqual([]);
    expect(mail?.text).toContain('- Brain MRI 1.0');
    expect(mail?.text).not.toContain('lacks a column');
    t.clock.now += 10 * 60_000;
    expect(await told()).toHaveLength(1);
  });

  test('answered by mail, once, and audited; a second answer is 409', async () => {
    const [open] = (await list('state=open')).list;
    expect(await answer(open?.id ?? '')).toMatchObject({ code: 200 });
    expect((await answer(open?.id ?? '')).code).toBe(409);
    expect((await answer('nothing')).code).toBe(404);
    const mails = (await mailsTo('ada@example.org')).filter(({ subject }) => subject.startsWith('Answer'));
    expect(mails).toHaveLength(1);
    expect(mails[0]?.subject).toBe('Answer to your report about Brain MRI 1.0');
    expect(mails[0]?.text).toContain('Dear Ada,');
    expect(mails[0]?.text).toContain('Thank you. Version 1.1 has it.');
    expect(mails[0]?.text).toContain('about the file data/train.csv');
    expect((await list('state=open')).count).toBe(0);
    const [answered] = (await list('state=answered')).list;
    expect(answered).toMatchObject({ answer: 'Thank you. Version 1.1 has it.', state: 'answered' });
    expect(answered?.answeredBy).toEqual(expect.any(String));
    const { list: rows } = await t.call<Page<AuditEntry>>(
      'GET',
      '/api/v1/admin/audit?keyword=problemReports',
      {
        token: await t.adminToken(),
      },
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ subject: 'Brain MRI 1.0', after: { state: 'answered' } });
  });

  test('of two answers at once one holds, and one mail leaves', async () => {
    await report(ada.token, { message: 'Twice.' });
    const [{ id } = { id: '' }] = (await list('keyword=twice')).list;
    const token = await t.adminToken();
    const both = await Promise.all(
      ['One', 'Two'].map((words) =>
        t.ask('POST', `/api/v1/admin/problemReports/${id}/answer`, { token, body: { answer: words } }),
      ),
    );
    expect(both.map(({ code }) => code).sort()).toEqual([200, 409]);
    const mails = (await mailsTo('ada@example.org')).filter(({ text }) => text.includes('Twice.'));
    expect(mails).toHaveLength(1);
  });

  test('in the language in which it was reported', async () => {
    await report(ada.token, { message: '缺一列。' }, { 'accept-language': 'zh-CN' });
    const [{ id } = { id: '' }] = (await list(`keyword=${encodeURIComponent('缺一列')}`)).list;
    await answer(id, '已更正。');
    const mail = (await mailsTo('ada@example.org')).at(-1);
    expect(mail?.subject).toBe('对您所报告的“Brain MRI 1.0”问题的答复');
    expect(mail?.text).toContain('已更正。');
    expect(mail?.html).toContain('<html lang="zh-CN">');
  });

  test('filters: state, keyword; nothing else', async () => {
    expect((await list('keyword=HEADER')).count).toBe(1);
    expect((await list('keyword=data/train')).count).toBe(1);
    expect((await list('keyword=100%25')).count).toBe(0);
    const token = await t.adminToken();
    for (const bad of ['state=lost', 'sort=message', 'email=x']) {
      expect((await t.ask('GET', `/api/v1/admin/problemReports?${bad}`, { token })).code, bad).toBe(400);
    }
  });

  test('400 at the field, 404 for what visitors do not see, 403 for who was refused', async () => {
    expect(await report(ada.token, { message: '  ' })).toMatchObject({
      code: 400,
      errors: [{ path: 'message' }],
    });
    expect(await report(ada.token, { file: 'a\u202eb' })).toMatchObject({
      code: 400,
      errors: [{ path: 'file' }],
    });
    const { dataset: draft } = await t.dataset({ name: 'Hidden', status: 'draft' });
    const refused = await report(ada.token, { datasetId: draft.id });
    expect(refused).toEqual(await report(ada.token, { datasetId: 'nothing' }));
    expect(refused).toMatchObject({ code: 404 });
    const { dataset: gone } = await t.dataset({ name: 'Gone', status: 'withdrawn' });
    expect((await report(ada.token, { datasetId: gone.id })).code).toBe(200);
    for (const status of ['suspended', 'rejected'] as const) {
      const { token } = await t.user(`${status}@example.org`, status);
      expect((await report(token)).code, status).toBe(403);
    }
  });

  test('threats "Limits": five an hour and twenty a day for each account, also at once', async () => {
    const { token } = await t.user('many@example.org');
    const codes = (await Promise.all(Array.from({ length: 8 }, () => report(token)))).map(({ code }) => code);
    expect(codes.sort()).toEqual([200, 200, 200, 200, 200, 429, 429, 429]);
    const refused = await t.inject('POST', '/api/v1/problemReports', {
      token,
      body: { datasetId: dataset.id, message: 'Again' },
    });
    expect(refused.headers['retry-after']).toBe('3600');
    t.clock.now += HOUR;
    const again = await t.login('many@example.org');
    expect((await report(again)).code).toBe(200);
  });

  test('the account’s export has the reports; deleted, they stay without the person, and an answer needs no mail', async () => {
    const token = await t.login('ada@example.org');
    const { body } = await t.inject('GET', '/api/v1/account/export', { token });
    expect(JSON.parse(body).problemReports[0]).toMatchObject({ file: 'data/train.csv', version: '1.0' });
    await report(token, { message: 'Last words.' });
    await t.call('POST', '/api/v1/account/deletion', { token, body: { password: PASSWORD } });
    const [last] = (await list('keyword=last')).list;
    expect(last).toMatchObject({ reporter: null, state: 'open' });
    expect(await rowCount(t, `problem_reports where user_id = '${ada.id}'`)).toBe(0);
    const before = (await t.mails()).length;
    expect((await answer(last?.id ?? '')).code).toBe(200);
    expect(await t.mails()).toHaveLength(before);
    expect(await sql(t, `select answer from problem_reports where id = '${last?.id}'`)).toHaveLength(1);
  });
});
