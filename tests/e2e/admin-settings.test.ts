// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  addFrameCookie,
  administrator,
  frameCookie,
  logOutOfBackOffice,
  signInToBackOffice,
} from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { ADMIN, adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-settings-'));
  server = await startServer(dataDir);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

async function openDrawer(page: Page) {
  await page.getByRole('button', { name: 'Interface settings' }).click();
  const drawer = page.getByRole('dialog', { name: 'Interface settings' });
  await drawer.waitFor();
  return drawer;
}

/** What the frame looks like, measured. */
const look = (page: Page) =>
  page.evaluate<Record<string, unknown>>(`(() => {
    const style = (element) => element && getComputedStyle(element);
    const side = document.querySelector('nav[aria-label="Back office menu"]').parentElement;
    const header = document.querySelector('header').parentElement;
    return {
      themeColor: document.documentElement.dataset.themeColor,
      primary: style(document.documentElement).getPropertyValue('--primary').trim(),
      sidebar: style(side).backgroundColor,
      fixed: style(header).position === 'sticky',
      logo: side.querySelector(':scope > a') !== null,
      tabs: document.querySelector('[aria-label="Open tabs"]') !== null,
    };
  })()`);

const byDefault = {
  themeColor: '#1890ff',
  primary: '#006ed4',
  sidebar: 'rgb(15, 27, 45)',
  fixed: true,
  logo: true,
  tabs: true,
};
const changed = {
  themeColor: '#722ed1',
  primary: '#722ed1',
  sidebar: 'rgb(255, 255, 255)',
  fixed: false,
  logo: false,
  tabs: false,
};

inBrowser(
  '§2 "Settings drawer: light or dark style, theme colour …, tab bar on/off, fixed header, sidebar logo"',
  (desk) => {
    test('defaults of §9; each takes effect at once, outlives reload and logout; one button resets', async () => {
      const { context, page, complaints } = await administrator(
        desk,
        server.url,
        await adminTokenOf(server.url),
        { colorScheme: 'light', reducedMotion: 'reduce' },
      );
      await page.goto(`${server.url}/admin/index`);
      await page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
      expect(await look(page)).toEqual(byDefault);

      const drawer = await openDrawer(page);
      expect(await drawer.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true);
      for (const name of ['Tab bar', 'Fixed header', 'Sidebar logo'])
        expect(await drawer.getByRole('switch', { name }).isChecked(), name).toBe(true);

      await drawer.getByRole('radio', { name: 'Light' }).check({ force: true });
      expect(await look(page)).toEqual({ ...byDefault, sidebar: changed.sidebar });
      await drawer.getByRole('radio', { name: /#722ed1$/ }).check({ force: true });
      expect(await look(page)).toMatchObject({ themeColor: '#722ed1', primary: '#722ed1' });
      await expect.poll(() => drawer.getByText('#722ed1').count(), { timeout: 15_000 }).toBe(1);
      for (const name of ['Tab bar', 'Fixed header', 'Sidebar logo'])
        await drawer.getByRole('switch', { name }).setChecked(false, { force: true });
      expect(await look(page)).toEqual(changed);

      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
      expect(await look(page)).toEqual(changed);

      // Decisions §2: logout clears local storage; what should outlive it lies in a cookie.
      await logOutOfBackOffice(page);
      await page.getByLabel('E-mail').waitFor();
      expect(await page.evaluate('document.documentElement.dataset.themeColor')).toBe('#722ed1');
      await signInToBackOffice(page, ADMIN.username, ADMIN.password);
      await page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
      expect(await look(page)).toEqual(changed);

      const again = await openDrawer(page);
      await again.getByRole('button', { name: 'Reset to defaults' }).click();
      await again.getByText('The settings are the defaults again.').waitFor();
      expect(await look(page)).toEqual(byDefault);
      expect(
        new URLSearchParams(decodeURIComponent((await frameCookie(context, 'Portal-Layout')) ?? '')).get(
          'themeColor',
        ),
      ).toBe('#1890ff');
      await page.keyboard.press('Escape');
      await again.waitFor({ state: 'detached' });
      expect(complaints.list).toEqual([]);
    });

    test('no flash: the first thing drawn is drawn as chosen', async () => {
      const { context, page } = await administrator(desk, server.url, await adminTokenOf(server.url));
      const kept = 'themeColor=%23f5222d&themeStyle=light&fixedHeader=1&tagsView=0&sidebarLogo=0';
      await addFrameCookie(context, server.url, 'Portal-Layout', encodeURIComponent(kept));
      await addFrameCookie(context, server.url, 'Portal-Size', 'mini');
      await addFrameCookie(context, server.url, 'Portal-Sidebar', '0');
      // Notes how the frame looks at the moment when it enters the document.
      await page.addInitScript(`
      new MutationObserver((_, observer) => {
        const menu = document.querySelector('nav[aria-label="Back office menu"]');
        if (!menu) return;
        observer.disconnect();
        const { themeColor, size } = document.documentElement.dataset;
        const { style, rail } = menu.parentElement.dataset;
        const logo = menu.parentElement.querySelector(':scope > a') !== null;
        globalThis.firstDrawn = { themeColor, size, style, rail, logo };
      }).observe(document, { childList: true, subtree: true });
    `);
      await page.goto(`${server.url}/admin/index`);
      await page.getByRole('navigation', { name: 'Back office menu' }).waitFor();
      expect(await page.evaluate('globalThis.firstDrawn')).toEqual({
        themeColor: '#f5222d',
        size: 'mini',
        style: 'light',
        rail: 'true',
        logo: false,
      });
    });
  },
);
