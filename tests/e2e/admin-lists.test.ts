// @module-tag guards
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { limits } from '../../contract/limits.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser, settled } from '../support/browser.ts';
import { LONG } from '../support/guards.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const COUNT = 41;
const LIST = '/admin/dataset/dataset_list';
const CALL = '**/api/v1/admin/datasetList?*';

let dataDir: string;
let server: ServerProcess;
let token: string;

/** A draft, by the specified call. */
async function draft(name: string): Promise<string> {
  const body = new FormData();
  for (const [key, value] of Object.entries({ name, version: '1.0', modalityName: 'MRI' }))
    body.append(key, value);
  const response = await fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  const { data } = (await response.json()) as { data: { id: string } };
  return data.id;
}

/** A bound on hangs: a busy machine is no failure. */
const soon = <Value>(get: () => Value | Promise<Value>) => expect.poll(get, { timeout: 15_000 });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-lists-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
  for (let n = 1; n <= COUNT; n++) await draft(`Scan ${String(n).padStart(2, '0')}`);
}, 120_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const rows = (page: Page) => page.locator('tbody tr:not([aria-hidden])');
const names = async (page: Page) =>
  (await rows(page).getByRole('rowheader').allTextContents()).map((name) => name.trim());
const pages = (page: Page) => page.getByRole('navigation', { name: 'Pages' });
const currentPage = (page: Page) => pages(page).locator('[aria-current="page"]');
const queryOf = (page: Page) => new URL(page.url()).search.replace(/^\?$/, '');
const shown = (page: Page, count = `${COUNT} entries`) => page.getByText(count, { exact: true }).waitFor();

inBrowser('issue 6: lists', (desk) => {
  const open = async (path = LIST, options: Parameters<typeof desk.person>[0] = {}) => {
    const person = await administrator(desk, server.url, token, options);
    await person.page.goto(server.url + path);
    return person;
  };

  test('Ctrl-K finds a dataset; its panel has an address: back, forward, reload', async () => {
    const { page, context, complaints } = await open('/admin/index');
    await page.getByRole('button', { name: 'Search screens, people and datasets' }).click();
    const field = page.getByRole('combobox', { name: 'Screen, person or dataset to go to' });
    await field.fill('Scan 07');
    await page
      .getByRole('group', { name: 'Datasets' })
      .getByRole('option', { name: 'Scan 07 1.0' })
      .waitFor();
    await page.getByRole('status').filter({ hasText: '1 dataset' }).waitFor();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('dialog', { name: 'Edit Scan 07 1.0' });
    await panel.waitFor();
    expect(queryOf(page)).toMatch(/^\?edit=[\w-]+$/);
    const id = queryOf(page).split('=')[1];
    await page.reload();
    await panel.waitFor();
    await page.goBack();
    await page.waitForURL('**/admin/index');
    await panel.waitFor({ state: 'detached' });
    // Come back to, or found again, it is as it has become meanwhile.
    const detail = panel.getByLabel('Detail', { exact: true });
    const change = (to: string) =>
      callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${id}`, { token, body: { detail: to } });
    await change('Changed while away.');
    await page.goForward();
    await expect.poll(() => detail.inputValue()).toBe('Changed while away.');
    await panel.getByRole('button', { name: 'Cancel' }).click();
    await panel.waitFor({ state: 'detached' });
    expect(queryOf(page)).toBe('');
    await change('Changed meanwhile.');
    await page.keyboard.press('Control+k');
    await field.fill('Scan 07');
    await page.getByRole('option', { name: 'Scan 07 1.0' }).waitFor();
    await page.keyboard.press('Enter');
    await panel.waitFor();
    await expect.poll(() => detail.inputValue()).toBe('Changed meanwhile.');
    // A filter stays, and going back closes.
    await page.goto(`${server.url}${LIST}?keyword=Scan+1`);
    await page.getByRole('button', { name: 'Files of Scan 11 1.0' }).click();
    const files = page.getByRole('dialog', { name: 'Files of Scan 11 1.0' });
    await files.waitFor();
    expect(queryOf(page)).toMatch(/^\?keyword=Scan\+1&files=[\w-]+$/);
    await page.goBack();
    await files.waitFor({ state: 'detached' });
    expect(queryOf(page)).toBe('?keyword=Scan+1');
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('what was asked for last is opened, however late the answer before it comes', async () => {
    const { page, context, complaints } = await open(LIST);
    const asked = /\/api\/v1\/admin\/dataset\/[\w-]+$/;
    let letGo = async () => {};
    /** The next answer comes when it is let go. */
    const holdNext = () =>
      page.route(
        asked,
        async (route) => {
          const { promise: held, resolve } = Promise.withResolvers<void>();
          letGo = async () => {
            resolve();
            await route.request().response();
            await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))');
          };
          await held;
          await route.continue();
        },
        { times: 1 },
      );
    const names = page.getByRole('rowheader').getByRole('button');
    const [first, second] = [names.nth(0), names.nth(1)];
    await holdNext();
    const began = page.waitForRequest(asked);
    await second.click();
    await began;
    const panel = page.getByRole('dialog', { name: `Edit ${await first.textContent()}` });
    const detail = panel.getByLabel('Detail', { exact: true });
    await first.click();
    await detail.fill('Half a word');
    await letGo();
    expect(await detail.inputValue()).toBe('Half a word');

    // Nor what was opened by an address, once that is another.
    await holdNext();
    const part = page.waitForRequest(asked);
    await page.getByRole('tab', { name: 'Files' }).click();
    await part;
    await page.goBack();
    await panel.waitFor({ state: 'detached' });
    await letGo();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(queryOf(page)).toBe('');
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('a dataset leads to its download records', LONG, async () => {
    const { page, context } = await open(`${LIST}?keyword=Scan+07`);
    await page.getByRole('button', { name: 'More actions for Scan 07 1.0' }).click();
    await page.getByRole('menuitem', { name: 'Download records' }).click();
    await page.waitForURL(/\/admin\/dataset\/download\?datasetId=[\w-]+$/);
    await page.getByRole('heading', { level: 1, name: 'download records' }).waitFor();
    await context.close();
  });

  test('what a column has no room for is cut off, names last, and is the title', LONG, async () => {
    const { page, context } = await open(LIST, { viewport: { width: 1280, height: 800 } });
    await page.route(CALL, async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      body.data.list[0].modalityName = 'A modality whose name is as long as a sentence '.repeat(4).trim();
      await route.fulfill({ response: answer, json: body });
    });
    await page.reload();
    const cells = rows(page).first().getByRole('cell');
    const long = cells.filter({ hasText: 'A modality' });
    await long.hover();
    await soon(() => long.getAttribute('title')).toMatch(/as long as a sentence$/);
    const name = rows(page).first().getByRole('rowheader');
    await name.hover();
    expect(await name.getAttribute('title')).toBe('');
    expect((await rows(page).first().boundingBox())?.height).toBeLessThan(60);
    await context.close();
  });

  test('§9 default page size 20; choices 10, 20, 30, 50; total, sizes, prev, pager, next, jumper', async () => {
    const { page, context } = await open();
    await shown(page);
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(20);
    const sizes = page.getByLabel('Rows per page');
    expect(
      await sizes.locator('option').evaluateAll((all) => all.map((one) => Number(one.getAttribute('value')))),
    ).toEqual([10, 20, 30, 50]);
    // From left to right, as the specification names them.
    const order = [
      '41 entries',
      'Rows per page',
      'Previous page',
      'Page 1',
      'Page 3',
      'Next page',
      'Go to page',
    ];
    const places = await Promise.all(
      order.map(async (name, index) => {
        const found =
          index === 0 ? page.getByText(name, { exact: true }) : page.getByLabel(name, { exact: true });
        return (await found.boundingBox())?.x ?? -1;
      }),
    );
    expect(places).toEqual([...places].sort((a, b) => a - b));

    await sizes.selectOption('10');
    await soon(() => rows(page).count()).toBe(10);
    expect(queryOf(page)).toBe('?size=10');
    await pages(page).getByLabel('Next page').click();
    await soon(() => currentPage(page).textContent()).toBe('2');
    const jumper = page.getByLabel('Go to page');
    const go = page.getByRole('button', { name: 'Go', exact: true });
    // Nothing, or no number, leads nowhere, and what was typed is still there.
    await go.click();
    await jumper.fill('five');
    await go.click();
    expect(await page.locator('input[name=page]:invalid').count()).toBe(1);
    expect(await jumper.inputValue()).toBe('five');
    expect(queryOf(page)).toBe('?size=10&page=2');
    await jumper.fill('5');
    await go.click();
    await soon(() => rows(page).count()).toBe(1);
    expect(queryOf(page)).toBe('?size=10&page=5');
    expect(await pages(page).getByLabel('Next page').isDisabled()).toBe(true);

    // One page only: all of it stays.
    await jumper.fill('1');
    await sizes.selectOption('50');
    await soon(() => rows(page).count()).toBe(41);
    expect(await pages(page).getByLabel('Page 2', { exact: true }).count()).toBe(0);
    for (const name of order.filter((each) => !/entries|Page 3/.test(each)))
      expect(await page.getByLabel(name, { exact: true }).isVisible(), name).toBe(true);
    await context.close();
  });

  test('page, size, sort and filters live in the address and nowhere else: it can be passed on, Back goes back', async () => {
    const { page, context } = await open();
    await shown(page);
    await page
      .getByRole('button', { name: 'Name', exact: false })
      .and(page.locator('th button'))
      .first()
      .click();
    await soon(() => queryOf(page)).toBe('?sort=name&order=desc');
    await soon(async () => (await names(page))[0]).toBe('Scan 41 1.0');
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('descending');
    await pages(page).getByLabel('Page 2').click();
    await page.getByLabel('Status').selectOption('draft');
    await soon(() => queryOf(page)).toBe('?status=draft&sort=name&order=desc');
    await pages(page).getByLabel('Page 3').click();
    await soon(async () => (await names(page))[0]).toBe('Scan 01 1.0');

    const other = await open(LIST + queryOf(page));
    await soon(async () => (await names(other.page))[0]).toBe('Scan 01 1.0');
    expect(await other.page.getByLabel('Status').inputValue()).toBe('draft');
    await other.context.close();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toMatch(/sort|draft/);

    await page.goBack();
    await soon(() => currentPage(page).textContent()).toBe('1');
    await context.close();
  });

  test(
    'on a slow computer: what is pressed before the last change is drawn keeps that change',
    LONG,
    async () => {
      const { page, context } = await open();
      const debug = await context.newCDPSession(page);
      await debug.send('Emulation.setCPUThrottlingRate', { rate: 4 });
      for (let n = 0; n < 10; n++) {
        await page.goto(server.url + LIST);
        await shown(page);
        await pages(page).getByLabel('Page 2').click();
        await page.getByLabel('Status').selectOption('draft');
        await soon(() => queryOf(page)).toBe('?status=draft');
        await pages(page).getByLabel('Page 3').click();
        await soon(() => queryOf(page)).toBe('?status=draft&page=3');
      }
      await context.close();
    },
  );

  test('searching returns to page 1', async () => {
    const { page, context } = await open(`${LIST}?page=2`);
    await shown(page);
    await page.getByLabel('Keyword').fill('Scan');
    await soon(() => queryOf(page)).toBe('?keyword=Scan');
    await soon(() => currentPage(page).textContent()).toBe('1');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await soon(() => queryOf(page)).toBe('');
    await soon(() => page.getByLabel('Keyword').inputValue()).toBe('');
    await context.close();
  });

  test('§9 filters: after a pause one types on where one was; what changes elsewhere is in the field', async () => {
    const { page, context } = await open();
    await shown(page);
    const keyword = page.getByLabel('Keyword');
    await keyword.pressSequentially('Scan ');
    await soon(() => queryOf(page)).toBe('?keyword=Scan');
    await page.getByRole('button', { name: 'Clear filters' }).waitFor();
    await keyword.pressSequentially('07');
    await shown(page, '1 entry');
    expect([await keyword.inputValue(), queryOf(page)]).toEqual(['Scan 07', '?keyword=Scan+07']);
    await page.locator('th button', { hasText: 'Name' }).first().click();
    await soon(() => queryOf(page)).toBe('?keyword=Scan+07&sort=name&order=desc');
    await keyword.fill('Scan 08');
    await soon(() => queryOf(page)).toBe('?keyword=Scan+08&sort=name&order=desc');
    // Drawn, and not only in the address: Back would otherwise undo what is not there yet.
    await soon(() => names(page)).toEqual(['Scan 08 1.0']);
    await page.goBack();
    await soon(() => keyword.inputValue()).toBe('Scan 07');
    await page.goForward();
    await soon(() => keyword.inputValue()).toBe('Scan 08');

    await page.goto(`${server.url}/admin/dataset/download`);
    const version = page.getByRole('combobox', { name: 'Version' });
    await version.pressSequentially('1 ');
    await soon(() => queryOf(page)).toBe('?version=1');
    await page.getByText('Nothing matches these filters.').waitFor();
    await version.pressSequentially('b');
    await soon(() => queryOf(page)).toBe('?version=1+b');
    expect(await version.inputValue()).toBe('1 b');
    await page.getByRole('button', { name: 'Last month' }).click();
    await soon(() => queryOf(page)).toMatch(/^\?from=.*&version=1\+b$/);
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await soon(() => version.inputValue()).toBe('');
    await context.close();
  });

  test('"Clear filters" clears what is typed and not yet searched for, too', async () => {
    const { page, context } = await administrator(desk, server.url, token);
    await page.clock.install();
    await page.goto(`${server.url}${LIST}?status=draft`);
    await shown(page);
    // The pause in typing never ends before the test says so.
    await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);
    await page.getByLabel('Keyword').fill('nowhere');
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await soon(() => queryOf(page)).toBe('');
    await soon(() => page.getByLabel('Keyword').inputValue()).toBe('');
    await page.clock.runFor(1_000);
    await page.clock.resume();
    await settled(page);
    expect(queryOf(page)).toBe('');
    await context.close();
  });

  test('Back to a page of a longer list leads there, though the list before had fewer', async () => {
    const { page, context } = await open(`${LIST}?page=3`);
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(1);
    await page.locator('th button', { hasText: 'Name' }).first().click();
    await soon(() => queryOf(page)).toBe('?sort=name&order=desc');
    await page.getByLabel('Keyword').fill('Scan 07');
    await shown(page, '1 entry');
    // The page gone back to has to be loaded again.
    await page.reload();
    await shown(page, '1 entry');
    await page.goBack();
    await shown(page);
    expect(queryOf(page)).toBe('?page=3');
    await soon(() => currentPage(page).textContent()).toBe('3');
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(1);
    await context.close();
  });

  test('what was pressed to and fro before anything was drawn is not pressed still after Back', async () => {
    const { page, context } = await open();
    await shown(page);
    await page.evaluate(`for (const name of ['Page 2', 'Page 1', 'Page 2'])
      document.querySelector('[aria-label="' + name + '"]').click()`);
    await soon(() => currentPage(page).textContent()).toBe('2');
    await page.goBack();
    await soon(() => currentPage(page).textContent()).toBe('1');
    await pages(page).getByLabel('Page 2').click();
    await soon(() => currentPage(page).textContent()).toBe('2');
    await context.close();
  });

  test('days are typed key by key: records, signatures, audit log, dashboard', async () => {
    const { page, context } = await administrator(desk, server.url, token);
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).searchParams.get('from') ?? ''));
    for (const path of ['dataset/download', 'access/signatures', 'system/audit', 'index']) {
      await page.goto(`${server.url}/admin/${path}`);
      if (path === 'index') await page.getByRole('button', { name: 'Custom' }).click();
      const [from, before] = [page.getByLabel('From'), page.getByLabel('Before')];
      await from.focus();
      await page.keyboard.type('03152026');
      // Not waited for: the limit that follows from it comes while the other day is typed.
      await before.focus();
      await page.keyboard.type('04012026');
      await soon(() => queryOf(page)).toBe('?from=2026-03-15&to=2026-04-01');
      await expect
        .poll(async () => [await from.inputValue(), await before.inputValue()], { message: path })
        .toEqual(['2026-03-15', '2026-04-01']);
    }
    // Not the days on the way to it: the years 2, 20 and 202.
    expect(asked.filter((day) => day.startsWith('0'))).toEqual([]);
    await context.close();
  });

  test('a page beyond the end shows the last one, and Back does not lead there again', async () => {
    const { page, context } = await open('/admin/dataset/download');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.goto(`${server.url}${LIST}?page=99`);
    await soon(() => queryOf(page)).toBe('?page=3');
    await soon(() => rows(page).count()).toBe(1);
    await page.goBack();
    await page.waitForURL('**/admin/dataset/download');
    await context.close();
  });

  test('deleting the last row of a page goes back one page', LONG, async () => {
    const { page, context } = await open(`${LIST}?sort=name&order=asc&page=3`);
    await shown(page);
    await page.getByRole('button', { name: 'More actions for Scan 41 1.0' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await soon(() => queryOf(page)).toBe('?sort=name&order=asc&page=2');
    await soon(() => rows(page).count()).toBe(20);
    await context.close();

    // And back again, through the trash.
    const trash = await open(LIST);
    await trash.page.getByRole('link', { name: 'Trash', exact: true }).click();
    await trash.page.getByRole('button', { name: 'Restore Scan 41 1.0' }).click();
    await trash.page.getByText('The trash is empty.').waitFor();
    await trash.context.close();
  });

  test('a late answer never overwrites a newer one', LONG, async () => {
    const { page, context } = await open();
    await shown(page);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let late: Promise<void> | undefined;
    await page.route(CALL, (route) => {
      if (!route.request().url().includes('status=published')) return route.continue();
      // The answer for "Published" comes after the one for "Draft", which was asked for later.
      late = held.then(async () => {
        const data = { list: [], count: 0, pageIndex: 1, pageSize: 20 };
        await route.fulfill({ json: { code: 200, msg: '', data } }).catch(() => undefined);
      });
      return late;
    });
    await page.getByLabel('Status').selectOption('published');
    await soon(() => late !== undefined).toBe(true);
    await page.getByLabel('Status').selectOption('draft');
    await soon(() => page.locator('table[aria-busy="false"]').count()).toBe(1);
    release();
    await late;
    await shown(page);
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(20);
    expect(await page.getByText('Nothing matches these filters.').count()).toBe(0);
    await context.close();
  });

  test('double clicks act once', async () => {
    const id = await draft('Doubly clicked');
    const { page, context } = await open(`${LIST}?keyword=doubly`);
    let calls = 0;
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/api/v1/admin/updateDataset/**', async (route) => {
      calls++;
      await held;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Publish Doubly clicked 1.0' }).dblclick();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).dblclick();
    release();
    await page.getByRole('row').getByText('Published', { exact: true }).waitFor();
    expect(calls).toBe(1);
    await context.close();
    await callServer(server.url, 'DELETE', `/api/v1/admin/dataset/${id}`, { token });
    await callServer(server.url, 'DELETE', `/api/v1/admin/trash/${id}`, { token });
  });

  test('empty: "no match" differs from "none yet", and each has its way on', async () => {
    const { page, context } = await open(`${LIST}?keyword=nowhere`);
    await page.getByText('Nothing matches these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await shown(page);
    // What is longer than the call takes cannot be typed.
    const keyword = page.getByRole('searchbox', { name: 'Keyword' });
    await keyword.pressSequentially('w'.repeat(205), { delay: 0 });
    await page.getByText('Nothing matches these filters.').waitFor();
    expect(await keyword.inputValue()).toHaveLength(200);
    await page.goto(`${server.url}/admin/dataset/download`);
    await page.getByText('Nothing has been downloaded yet.').waitFor();
    expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
    await context.close();
  });

  test('error: told in its place with Retry; of a list that is there, it stays', LONG, async () => {
    const { page, context } = await open('/admin/index');
    let broken = true;
    await page.route(CALL, (route) =>
      broken ? route.fulfill({ status: 500, json: { code: 500, msg: 'Try later.' } }) : route.continue(),
    );
    await page.goto(server.url + LIST);
    const alert = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await alert.waitFor();
    broken = false;
    await alert.getByRole('button', { name: 'Retry' }).click();
    await shown(page);

    broken = true;
    await page.getByRole('button', { name: 'Publish Scan 41 1.0' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('This list could not be brought up to date.').waitFor();
    await expect.poll(() => rows(page).count(), { timeout: 15_000 }).toBe(20);
    broken = false;
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByText('This list could not be brought up to date.').waitFor({ state: 'detached' });
    await context.close();
  });

  test(
    'look.md, loading: nothing under 200 ms, then a skeleton of the final height, aria-busy',
    LONG,
    async () => {
      const { page, context } = await administrator(desk, server.url, token);
      await page.clock.install();
      await page.goto(`${server.url}/admin/dataset/trash`);
      await page.getByText('The trash is empty.').waitFor();
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(CALL, async (route) => {
        await held;
        await route.continue();
      });
      const table = page.locator('table').filter({ has: page.locator('caption', { hasText: 'Datasets' }) });
      // From here on time passes only as the test says.
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.getByRole('link', { name: 'Dataset list', exact: true }).click();
      for (let tries = 0; tries < 500 && (await table.count()) === 0; tries++) await page.clock.runFor(1);
      await page.clock.runFor(180);
      expect(await table.isVisible()).toBe(false);
      await page.clock.runFor(40);
      await expect.poll(() => table.isVisible(), { timeout: 15_000 }).toBe(true);
      expect(await table.getAttribute('aria-busy')).toBe('true');
      const waiting = (await table.boundingBox())?.height ?? 0;
      release();
      await page.clock.resume();
      await shown(page);
      await soon(() => table.getAttribute('aria-busy')).toBe('false');
      expect((await table.boundingBox())?.height).toBeCloseTo(waiting, 0);
      await context.close();
    },
  );

  test(
    'look.md "Offline": what changes something is switched off, with the reason; reading goes on',
    LONG,
    async () => {
      const { page, context, complaints } = await open(`${LIST}?keyword=Scan+01`);
      await shown(page, '1 entry');
      const add = page.getByRole('button', { name: 'Add dataset' });
      const publish = page.getByRole('button', { name: 'Publish Scan 01 1.0' });
      const why = page.getByRole('group', { name: 'Switched off while you are offline' });
      expect([await add.isEnabled(), await publish.isEnabled(), await why.count()]).toEqual([true, true, 0]);
      await context.setOffline(true);
      await page.getByRole('status').getByText('You are offline.').waitFor();
      expect([await add.isEnabled(), await publish.isEnabled()]).toEqual([false, false]);
      await why.filter({ has: add }).waitFor();
      await page.getByRole('button', { name: 'More actions for Scan 01 1.0' }).click();
      expect(await page.getByRole('menuitem', { name: 'Edit' }).isEnabled()).toBe(false);
      expect(await page.getByRole('menuitem', { name: 'Versions' }).isEnabled()).toBe(true);
      await page.keyboard.press('Escape');
      await context.setOffline(false);
      await soon(() => publish.isEnabled()).toBe(true);
      expect([await add.isEnabled(), await why.count()]).toEqual([true, 0]);
      expect(complaints.list).toEqual([]);
      await context.close();
    },
  );

  test('column choice: kept for its screen, the name and the buttons always stay', LONG, async () => {
    const { page, context, complaints } = await open();
    await shown(page);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    const choice = page.getByRole('dialog', { name: 'Choose columns' });
    await expect.poll(() => choice.getByRole('checkbox').count(), { timeout: 15_000 }).toBe(6);
    await choice.getByLabel('Size').uncheck();
    await page.keyboard.press('Escape');
    const heads = () => page.locator('thead th').allTextContents();
    expect((await heads()).join()).not.toContain('Size');
    await page.reload();
    await shown(page);
    expect((await heads()).join()).not.toContain('Size');
    const cookies = (await context.cookies()).filter(({ name }) => name.startsWith('Portal-Columns'));
    expect(cookies.map(({ name, path }) => [name, path])).toEqual([
      ['Portal-Columns-dataset_list', '/admin'],
    ]);
    await page.getByRole('button', { name: 'Choose columns' }).click();
    await choice.getByRole('button', { name: 'Show all' }).click();
    await soon(async () => (await heads()).join()).toContain('Size');
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('density by the size selector: default, medium, small, mini', LONG, async () => {
    const heights: number[] = [];
    for (const size of ['default', 'medium', 'small', 'mini']) {
      const { page, context } = await administrator(desk, server.url, token);
      await context.addCookies([{ name: 'Portal-Size', value: size, url: server.url }]);
      await page.goto(server.url + LIST);
      await shown(page);
      heights.push((await rows(page).first().boundingBox())?.height ?? 0);
      await context.close();
    }
    expect(heights).toEqual([...heights].sort((a, b) => b - a));
    expect(new Set(heights).size).toBe(4);
  });

  test('§9 scroll-to-top animation 800 ms on paging; at once under reduced motion', LONG, async () => {
    expect(limits.scrollDuration).toBe(800);
    const { page, context } = await administrator(desk, server.url, token, {
      reducedMotion: 'no-preference',
    });
    await page.clock.install();
    await page.goto(server.url + LIST);
    await shown(page);
    const top = () => page.evaluate<number>('scrollY');
    const turn = async () => {
      await page.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })');
      expect(await top()).toBeGreaterThan(100);
      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 10_000);
      await pages(page).locator('button:not([aria-current]):not([disabled])').first().click();
    };
    await turn();
    const from = await top();
    await page.clock.runFor(700);
    const onItsWay = await top();
    expect(onItsWay).toBeGreaterThan(0);
    expect(onItsWay).toBeLessThan(from);
    await page.clock.runFor(150);
    expect(await top()).toBe(0);

    // A press on what is still moving holds it, or it would be let go beside it and be lost.
    await page.clock.resume();
    await turn();
    await page.clock.runFor(100);
    const box = await pages(page).getByLabel('Page 3').boundingBox();
    await page.mouse.move((box?.x ?? 0) + 5, (box?.y ?? 0) + 5);
    await page.mouse.down();
    const held = await top();
    await page.clock.runFor(300);
    expect(await top()).toBe(held);
    await page.mouse.up();
    await page.clock.resume();
    await soon(() => currentPage(page).textContent()).toBe('3');
    await context.close();

    const still = await open(LIST, { reducedMotion: 'reduce' });
    await shown(still.page);
    await still.page.evaluate('scrollTo({ top: document.body.scrollHeight, behavior: "instant" })');
    // The event of a way comes with the next frame: what listens begins after the way down, and is asked after the one up.
    const drawn = () =>
      still.page.evaluate(
        'new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))',
      );
    await drawn();
    await still.page.evaluate(
      'window.tops = []; addEventListener("scroll", () => window.tops.push(scrollY))',
    );
    await pages(still.page).getByLabel('Next page').click();
    await soon(() => still.page.evaluate<number>('scrollY')).toBe(0);
    await drawn();
    // One step, and no place in between.
    expect(await still.page.evaluate<number[]>('[...new Set(window.tops)]')).toEqual([0]);
    await still.context.close();
  });

  test('look.md, 320 px: no sideways scrolling, table rows become cards', async () => {
    const { page, context } = await open(LIST, { viewport: { width: 320, height: 800 } });
    await shown(page);
    expect(await page.evaluate('getComputedStyle(document.querySelector("tbody tr")).display')).toBe('grid');
    expect(await page.locator('thead').isVisible()).toBe(false);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    // Each value says what it is, and the table is still one for who cannot see it.
    await rows(page).first().getByText('Modality', { exact: true }).waitFor();
    await expect
      .poll(() => page.getByRole('table', { name: 'Datasets' }).getByRole('row').count(), { timeout: 15_000 })
      .toBe(20);
    await context.close();
  });
});
