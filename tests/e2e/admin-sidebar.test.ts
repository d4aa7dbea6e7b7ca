// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addFrameCookie, administrator, frameCookie } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-sidebar-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** A bound on hangs; nothing is judged by time. */
const soon = { timeout: 10_000 };
const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Back office menu' });
const group = (page: Page, name: string) => menuOf(page).getByRole('button', { name });
const openGroups = async (page: Page) => {
  const open = menuOf(page).locator('button[aria-expanded="true"]');
  return (await open.allTextContents()).map((words) => words.trim());
};
const widthOf = async (page: Page) => (await menuOf(page).locator('..').boundingBox())?.width;

inBrowser('§2 "Collapsible sidebar built from the routes the admin may see"', (desk) => {
  test('"accordion behaviour, one submenu open at a time": the one of the route first', async () => {
    const { page, complaints } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/user/approved_user_list`);
    await group(page, 'User management').waitFor();
    expect(await openGroups(page)).toEqual(['User management']);
    const current = menuOf(page).locator('[aria-current="page"]');
    await expect.poll(() => current.allTextContents(), { timeout: 15_000 }).toEqual(['approved user list']);
    await expect
      .poll(() => menuOf(page).getByRole('link').allTextContents(), { timeout: 15_000 })
      .toEqual(['home', 'user list', 'approved user list', 'applicant list']);

    await group(page, 'Dataset management').click();
    expect(await openGroups(page)).toEqual(['Dataset management']);
    await expect
      .poll(() => menuOf(page).getByRole('link').allTextContents(), { timeout: 15_000 })
      .toEqual(['home', 'download records', 'dataset list', 'reported problems']);
    await group(page, 'Dataset management').click();
    expect(await openGroups(page)).toEqual([]);

    // Going somewhere opens its group; the dashboard has none and leaves things as they are.
    await group(page, 'System').press('Enter');
    await menuOf(page).getByRole('link', { name: 'audit log' }).click();
    await page.waitForURL(/\/admin\/system\/audit/);
    await page.goBack();
    await page.waitForURL(/approved_user_list/);
    await expect.poll(() => openGroups(page), soon).toEqual(['User management']);
    await menuOf(page).getByRole('link', { name: 'home' }).click();
    await page.waitForURL(/\/admin\/index/);
    expect(await openGroups(page)).toEqual(['User management']);
    expect(complaints.list).toEqual([]);
  });

  test('§9 "Sidebar width 256 px"; §4 "stored in a cookie (1 open, 0 closed; default open)"', async () => {
    const { context, page } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/index`);
    await group(page, 'System').waitFor();
    expect(await widthOf(page)).toBe(256);
    expect(await frameCookie(context, 'Portal-Sidebar')).toBeUndefined();

    const hamburger = page.getByRole('button', { name: /the sidebar$/ });
    expect(await hamburger.getAttribute('aria-expanded')).toBe('true');
    await hamburger.click();
    await expect.poll(() => widthOf(page), soon).toBe(64);
    expect(await frameCookie(context, 'Portal-Sidebar')).toBe('0');
    expect(await hamburger.getAttribute('aria-expanded')).toBe('false');

    await page.reload();
    await menuOf(page).waitFor();
    expect(await widthOf(page)).toBe(64);

    // Collapsed, a group's screens fly out, by keyboard too.
    await group(page, 'Dataset management').press('Enter');
    const flown = page.getByRole('menu', { name: 'Dataset management' });
    await flown.getByRole('menuitem').first().waitFor();
    await expect
      .poll(() => flown.getByRole('menuitem').allTextContents(), { timeout: 15_000 })
      .toEqual(['download records', 'dataset list', 'reported problems']);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/admin\/dataset\/(download|dataset_list)/);

    await hamburger.click();
    await expect.poll(() => widthOf(page), soon).toBe(256);
    expect(await frameCookie(context, 'Portal-Sidebar')).toBe('1');
  });

  test.each(['1', '', 'yes'])('§4 a cookie of "%s" is open', async (value) => {
    const { context, page } = await administrator(desk, server.url, token);
    await addFrameCookie(context, server.url, 'Portal-Sidebar', value);
    await page.goto(`${server.url}/admin/index`);
    await menuOf(page).waitFor();
    expect(await widthOf(page)).toBe(256);
  });
});
