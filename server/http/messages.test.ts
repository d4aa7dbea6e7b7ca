import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Envelope } from '../../contract/envelope.ts';
import { buildTestApp, type TestApp } from '../testing/build-test-app.ts';

const CHINESE = 'zh-CN,zh;q=0.9,en;q=0.8';
const chinese = /^[^A-Za-z]*[一-鿿]/;

interface Refused {
  code: number;
  msg: string;
  errors?: { path: string; message: string }[];
}

describe('decisions §10: msg follows Accept-Language, in our words', () => {
  let t: TestApp;
  let admin: string;
  beforeAll(async () => {
    t = await buildTestApp();
    admin = await t.adminToken();
  });
  afterAll(() => t.close());

  const ask = (
    method: 'GET' | 'POST' | 'PUT',
    url: string,
    { body, token, headers = {} }: { body?: object; token?: string; headers?: Record<string, string> } = {},
  ) =>
    t.server.inject({
      method,
      url,
      headers: {
        'accept-language': CHINESE,
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...headers,
      },
      ...(body ? { payload: body } : {}),
    });
  const refused = async (...args: Parameters<typeof ask>) => (await ask(...args)).json<Refused>();

  test('representative errors of each kind, in Chinese', async () => {
    const registering = { email: 'a@b.example', purpose: 'register' };
    const cases: [number, ...Parameters<typeof ask>][] = [
      [400, 'POST', '/api/v1/login', { body: { email: 'nobody@lab.example', password: 'wrong' } }],
      [400, 'POST', '/api/v1/sendValidCode', { body: registering }],
      [400, 'GET', '/api/v1/datasets?x=1'],
      [400, 'GET', '/api/v1/%'],
      [400, 'POST', '/api/v1/login', { headers: { 'content-type': 'application/json' } }],
      [401, 'GET', '/api/v1/userInfo'],
      [401, 'GET', '/api/v1/userInfo', { token: 'no-such-token' }],
      [403, 'GET', '/api/v1/userInfo', { token: admin }],
      [404, 'GET', '/api/v1/nothing'],
      [404, 'GET', '/api/v1/dataset/nothing'],
      [404, 'GET', '/api/v1/admin/user/nobody', { token: admin }],
      [405, 'POST', '/api/v1/datasets'],
      [415, 'POST', '/api/v1/login', { body: {}, headers: { 'content-type': 'application/xml' } }],
    ];
    for (const [code, ...call] of cases) {
      const answer = await refused(...call);
      expect(answer.code, JSON.stringify(call)).toBe(code);
      expect(answer.msg, JSON.stringify(call)).toMatch(chinese);
      for (const { message } of answer.errors ?? []) expect(message).toMatch(chinese);
    }
  });

  test('a conflict, and each of many that failed', async () => {
    const entry = { dictType: 'modality', dictLabel: 'EEG', dictValue: 'EEG-2', dictSort: 1, status: '0' };
    await ask('POST', '/api/v1/dict/data', { body: entry, token: admin });
    const twice = await refused('POST', '/api/v1/dict/data', { body: entry, token: admin });
    expect(twice).toMatchObject({ code: 409, msg: '“modality”中已有值为“EEG-2”的条目。' });
    const body = { ids: ['nobody'], status: 'approved' };
    const many = (await ask('PUT', '/api/v1/admin/userReview', { body, token: admin })).json<
      Envelope<{ failed: object[] }>
    >();
    expect(many.data?.failed).toEqual([{ userId: 'nobody', msg: '找不到此用户。' }]);
  });

  /** Field errors of a dictionary entry, by field name. */
  const complaints = async (body: object, headers: Record<string, string> = {}) => {
    const { errors = [] } = await refused('POST', '/api/v1/dict/data', { body, token: admin, headers });
    return Object.fromEntries(errors.map(({ path, message }) => [path, message]));
  };
  const WRONG = {
    dictType: 5,
    dictLabel: '',
    dictValue: 'x'.repeat(300),
    dictSort: 'a',
    status: '7',
    more: 1,
  };

  test('every kind of wrong value, in our words', async () => {
    expect(await complaints(WRONG, { 'accept-language': 'en' })).toEqual({
      dictType: 'Enter text.',
      dictLabel: 'Enter a label.',
      dictValue: 'At most 100 characters.',
      dictSort: 'Enter a number.',
      status: 'Choose one of: 0, 1.',
      more: 'Unknown field "more".',
    });
    expect(await complaints(WRONG)).toEqual({
      dictType: '请填写文字。',
      dictLabel: '请填写标签。',
      dictValue: '最多 100 个字符。',
      dictSort: '请填写数字。',
      status: '请从以下各项中选择：0, 1。',
      more: '未知字段“more”。',
    });
    const missing = await complaints({}, { 'accept-language': 'en' });
    expect(missing.dictType).toBe('Please fill in this field.');
    expect(Object.values(missing).join()).not.toMatch(/invalid|expected|received|undefined/i);
  });

  test('the language that a person chose goes before the browser’s; others read English', async () => {
    const msg = async (headers: Record<string, string>) =>
      (await refused('GET', '/api/v1/userInfo', { headers })).msg;
    expect(await msg({ 'accept-language': 'en', cookie: 'Portal-Language=zh-CN' })).toBe('请先登录。');
    expect(await msg({ cookie: 'Portal-Language=en' })).toBe('Please sign in first.');
    expect(await msg({ 'accept-language': 'de' })).toBe('Please sign in first.');
  });

  test('the page of a failed download link is in the same language, and kept by nobody for another', async () => {
    const page = await ask('GET', '/api/v1/download/x/y', { headers: { 'sec-fetch-dest': 'document' } });
    expect(page.body).toContain('<html lang="zh-CN">');
    expect(page.body).toContain('请登录后下载，或从数据集页面获取新链接。');
    expect(page.body).toContain('返回目录');
    expect(page.headers.vary).toContain('Accept-Language');
    expect(page.headers['cache-control']).toBe('no-store');
  });

  test('answers of resumable uploads', async () => {
    const answer = await ask('GET', '/api/v1/admin/uploads/x', { token: admin });
    expect(answer.json<Refused>().msg).toMatch(chinese);
    const gone = await t.server.inject({
      method: 'PATCH',
      url: '/api/v1/admin/uploads/nothing',
      headers: {
        authorization: `Bearer ${admin}`,
        'accept-language': CHINESE,
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        'content-type': 'application/offset+octet-stream',
      },
      payload: 'x',
    });
    expect([gone.statusCode, gone.body]).toEqual([404, '找不到此上传。\n']);
  });
});
