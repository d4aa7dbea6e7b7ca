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
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-size-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** Decisions §8: control heights in px. */
const heights = { default: 40, medium: 36, small: 32, mini: 28 };

/** Heights in px of what stands on a screen of forms. */
const measured = (page: Page) =>
  page.evaluate<{ input: number; button: number; item: number }>(`(() => {
    const height = (selector) => document.querySelector(selector).getBoundingClientRect().height;
    return {
      input: height('main input:not([type="radio"], [type="checkbox"])'),
      button: height('main .mantine-Button-root:not([data-size])'),
      item: height('nav[aria-label="Back office menu"] a'),
    };
  })()`);

async function open(page: Page) {
  await page.goto(`${server.url}/admin/system/approval`);
  await page.getByRole('button', { name: 'Save' }).waitFor();
  await page.getByLabel('Days that an approval lasts').waitFor();
}

inBrowser('§2 "Size selector: default, medium, small, mini"', (desk) => {
  test('§9 "Default size medium"; each size at once, in a cookie, over a reload', async () => {
    const { context, page, complaints } = await administrator(desk, server.url, token);
    await open(page);
    const selector = page.getByRole('button', { name: /^Size: / });
    expect(await selector.getAttribute('aria-label')).toBe('Size: medium');
    expect(await frameCookie(context, 'Portal-Size')).toBeUndefined();

    for (const [size, height] of Object.entries(heights)) {
      await selector.click();
      const choices = page.getByRole('menuitemradio');
      await choices.first().waitFor();
      await expect.poll(() => choices.allTextContents(), { timeout: 15_000 }).toEqual(Object.keys(heights));
      await choices.getByText(size, { exact: true }).click();
      expect(await frameCookie(context, 'Portal-Size')).toBe(size);
      expect(await selector.getAttribute('aria-label')).toBe(`Size: ${size}`);
      const now = await measured(page);
      expect(now, size).toEqual({ input: height, button: height, item: height });
    }
    await page.reload();
    await selector.waitFor();
    expect(await selector.getAttribute('aria-label')).toBe('Size: mini');
    expect(complaints.list).toEqual([]);
  });

  test('tables follow: each size is denser than the one before', async () => {
    const { context, page } = await administrator(desk, server.url, token);
    const rows: number[] = [];
    for (const size of Object.keys(heights)) {
      await addFrameCookie(context, server.url, 'Portal-Size', size);
      await page.goto(`${server.url}/admin/system/administrators`);
      const row = page.getByRole('row').filter({ hasText: 'admin@example.org' });
      rows.push((await row.boundingBox())?.height ?? 0);
    }
    expect(rows.toSorted((a, b) => b - a)).toEqual(rows);
    expect(new Set(rows).size, rows.join()).toBe(rows.length);
  });

  test('look.md: buttons in rows are 28 px at every size, and nothing is less', async () => {
    const { context, page } = await administrator(desk, server.url, token);
    for (const size of Object.keys(heights)) {
      await addFrameCookie(context, server.url, 'Portal-Size', size);
      await page.goto(`${server.url}/admin/system/dict`);
      await page.locator('td .mantine-ActionIcon-root').first().waitFor();
      const found = await page.evaluate<{ inRows: number[]; all: number[] }>(`(() => {
        const height = (each) => Math.round(each.getBoundingClientRect().height);
        const of = (selector) => [...new Set([...document.querySelectorAll(selector)].map(height))];
        return {
          inRows: of('td :is(.mantine-ActionIcon-root, .mantine-Button-root)'),
          all: of('main :is(.mantine-ActionIcon-root, .mantine-Button-root, .mantine-Input-input)'),
        };
      })()`);
      expect(found.inRows, size).toEqual([28]);
      expect(Math.min(...found.all), size).toBeGreaterThanOrEqual(28);
    }
    await context.close();
  });

  test('a strange cookie is medium', async () => {
    const { context, page } = await administrator(desk, server.url, token);
    await addFrameCookie(context, server.url, 'Portal-Size', 'huge');
    await open(page);
    expect((await measured(page)).input).toBe(heights.medium);
  });

  test('the portal and its account pages keep their own size', async () => {
    const { context, page } = await desk.person();
    await context.addCookies([{ name: 'Portal-Size', value: 'mini', url: server.url }]);
    await page.goto(`${server.url}/login`);
    const field = page.getByLabel('E-mail');
    await field.waitFor();
    expect((await field.boundingBox())?.height).toBeGreaterThanOrEqual(36);
    expect(await page.evaluate('document.documentElement.dataset.size')).toBeUndefined();
  });
});
