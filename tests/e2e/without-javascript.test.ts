import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { form, newDataset, picture } from '../../server/testing/forms.ts';
import { inBrowser } from '../support/browser.ts';
import { longDocument } from '../support/long-document.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const DATA = 'a,b\n1,2\n';
const MANY = 230;

let dataDir: string;
let server: ServerProcess;
let short: string;
let long: string;

async function publish(name: string, fields: Record<string, string>, files: Parameters<typeof form>[1][]) {
  const token = await adminTokenOf(server.url);
  const headers = { authorization: `Bearer ${token}` };
  const body = form({ ...newDataset(name), ...fields }, ...files);
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
  const { data, msg } = (await added.json()) as { data: Dataset; msg: string };
  if (!data) throw new Error(msg);
  const status = { status: 'published' };
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, { token, body: status });
  return data.id;
}

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-without-javascript-'));
  server = await startServer(dataDir);
  const document = new Uint8Array(await longDocument(1, 1_000));
  const described = { detail: 'Taken **at rest**.', keywords: 'cortex', license: 'CC BY 4.0' };
  short = await publish('Brain', described, [
    ['samples', await picture('png', 640, 400), 'a.png'],
    ['desc', document, 'a.pdf'],
    ['subsets', DATA, 'train.csv'],
  ]);
  long = await publish(
    'Many parts',
    { modalityName: 'Text' },
    Array.from({ length: MANY }, (_, index) => ['subsets', `${index}`, `part-${index}.txt`]),
  );
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** What a page says to whom its script does not reach; a look by words passes such elements over. */
const saidInstead = (page: Page) => page.locator('body noscript').textContent();

inBrowser('issue 5: with JavaScript off', (desk) => {
  const open = async (path: string, options: Parameters<typeof desk.person>[0] = {}) => {
    const person = await desk.person({ javaScriptEnabled: false, ...options });
    await person.page.goto(server.url + path);
    return person;
  };
  const path = (page: Page) => new URL(page.url()).pathname + new URL(page.url()).search;

  test('home: read, look for, put in order, go to a section, a dataset, the sign-in', async () => {
    const { context, page, complaints } = await open('/');
    await page.getByRole('heading', { level: 1, name: 'Research datasets' }).waitFor();
    await page
      .getByRole('link', { name: /Brain 1.0/ })
      .locator('img')
      .waitFor();
    await page.getByRole('navigation', { name: 'Modalities' }).getByRole('link', { name: /^Text/ }).click();
    expect(new URL(page.url()).hash).toBe('#text');

    await page.getByRole('searchbox', { name: 'Search datasets' }).fill('cortex');
    await page.getByRole('combobox', { name: 'Order' }).selectOption('name');
    await page.getByRole('button', { name: 'Search', exact: true }).click();
    expect(path(page)).toBe('/?q=cortex&sort=name');
    await expect
      .poll(() => page.getByRole('heading', { level: 3 }).allTextContents(), { timeout: 15_000 })
      .toEqual(['Brain 1.0']);
    expect(await page.getByRole('searchbox', { name: 'Search datasets' }).inputValue()).toBe('cortex');
    expect(await page.getByRole('combobox', { name: 'Order' }).inputValue()).toBe('name');
    await page.getByText('1 dataset matches').waitFor();

    await page.getByRole('searchbox', { name: 'Search datasets' }).fill('nowhere');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'No dataset matches “nowhere”' }).waitFor();
    await page.getByRole('link', { name: 'Clear search' }).click();
    await expect.poll(() => page.getByRole('heading', { level: 3 }).count(), { timeout: 15_000 }).toBe(2);

    await page.getByRole('link', { name: /Brain 1.0/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Brain' }).waitFor();
    await page.getByRole('link', { name: 'Vitrine' }).click();
    await page.getByRole('link', { name: 'Sign in' }).click();
    expect(path(page)).toBe('/login');
    expect(await saidInstead(page)).toContain('This page needs JavaScript.');
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('detail: facts, words, the Data list with sizes and whole checksums, the way to sign in, the document', async () => {
    const { context, page } = await open(`/datasetDetail/${short}`);
    await page.getByText('at rest', { exact: true }).waitFor();
    await page.getByText('CC BY 4.0').first().waitFor();
    const table = page.getByRole('table', { name: 'Data list' });
    await expect
      .poll(() => table.getByRole('columnheader').allTextContents(), { timeout: 15_000 })
      .toEqual(['Data name', 'Desc', 'Download']);
    const row = table.getByRole('row', { name: /train\.csv/ });
    await row.getByText(`${DATA.length} B`).waitFor();
    const sha256 = createHash('sha256').update(DATA).digest('hex');
    // Without script nothing can be copied, so the whole of it is there to read (the styles show the title).
    const code = row.locator('code');
    expect(await code.getAttribute('title')).toBe(sha256);
    const session = await context.newCDPSession(page);
    const { root } = (await session.send('DOM.getDocument', { depth: -1, pierce: true })) as never as {
      root: { nodeId: number };
    };
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: `table:not([role="grid"]) code[title="${sha256}"]`,
    });
    const { node } = await session.send('DOM.describeNode', { nodeId, depth: -1 });
    const after = node.pseudoElements?.find(({ pseudoType }) => pseudoType === 'after');
    expect(after, 'what shows the whole checksum').toBeDefined();

    expect(
      await row.getByRole('link', { name: /^your must sign in to download/ }).getAttribute('href'),
    ).toMatch(/^\/login\?redirect=/);
    expect(await page.getByRole('button').allTextContents(), 'nothing that does nothing').toEqual(['Search']);
    const pdf = await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href');
    expect((await fetch(new URL(pdf ?? '', server.url))).headers.get('content-type')).toBe('application/pdf');
    await page
      .getByRole('navigation', { name: 'You are here' })
      .getByRole('link', { name: 'Datasets' })
      .click();
    expect(path(page)).toBe('/');
    await context.close();
  });

  test('releases.md, "Files": the rows of a page, the way to the next, a search, a folder that is not there', async () => {
    const { context, page } = await open(`/datasetDetail/${long}`);
    const grid = page.getByRole('grid', { name: 'Files' });
    const rows = () => grid.locator('tbody tr').count();
    expect(await rows()).toBe(20);
    await page.getByText(`1–20 of ${MANY}`).waitFor();
    const sum = grid.getByRole('row', { name: /part-0\.txt/ }).locator('td:has(code)');
    expect(
      await sum.evaluate(
        (cell) => cell.scrollWidth <= cell.clientWidth && cell.scrollHeight <= cell.clientHeight,
      ),
      'the whole checksum can be read',
    ).toBe(true);
    await page.getByRole('link', { name: 'Last' }).click();
    await page.waitForURL(/\?page=12$/);
    expect(await rows()).toBe(MANY - 220);
    await page.getByRole('searchbox', { name: 'Search the files' }).fill('PART-22');
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/\?find=PART-22$/);
    expect(await rows()).toBe(11);
    const signIn = grid.getByRole('link', { name: 'Sign in: part-22.txt' });
    expect(await signIn.getAttribute('href')).toBe(
      `/login?redirect=${encodeURIComponent(`/datasetDetail/${long}?find=PART-22`)}`,
    );
    const none = await page.goto(`${server.url}/datasetDetail/${long}?folder=not/there`);
    expect(none?.status()).toBe(404);
    await page.getByText('There is no such folder in this version.').waitFor();
    await page.getByRole('heading', { level: 1, name: 'Many parts' }).waitFor();
    await context.close();
  });

  test('a list that the document cuts short says so', async () => {
    const { context, page } = await open(`/datasetDetail/${long}`);
    expect(await saidInstead(page)).toBe(
      `These are the first 199 of ${MANY} subsets: the others need JavaScript.`,
    );
    await expect
      .poll(() => page.getByRole('rowheader', { name: /^part-/ }).count(), { timeout: 15_000 })
      .toBe(199);
    await context.close();
  });

  test('the language is the one that the browser asks for; nothing is wider than 320 px', async () => {
    const { context, page } = await open('/', { locale: 'zh-CN', viewport: { width: 320, height: 700 } });
    await page.getByRole('searchbox', { name: '搜索数据集' }).waitFor();
    await page.getByRole('button', { name: '搜索', exact: true }).waitFor();
    const layout = async () => {
      const session = await context.newCDPSession(page);
      const { cssContentSize, cssLayoutViewport } = await session.send('Page.getLayoutMetrics');
      return cssContentSize.width - cssLayoutViewport.clientWidth;
    };
    expect(await layout()).toBe(0);
    await page.goto(`${server.url}/datasetDetail/${short}`);
    expect(await layout()).toBe(0);
    await context.close();
  });
});

inBrowser('issue 5: code that is lost on the way', (desk) => {
  const lost = /\/assets\/(?!first-).*\.js$/;
  const own = /\/assets\/dataset-detail\.page-.*\.js$/;
  for (const [what, path, locale, files, words, whole] of [
    ['all of a drawn page', '/', 'en', lost, 'Part of this page did not load', 'Research datasets'],
    ["a drawn page's own", 'dataset', 'zh-CN', own, '此页面有一部分未能加载', 'Brain'],
    ['a page of the kit', '/login', 'en', lost, 'Part of this page did not load', 'Sign in'],
  ] as const) {
    test(`${what}: it says so at 320 px, and is whole when it is loaded again by the keyboard`, async () => {
      const { context, page } = await desk.person({ locale, viewport: { width: 320, height: 700 } });
      await page.route(files, (route) => route.abort());
      await page.goto(server.url + (path === 'dataset' ? `/datasetDetail/${short}` : path), {
        waitUntil: 'commit',
      });
      const told = page.getByRole('alert').filter({ hasText: words });
      await told.waitFor();
      expect(await told.count()).toBe(1);
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
      await page.unroute(files);
      await page.keyboard.press('Shift+Tab');
      await page.keyboard.press('Enter');
      await page.locator('html[data-hydrated], #root form').first().waitFor({ state: 'attached' });
      await page.getByRole('heading', { level: 1, name: whole }).waitFor();
      expect(await told.count()).toBe(0);
      await context.close();
    });
  }
});
