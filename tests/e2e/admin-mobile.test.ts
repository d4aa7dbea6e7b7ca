// @module-tag guards

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
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-mobile-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** A bound on hangs; nothing is judged by time. */
const soon = { timeout: 15_000 };
const overlay = (page: Page) => page.getByRole('dialog', { name: 'Back office menu' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Back office menu' });

inBrowser('§2 "Below 992 px width the layout becomes mobile mode and the sidebar closes"', (desk) => {
  test('at 991 px, not at 992 px; the device changes on resize, and the cookie is not written', async () => {
    const { context, page, complaints } = await administrator(desk, server.url, token, {
      viewport: { width: 992, height: 800 },
    });
    await page.goto(`${server.url}/admin/index`);
    await menu(page).waitFor();

    await page.setViewportSize({ width: 991, height: 800 });
    await menu(page).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Open menu' }).click();
    await overlay(page).waitFor();
    // §9: as wide as on a desktop.
    await expect.poll(() => overlay(page).boundingBox(), soon).toMatchObject({ x: 0, width: 256 });

    // "On mobile the sidebar also closes after navigation."
    await overlay(page).getByRole('button', { name: 'Dataset management' }).click();
    await overlay(page).getByRole('link', { name: 'download records' }).click();
    await page.waitForURL(/\/admin\/dataset\/download/);
    await overlay(page).waitFor({ state: 'detached' });
    expect(await menu(page).count()).toBe(0);

    // The overlay is no choice about the desktop's sidebar: neither opening nor closing it is kept.
    expect(await frameCookie(context, 'Portal-Sidebar')).toBeUndefined();
    await page.setViewportSize({ width: 992, height: 800 });
    await menu(page).waitFor();
    expect((await menu(page).locator('..').boundingBox())?.width).toBe(256);
    expect(complaints.list).toEqual([]);
  });

  test('a collapsed desktop sidebar stays so after a time as a mobile', async () => {
    const { context, page } = await administrator(desk, server.url, token);
    await addFrameCookie(context, server.url, 'Portal-Sidebar', '0');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.goto(`${server.url}/admin/index`);
    await page.getByRole('button', { name: 'Open menu' }).click();
    // On a mobile it is whole, whatever it is on a desktop.
    await overlay(page).getByRole('button', { name: 'User management' }).waitFor();
    await page.keyboard.press('Escape');
    await overlay(page).waitFor({ state: 'detached' });
    expect(await frameCookie(context, 'Portal-Sidebar')).toBe('0');
    await page.setViewportSize({ width: 1280, height: 800 });
    await menu(page).waitFor();
    expect((await menu(page).locator('..').boundingBox())?.width).toBe(64);
  });

  test('what its navbar has no room for stands in the settings drawer', async () => {
    const { context, page } = await administrator(desk, server.url, token, {
      viewport: { width: 390, height: 800 },
      colorScheme: 'light',
      reducedMotion: 'reduce',
    });
    await page.goto(`${server.url}/admin/index`);
    await page.getByRole('button', { name: 'Interface settings' }).click();
    const drawer = page.getByRole('dialog', { name: 'Interface settings' });
    await drawer.getByRole('radio', { name: 'small' }).check({ force: true });
    expect(await frameCookie(context, 'Portal-Size')).toBe('small');
    const theme = drawer.getByRole('button', { name: /theme/i });
    await theme.click();
    await theme.click();
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    await drawer.getByRole('button', { name: /中文/ }).waitFor();
  });
});
