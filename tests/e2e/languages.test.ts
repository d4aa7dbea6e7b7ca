// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { administrator } from '../support/back-office.ts';
import { publishBrainMri } from '../support/brain-mri.ts';
import { inBrowser } from '../support/browser.ts';
import { LONG } from '../support/guards.ts';
import { registeredUser } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';
import { termsOn } from '../support/terms.ts';

let dataDir: string;
let server: ServerProcess;
let admin: string;
let dataset: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-languages-'));
  server = await startServer(dataDir);
  admin = await adminTokenOf(server.url);
  dataset = await publishBrainMri(server.url, admin, 'MRI');
  const terms = termsOn(server.url, admin);
  await terms.ask(dataset.slice('/datasetDetail/'.length), await terms.add('使用协议', '仅用于科研。'));
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(server.url + path, { headers: { accept: 'text/html', ...headers } });

describe('decisions §8: every page in English and in Chinese, one language in each answer', () => {
  const asked = [
    [{ 'accept-language': 'zh-CN,zh;q=0.9,en;q=0.8' }, 'zh-CN'],
    [{ 'accept-language': 'en;q=0.9, zh-TW' }, 'zh-CN'],
    [{ 'accept-language': 'zh;q=0.8, en' }, 'en'],
    [{ 'accept-language': 'de' }, 'en'],
    [{ 'accept-language': 'en', cookie: 'Portal-Language=zh-CN' }, 'zh-CN'],
    [{ 'accept-language': 'zh', cookie: 'Portal-Language=en' }, 'en'],
  ] as const;

  test.each(asked)('%j → %s', async (headers, language) => {
    for (const path of ['/', dataset, '/datasetDetail/none', '/login', '/admin/index', '/nowhere']) {
      const answer = await get(path, headers);
      const text = await answer.text();
      expect(text, path).toMatch(new RegExp(`<html [^>]*\\blang="${language}"|<html lang="${language}"`));
      expect(answer.headers.get('content-language'), path).toBe(language);
      expect(answer.headers.get('vary'), path).toMatch(/Accept-Language, Cookie/);
    }
    const home = await (await get('/', headers)).text();
    expect(home).toContain(language === 'en' ? 'Research datasets' : '科研数据集');
    expect(home).not.toContain(language === 'en' ? '科研数据集' : 'Research datasets');
    expect(home).toContain(language === 'en' ? '<title>Datasets - Vitrine' : '<title>数据集 - Vitrine');
  });

  test('what one language is known by is no 304 for the other', async () => {
    const english = await get('/', { 'accept-language': 'en' });
    const etag = english.headers.get('etag') ?? '';
    expect(etag).not.toBe('');
    expect((await get('/', { 'accept-language': 'en', 'if-none-match': etag })).status).toBe(304);
    expect((await get('/', { 'accept-language': 'zh', 'if-none-match': etag })).status).toBe(200);
  });
});

/** Run in the page: every text and every name that people are shown or told. */
const wordsShown = `(() => {
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode())
    if (!walker.currentNode.parentElement.closest('script, style, noscript, [lang="en"]'))
      found.push(walker.currentNode.data);
  for (const name of ['aria-label', 'title', 'placeholder', 'alt'])
    for (const element of document.querySelectorAll('[' + name + ']')) found.push(element.getAttribute(name));
  return found.map((text) => text.trim());
})()`;

/** Run in the page. */
const typeAndClick = new Function(
  'field',
  'given',
  `const [text, button] = given;
  Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, text);
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  button.click();`,
) as (field: unknown, given: unknown) => void;

/** Run in the page: IndexedDB opens after 2 s. */
const slowStore = `const open = IDBFactory.prototype.open;
IDBFactory.prototype.open = function (...given) {
  const late = {};
  setTimeout(() => {
    const request = open.apply(this, given);
    for (const event of ['onupgradeneeded', 'onsuccess', 'onerror']) {
      request[event] = () => {
        late.result = request.result;
        late[event]();
      };
    }
  }, 2_000);
  return late;
}`;

/** Catalogue words only: what administrators wrote stays as it is. */
const chinese = /[一-鿿]/;
/** Two English words side by side. */
const english = /[a-z]{3,} [a-z]{2,}/i;
const purposes = () =>
  callServer<{ dictLabel: string }[]>(server.url, 'GET', '/api/v1/dict/databytype/purpose');
const switchTo = (page: Page, name: string) => page.getByRole('button', { name }).click();

inBrowser('the language switch', (desk) => {
  test('reading pages: to the same address, for a year, and back', async () => {
    const { context, page, complaints } = await desk.person();
    await page.goto(`${server.url}${dataset}?x=1#about`);
    const button = page.getByRole('button', { name: '中文' });
    expect(await button.locator('[lang="zh-CN"]').textContent()).toBe('中文');
    // By keyboard.
    await button.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('table', { name: '数据列表' });
    await list.waitFor();
    expect(page.url()).toBe(`${server.url}${dataset}?x=1#about`);
    expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
    await expect
      .poll(() => page.getByRole('link', { name: '您必须登录后才能下载' }).count(), { timeout: 15_000 })
      .toBe(2);
    await expect
      .poll(() => list.getByRole('columnheader').allTextContents(), { timeout: 15_000 })
      .toEqual(['数据名称', '说明', '下载']);
    const cookie = (await context.cookies()).find(({ name }) => name === 'Portal-Language');
    expect(cookie?.value).toBe('zh-CN');
    expect(cookie?.expires).toBeGreaterThan(Date.now() / 1000 + 364 * 24 * 3600);
    // Through the pages of both shells.
    await page.getByRole('link', { name: '登录', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: '登录' }).waitFor();
    await expect.poll(() => page.title()).toBe('登录 - Vitrine');
    await switchTo(page, 'English');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    expect(complaints.list).toEqual([]);
  });

  for (const [when, script, options] of [
    ['', undefined, {}],
    [', also before the browser’s store has opened', slowStore, LONG],
  ] as const)
    test(`what was typed into a form is there again afterwards${when}`, options, async () => {
      const { context, page } = await desk.person();
      if (script) await context.addInitScript(script);
      await page.goto(`${server.url}/register`);
      await page.getByLabel(/^Affiliation/).fill('Analytical Society');
      const button = await page.getByRole('button', { name: '中文' }).elementHandle();
      // In one go, sooner than the draft is written by itself after the last key.
      await page.getByLabel(/^Purpose/).evaluate(typeAndClick, ['Weaving', button]);
      await page.getByText('已恢复您先前填写的内容。').waitFor();
      expect(await page.getByLabel(/^所属机构/).inputValue()).toBe('Analytical Society');
      expect(await page.getByLabel(/^用途/).inputValue()).toBe('Weaving');
    });

  test('back office: asks first where something would be lost', async () => {
    const { page, complaints } = await administrator(desk, server.url, admin);
    await page.goto(`${server.url}/admin/system/approval`);
    await page.getByLabel('Days that an approval lasts').fill('90');
    const asked: string[] = [];
    page.on('dialog', (dialog) => {
      asked.push(dialog.type());
      void (asked.length === 1 ? dialog.dismiss() : dialog.accept());
    });
    await switchTo(page, '中文');
    await expect.poll(() => asked).toEqual(['beforeunload']);
    expect(await page.getByLabel('Days that an approval lasts').inputValue()).toBe('90');
    await switchTo(page, '中文');
    await page.getByRole('heading', { level: 1, name: '审批规则' }).waitFor();
    await page.getByRole('button', { name: '数据集管理' }).click();
    await page.getByRole('link', { name: '数据集列表' }).click();
    await page.getByRole('table', { name: '数据集' }).waitFor();
    expect(complaints.list).toEqual([]);
  });
});

inBrowser('no English is left over on Chinese pages', (desk) => {
  for (const [half, options] of [
    [0, {}],
    [1, LONG],
  ] as const)
    test(`reading pages, account and back office, ${half === 0 ? 'some' : 'the others'}`, {
      ...options,
      timeout: 180_000,
    }, async () => {
      const { page, complaints } = await administrator(desk, server.url, admin, { locale: 'zh-CN' });
      const pages = [
        '/',
        dataset,
        '/nowhere',
        '/login',
        '/register',
        '/forgetPassword',
        '/changePassword',
        '/401',
        '/admin/index',
        '/admin/user/user_list',
        '/admin/user/applicant_list',
        '/admin/dataset/dataset_list',
        '/admin/dataset/download',
        '/admin/access/requests',
        '/admin/access/terms',
        '/admin/access/signatures',
        '/admin/system/administrators',
        '/admin/system/audit',
        '/admin/system/approval',
        '/admin/account',
      ];
      // The laboratory's own words, in whatever language it keeps its dictionary.
      const own = new Set((await purposes()).map(({ dictLabel }) => dictLabel));
      expect(own.size).toBeGreaterThan(0);
      for (const path of pages.filter((_, n) => n % 2 === half)) {
        await page.goto(server.url + path);
        await page.locator('h1').first().waitFor();
        await page.waitForLoadState('networkidle');
        const texts = (await page.evaluate(wordsShown)) as string[];
        expect(
          texts.some((text) => chinese.test(text)),
          path,
        ).toBe(true);
        // In what is not data of this test.
        const left = texts.filter((text) => english.test(text) && !/Brain MRI/.test(text) && !own.has(text));
        expect(left, path).toEqual([]);
      }
      expect(complaints.list).toEqual([]);
    });

  test('the form of a request, and the account of who asked', LONG, async () => {
    const datasetId = dataset.slice('/datasetDetail/'.length);
    await callServer(server.url, 'PUT', `/api/v1/admin/dataset/${datasetId}/access`, {
      token: admin,
      body: { policy: 'request', termsId: null },
    });
    const token = await registeredUser(server.url, dataDir, 'ada@example.org', {
      firstName: '爱达',
      familyName: '洛夫莱斯',
      affiliation: '学会',
      purpose: '研究',
    });
    const { context, page, complaints } = await desk.person({ locale: 'zh-CN' });
    await context.addCookies([{ name: 'Portal-Token', value: token, url: server.url }]);
    const own = new Set((await purposes()).map(({ dictLabel }) => dictLabel));
    const look = async (path: string) => {
      await page.goto(server.url + path);
      await page.waitForLoadState('networkidle');
      const texts = (await page.evaluate(wordsShown)) as string[];
      return texts.filter((text) => english.test(text) && !/Brain MRI/.test(text) && !own.has(text));
    };
    expect(await look(`/datasetRequest/${datasetId}`)).toEqual([]);
    await page.getByRole('button', { name: '提交申请' }).click();
    await page.getByText('您的申请已提交，实验室会与您联系。').waitFor();
    for (const path of [`/datasetRequest/${datasetId}`, '/account', dataset])
      expect(await look(path), path).toEqual([]);
    expect(complaints.list).toEqual([]);
  });

  test('a day is the same on the server and in any time zone (no hydration mismatch)', async () => {
    for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
      const { page, complaints } = await desk.person({ timezoneId });
      await page.goto(server.url + dataset);
      await page.getByText(new Date().toISOString().slice(0, 10)).first().waitFor();
      await page.waitForLoadState('networkidle');
      expect(complaints.list).toEqual([]);
    }
  });
});
