// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import {
  administrator,
  invitationTo,
  logOutOfBackOffice,
  signInToBackOffice,
} from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import {
  ADMIN,
  adminTokenOf,
  callServer,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts';

// A bound on hangs only.
vi.setConfig({ testTimeout: 90_000 });

const CURATOR = 'cora@lab.example';
const PASSWORD = 'a ladder for the highest shelf';
/** More than one page holds, so that the list is scrolled. */
const DATASETS = 30;
const lists = ['user list', 'approved user list', 'applicant list', 'dataset list', 'download records'];

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-tabs-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
  for (let n = 1; n <= DATASETS; n++) {
    const body = new FormData();
    const fields = { name: `Set ${n}`, version: '1', modalityName: n % 2 ? 'MRI' : 'CT' };
    for (const [key, value] of Object.entries(fields)) body.append(key, value);
    const headers = { authorization: `Bearer ${token}` };
    const made = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
    if (!made.ok) throw new Error(await made.text());
  }
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** A bound on hangs: a busy machine is no failure. */
const soon = <Value>(get: () => Value | Promise<Value>) => expect.poll(get, { timeout: 15_000 });

const bar = (page: Page) => page.getByRole('navigation', { name: 'Open tabs' });
const tabs = (page: Page) => bar(page).getByRole('link');
const tabOf = (page: Page, title: string) => bar(page).getByRole('link', { name: title, exact: true });
const titles = (page: Page) => tabs(page).allTextContents();
const heading = (page: Page, title: string) =>
  page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
const current = (page: Page) => bar(page).locator('[aria-current="page"]').textContent();
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
/** For scripts in the page. */
const strip = `document.querySelector('nav[aria-label="Open tabs"] ul')`;
/** A list's total, of the screen that is shown: those of hidden tabs are in the document, too. */
const total = (page: Page, count: number) =>
  page.getByText(`${count} entries`).filter({ visible: true }).waitFor();
const scrolled = (page: Page) => page.evaluate<number>('Math.round(scrollY)');

/** A link of the sidebar, whichever group is open. */
const inMenu = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Back office menu' })
    .getByRole('link', { name: new RegExp(`^${name}( \\d+ waiting)?$`), includeHidden: true });

/** Goes to screens by the sidebar's links: the page is not loaded anew. */
async function visit(page: Page, ...names: string[]): Promise<void> {
  for (const name of names) {
    await inMenu(page, name).dispatchEvent('click');
    await heading(page, name);
  }
}

/** How often a call was made since this was asked for. */
function callsOf(page: Page, path: string): { count: number } {
  const calls = { count: 0 };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === path) calls.count++;
  });
  return calls;
}

inBrowser('§2 "Tab bar of visited pages"', (desk) => {
  const open = async (path: string, options: Parameters<typeof administrator>[3] = {}) => {
    const person = await administrator(desk, server.url, token, options);
    await person.page.goto(server.url + path);
    return person;
  };

  test('visited pages as tabs, keyed by path: a changed query is the same tab, which remembers it', async () => {
    const { page, complaints } = await open('/admin/dataset/dataset_list');
    await heading(page, 'dataset list');
    await soon(() => titles(page)).toEqual(['home', 'dataset list']);
    expect(await current(page)).toBe('dataset list');
    await page.getByLabel('Modality').selectOption('MRI');
    await total(page, 15);
    expect(await titles(page)).toEqual(['home', 'dataset list']);
    await visit(page, 'user list');
    expect(await titles(page)).toEqual(['home', 'dataset list', 'user list']);
    await tabOf(page, 'dataset list').click();
    await page.waitForURL(/dataset_list\?modalityName=MRI/);
    expect(await page.getByLabel('Modality').inputValue()).toBe('MRI');
    await total(page, 15);
    // The frozen address of the hidden screen: its own filter, not that of the shown one.
    await tabOf(page, 'user list').click();
    await page.waitForURL(/user_list$/);
    // The sidebar leads to the tab as it was left; once more, to the bare screen.
    await soon(() => inMenu(page, 'dataset list').getAttribute('href')).toMatch(/\?modalityName=MRI$/);
    await inMenu(page, 'dataset list').dispatchEvent('click');
    await page.waitForURL(/dataset_list\?modalityName=MRI/);
    await soon(() => inMenu(page, 'dataset list').getAttribute('href')).toBe('/admin/dataset/dataset_list');
    await inMenu(page, 'dataset list').dispatchEvent('click');
    await page.waitForURL(/dataset_list$/);
    await total(page, DATASETS);
    expect(complaints.list).toEqual([]);
  });

  test('"Pinned (affix) tabs cannot be closed": by no button, no key, no middle click, no entry', async () => {
    const { page } = await open('/admin/index');
    await heading(page, 'home');
    await visit(page, 'user list');
    expect(await bar(page).getByRole('button', { name: 'Close home' }).count()).toBe(0);
    await tabOf(page, 'home').focus();
    await page.keyboard.press('Delete');
    await tabOf(page, 'home').click({ button: 'middle' });
    await tabOf(page, 'home').click({ button: 'right' });
    expect(await entry(page, 'close current tab').isDisabled()).toBe(true);
    await entry(page, 'close all tabs').click();
    await heading(page, 'home');
    await soon(() => titles(page)).toEqual(['home']);
    expect(page.context().pages()).toHaveLength(1);
  });

  test('"Right-click menu (width 105 px): refresh current tab, close current tab, close other tabs, close all tabs"', async () => {
    const { page } = await open('/admin/index');
    await heading(page, 'home');
    await visit(page, 'user list', 'applicant list', 'dataset list');
    await tabOf(page, 'applicant list').click({ button: 'right' });
    const menu = page.getByRole('menu', { name: 'Menu of applicant list' });
    await expect
      .poll(() => menu.getByRole('menuitem').allTextContents(), { timeout: 15_000 })
      .toEqual(['refresh current tab', 'close current tab', 'close other tabs', 'close all tabs']);
    await soon(async () => (await menu.boundingBox())?.width).toBe(105);
    const violations = [...(await violationsOf(page, '[role=menu]')), ...(await violationsOf(page, 'nav'))];
    expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.target}`)).toEqual([]);
    // "Current" is the tab that the menu was opened on.
    await entry(page, 'close current tab').click();
    await soon(() => titles(page)).toEqual(['home', 'user list', 'dataset list']);
    expect(await current(page)).toBe('dataset list');
    await tabOf(page, 'user list').click({ button: 'right' });
    await entry(page, 'close other tabs').click();
    await heading(page, 'user list');
    await soon(() => titles(page)).toEqual(['home', 'user list']);
    // The same by the button at the bar's end, once the menu before has left.
    await soon(() => page.getByRole('menu').count()).toBe(0);
    await bar(page).getByRole('button', { name: 'Menu of user list' }).click();
    await soon(async () => (await page.getByRole('menu').boundingBox())?.width).toBe(105);
    await entry(page, 'close all tabs').click();
    await heading(page, 'home');
    await soon(() => titles(page)).toEqual(['home']);
  });

  test('middle click closes; closing the active tab goes to its neighbour', async () => {
    const { page } = await open('/admin/index');
    await heading(page, 'home');
    await visit(page, 'user list', 'applicant list', 'dataset list');
    await tabOf(page, 'user list').click({ button: 'middle' });
    await soon(() => titles(page)).toEqual(['home', 'applicant list', 'dataset list']);
    expect(await current(page)).toBe('dataset list');
    await tabOf(page, 'applicant list').click();
    await heading(page, 'applicant list');
    await bar(page).getByRole('button', { name: 'Close applicant list' }).click();
    await heading(page, 'dataset list');
    await tabOf(page, 'dataset list').click({ button: 'middle' });
    await heading(page, 'home');
    await soon(() => titles(page)).toEqual(['home']);
    expect(page.context().pages()).toHaveLength(1);
  });

  test('keyboard: arrows, Home and End move, Enter opens, Delete closes, Shift+F10 and the menu key open the menu', async () => {
    const { page } = await open('/admin/index');
    await heading(page, 'home');
    await visit(page, 'user list', 'applicant list', 'dataset list');
    const focused = () => page.evaluate<string>('document.activeElement.textContent');
    await soon(focused).toBe('dataset list');
    await tabOf(page, 'dataset list').focus();
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('applicant list');
    // The browser's own.
    await page.keyboard.press('Control+ArrowLeft');
    expect(await focused()).toBe('applicant list');
    await page.keyboard.press('Home');
    expect(await focused()).toBe('home');
    await page.keyboard.press('ArrowLeft');
    expect(await focused()).toBe('dataset list');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toBe('user list');
    await page.keyboard.press('Delete');
    await soon(() => titles(page)).toEqual(['home', 'applicant list', 'dataset list']);
    await soon(focused).toBe('applicant list');
    await page.keyboard.press('Enter');
    await heading(page, 'applicant list');
    // As with every new screen its heading has the focus.
    await soon(() => page.evaluate<string>('document.activeElement.tagName')).toBe('H1');
    for (const key of ['Shift+F10', 'ContextMenu']) {
      await tabOf(page, 'dataset list').focus();
      await page.keyboard.press(key);
      await page.getByRole('menu', { name: 'Menu of dataset list' }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('menu').waitFor({ state: 'detached' });
      await soon(focused).toBe('dataset list');
    }
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menu', { name: 'Menu of dataset list' }).waitFor();
    await soon(focused).toBe('refresh current tab');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('close current tab');
    await page.keyboard.press('Enter');
    await soon(() => titles(page)).toEqual(['home', 'applicant list']);
    // One stop for Tab, however many tabs there are.
    await tabOf(page, 'applicant list').focus();
    await page.keyboard.press('Tab');
    expect(await page.evaluate<string>('document.activeElement.ariaLabel')).toBe('Menu of applicant list');
  });

  test(
    'the wheel scrolls the strip, the active tab is scrolled into view; 320 px: nothing overflows',
    GUARD,
    async () => {
      const { page } = await open('/admin/index');
      await heading(page, 'home');
      await visit(page, ...lists);
      await page.setViewportSize({ width: 320, height: 640 });
      await page.reload();
      await heading(page, 'download records');
      const left = () => page.evaluate<number>(`${strip}.scrollLeft`);
      const inView = (title: string) =>
        page.evaluate<boolean>(`(() => {
        const { left, right } = ${strip}.getBoundingClientRect();
        const link = [...${strip}.querySelectorAll('a')].find((a) => a.textContent === '${title}');
        const box = link.getBoundingClientRect();
        return box.left >= left && box.right <= right;
      })()`);
      await soon(() => inView('download records')).toBe(true);
      // look.md: the pinned tab stays in sight, the one beside it was scrolled out.
      expect(await inView('home')).toBe(true);
      const [home, second] = await Promise.all(
        ['home', 'user list'].map((title) =>
          bar(page).getByRole('link', { name: title }).first().boundingBox(),
        ),
      );
      expect(second?.x).toBeLessThan(home?.x ?? 0);
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
      const before = await left();
      const box = await bar(page).getByRole('list').boundingBox();
      await page.mouse.move((box?.x ?? 0) + 60, (box?.y ?? 0) + 20);
      await page.mouse.wheel(0, -200);
      await soon(left).toBe(before - 200);
      expect(await scrolled(page)).toBe(0);
      await tabOf(page, 'user list').click();
      await heading(page, 'user list');
      await soon(() => inView('user list')).toBe(true);
    },
  );
});

inBrowser('a tab remembers its URL, scroll and unsaved form, and comes back without a flash', (desk) => {
  const open = async (path: string) => {
    const person = await administrator(desk, server.url, token);
    await person.page.goto(server.url + path);
    return person;
  };

  test('the scroll position', async () => {
    const { page } = await open('/admin/dataset/dataset_list');
    await total(page, DATASETS);
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 300);
    await soon(() => scrolled(page)).toBe(300);
    await tabOf(page, 'home').click();
    await heading(page, 'home');
    expect(await scrolled(page)).toBe(0);
    await tabOf(page, 'dataset list').click();
    await heading(page, 'dataset list');
    await soon(() => scrolled(page)).toBe(300);
  });

  test('from the query cache: not one skeleton is drawn, however late the server answers', async () => {
    const { page } = await open('/admin/dataset/dataset_list?keyword=Set');
    await total(page, DATASETS);
    await visit(page, 'approval rules');
    await page.getByLabel('Domains').waitFor();
    await visit(page, 'audit log');
    await page
      .getByText(/^\d+ entr(y|ies)$/)
      .locator('visible=true')
      .waitFor();
    // From now on no answer comes: what is seen is what is known.
    await page.route('**/api/v1/admin/**', () => undefined);
    await page.evaluate(`
      window.flashes = [];
      new MutationObserver(() => {
        for (const e of document.querySelectorAll('.mantine-Skeleton-root'))
          if (e.checkVisibility()) window.flashes.push(location.pathname);
      }).observe(document.querySelector('main'), { childList: true, subtree: true, attributes: true });
    `);
    await tabOf(page, 'dataset list').click();
    await total(page, DATASETS);
    await tabOf(page, 'approval rules').click();
    await page.getByLabel('Domains').waitFor();
    expect(await page.evaluate('window.flashes')).toEqual([]);
  });

  test('an unsaved form: it is kept, marked, and asked about before its tab is closed or refreshed', async () => {
    const { page, complaints } = await open('/admin/system/approval');
    await page.getByLabel('By rules, the rest by hand').check();
    await page.getByLabel('Domains').fill('kept.example');
    await tabOf(page, 'home').click();
    await heading(page, 'home');
    const rules = bar(page).getByRole('link', { name: 'approval rules not saved' });
    await rules.click();
    expect(await page.getByLabel('Domains').inputValue()).toBe('kept.example');
    expect(await page.getByLabel('By rules, the rest by hand').isChecked()).toBe(true);

    // From another tab: asks, and keeps.
    await tabOf(page, 'home').click();
    await heading(page, 'home');
    await rules.click({ button: 'middle' });
    const asked = page.getByRole('dialog', { name: 'Discard what you have typed?' });
    await asked.getByText('Not saved yet: approval rules.').waitFor();
    await asked.getByRole('button', { name: 'Keep the tab' }).click();
    await asked.waitFor({ state: 'detached' });
    await rules.click();
    expect(await page.getByLabel('Domains').inputValue()).toBe('kept.example');

    // Refreshing asks as well, then forgets.
    await rules.click({ button: 'right' });
    await entry(page, 'refresh current tab').click();
    await asked.getByRole('button', { name: 'Discard' }).click();
    await soon(() => page.getByLabel('Domains').inputValue()).toBe('');
    await tabOf(page, 'approval rules').waitFor();

    // Closing discards when told so, and nothing comes back.
    await page.getByLabel('Domains').fill('again.example');
    await bar(page).getByRole('button', { name: 'Close approval rules' }).click();
    await asked.getByRole('button', { name: 'Discard' }).click();
    await heading(page, 'home');
    await soon(() => titles(page)).toEqual(['home']);
    await visit(page, 'approval rules');
    expect(await page.getByLabel('Domains').inputValue()).toBe('');
    expect(complaints.list).toEqual([]);
  });

  test('a form in a panel, too: going back in the history does not lose it', GUARD, async () => {
    const { page } = await open('/admin/index');
    await heading(page, 'home');
    await visit(page, 'dataset list');
    await page.getByRole('button', { name: 'Add dataset' }).first().click();
    const panel = page.getByRole('dialog', { name: 'Add dataset' });
    await panel.getByLabel('Name').fill('Half typed');
    await page.goBack();
    await heading(page, 'home');
    expect(await panel.count()).toBe(0);
    await bar(page).getByRole('link', { name: 'dataset list not saved' }).click();
    await panel.waitFor();
    expect(await panel.getByLabel('Name').inputValue()).toBe('Half typed');
  });

  test('refreshing forgets scroll and data, and asks for all of it again', GUARD, async () => {
    const { page } = await open('/admin/dataset/dataset_list?modalityName=MRI&size=50');
    await total(page, 15);
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 100);
    await soon(() => scrolled(page)).toBe(100);
    const calls = callsOf(page, '/api/v1/admin/datasetList');
    await bar(page).getByRole('button', { name: 'Menu of dataset list' }).click();
    await entry(page, 'refresh current tab').click();
    await soon(() => calls.count).toBe(1);
    await total(page, 15);
    await soon(() => scrolled(page)).toBe(0);
    expect(page.url()).toContain('modalityName=MRI');

    // Refreshing another one's tab goes there.
    await visit(page, 'home');
    await tabOf(page, 'dataset list').click({ button: 'right' });
    await entry(page, 'refresh current tab').click();
    await heading(page, 'dataset list');
    await soon(() => calls.count).toBe(2);
  });

  test('closing forgets address, scroll and data', async () => {
    const { page } = await open('/admin/dataset/dataset_list');
    await total(page, DATASETS);
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 200);
    await soon(() => scrolled(page)).toBe(200);
    await bar(page).getByRole('button', { name: 'Close dataset list' }).click();
    await heading(page, 'home');
    const calls = callsOf(page, '/api/v1/admin/datasetList');
    await visit(page, 'dataset list');
    await total(page, DATASETS);
    // What is younger than 10 s would not be asked for again, had it been kept.
    expect(calls.count).toBe(1);
    expect(await scrolled(page)).toBe(0);
  });

  test('tabs survive F5, with address and place', async () => {
    const { page } = await open('/admin/dataset/dataset_list?modalityName=CT');
    await total(page, 15);
    await visit(page, 'user list', 'applicant list');
    await tabOf(page, 'dataset list').click();
    await heading(page, 'dataset list');
    await total(page, 15);
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 150);
    await soon(() => scrolled(page)).toBe(150);
    await page.reload();
    await total(page, 15);
    expect(await titles(page)).toEqual(['home', 'dataset list', 'user list', 'applicant list']);
    await soon(() => scrolled(page)).toBe(150);
    await tabOf(page, 'applicant list').click();
    await heading(page, 'applicant list');
    await page.reload();
    await heading(page, 'applicant list');
    await tabOf(page, 'dataset list').click();
    await page.waitForURL(/modalityName=CT/);
    await soon(() => scrolled(page)).toBe(150);
  });

  test('the settings switch the tab bar off: leaving an unsaved form asks first again', GUARD, async () => {
    const { page } = await open('/admin/system/approval');
    await page.getByLabel('Domains').waitFor();
    const { hostname: domain } = new URL(server.url);
    await page
      .context()
      .addCookies([{ name: 'Portal-Layout', value: 'tagsView%3D0', domain, path: '/admin' }]);
    await page.reload();
    await page.getByLabel('Domains').fill('kept.example');
    expect(await bar(page).count()).toBe(0);
    await inMenu(page, 'audit log').dispatchEvent('click');
    const asked = page.getByRole('dialog', { name: 'There are unsaved changes' });
    await asked.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Domains').inputValue()).toBe('kept.example');
  });
});

inBrowser('§2 "built from the routes the admin may see": tabs of one person only', (desk) => {
  test('signed out, or another administrator: no tabs of the former one', async () => {
    const { page } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/system/audit?pageIndex=1`);
    await visit(page, 'user list', 'dataset list');
    await callServer(server.url, 'POST', '/api/v1/admin/invitations', {
      token,
      body: { email: CURATOR, role: 'curator' },
    });
    const link = await invitationTo(dataDir, CURATOR);
    await callServer(server.url, 'POST', '/api/v1/admin/invitation/accept', {
      body: { token: link.split('token=')[1], name: 'Cora Curator', password: PASSWORD },
    });
    await logOutOfBackOffice(page);
    expect(await page.evaluate("sessionStorage.getItem('vitrine-admin-tabs')")).toBe(null);
    await signInToBackOffice(page, CURATOR, PASSWORD);
    await heading(page, 'home');
    expect(await titles(page)).toEqual(['home']);

    // As if the former one had only closed the lid: the storage is still there, and is not theirs.
    await page.evaluate(
      `sessionStorage.setItem('vitrine-admin-tabs', JSON.stringify({ who: 'somebody else', tabs: [{ path: '/admin/dataset/download', url: '/admin/dataset/download' }], scroll: {} }))`,
    );
    await page.evaluate("addEventListener('pagehide', (e) => e.stopImmediatePropagation(), true)");
    await page.reload();
    await heading(page, 'home');
    expect(await titles(page)).toEqual(['home']);
  });

  test('screens that one may not see (any more) are not restored', GUARD, async () => {
    const { page } = await desk.person();
    await page.goto(`${server.url}/admin/login`);
    await signInToBackOffice(page, CURATOR, PASSWORD);
    await heading(page, 'home');
    await visit(page, 'dataset list');
    const kept = await page.evaluate<string>("sessionStorage.getItem('vitrine-admin-tabs')");
    const { who } = JSON.parse(kept) as { who: string };
    const tab = (path: string) => ({ path, url: path });
    const more = { who, tabs: ['/admin/system/audit', '/admin/dataset/download'].map(tab), scroll: {} };
    const other = await page.context().newPage();
    await other.addInitScript(
      `sessionStorage.setItem('vitrine-admin-tabs', ${JSON.stringify(JSON.stringify(more))})`,
    );
    await other.goto(`${server.url}/admin/index`);
    await heading(other, 'home');
    expect(await titles(other)).toEqual(['home', 'download records']);
    // Nor does its address make a tab of it.
    await other.goto(`${server.url}/admin/system/audit`);
    await other.getByRole('heading', { level: 1 }).waitFor();
    expect(await titles(other)).toEqual(['home', 'download records']);
    expect(ADMIN.username).not.toBe(CURATOR);
  });
});
