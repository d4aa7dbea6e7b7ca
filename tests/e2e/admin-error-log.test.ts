// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-error-log-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** A bound on hangs; nothing is judged by time. */
const soon = { timeout: 10_000 };
const button = (page: Page) => page.getByRole('button', { name: /^Error log/ });
const count = async (page: Page) => (await button(page).getAttribute('aria-label')) ?? '';
const throwIn = (page: Page, message: string) =>
  page.evaluate(
    `void setTimeout(function inTheTest() { throw new RangeError(${JSON.stringify(message)}); })`,
  );

async function opened(page: Page) {
  await page.goto(`${server.url}/admin/index`);
  await page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
}

inBrowser(
  '§2 "Error-log dialog with a clear-all action"; §8 "A global handler records errors into an error log"',
  (desk) => {
    test('what is thrown, rejected or told in a toast is listed by Message and Stack, until all is cleared', async () => {
      const { page } = await administrator(desk, server.url, token);
      await opened(page);
      expect(await button(page).count()).toBe(0);

      await throwIn(page, 'a loom is missing');
      await expect.poll(() => count(page), soon).toBe('Error log: 1 error');
      await throwIn(page, 'a loom is missing');
      await page.evaluate('void Promise.reject(new Error("nobody caught this"))');
      await expect.poll(() => count(page), soon).toBe('Error log: 2 errors');

      // A refused call: its toast is gone after 5 s, its words stay here.
      await page.route('**/api/v1/admin/records/export*', (route) =>
        route.fulfill({ status: 500, json: { code: 500, msg: 'The looms stand still.', data: null } }),
      );
      await page.goto(`${server.url}/admin/dataset/download`);
      await page.getByRole('button', { name: /CSV/ }).click();
      await expect.poll(() => count(page), soon).toBe('Error log: 3 errors');

      // After a reload too, which is what one tries first.
      await page.reload();
      await button(page).click();
      const dialog = page.getByRole('dialog', { name: 'Error log' });
      await dialog.getByRole('columnheader').first().waitFor();
      await expect
        .poll(() => dialog.getByRole('columnheader').allTextContents(), { timeout: 15_000 })
        .toEqual(['Message', 'Stack']);
      const rows = dialog.locator('tbody').getByRole('row');
      const messages = await rows.locator('td:first-child').allTextContents();
      expect(messages[0]).toMatch(/^The looms stand still\..*\/admin\/dataset\/download/);
      expect(messages[1]).toMatch(/^Error: nobody caught this/);
      expect(messages[2]).toMatch(/^RangeError: a loom is missing.*\/admin\/index.*2 times/);
      expect(await rows.nth(0).locator('td').last().textContent()).toBe('None');
      expect(await rows.nth(2).locator('td').last().textContent()).toContain('at inTheTest');

      await dialog.getByRole('button', { name: 'Clear all' }).click();
      await dialog.getByText('The error log is empty.').waitFor();
      expect(await rows.count()).toBe(0);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      expect(await button(page).count()).toBe(0);
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await button(page).count()).toBe(0);
    });

    test('a screen that breaks is in the log when one comes back', async () => {
      const { page } = await administrator(desk, server.url, token);
      await page.route(/audit\.page.*\.js/, (route) => route.abort());
      await opened(page);
      await page.getByRole('button', { name: 'System', exact: true }).click();
      await page.getByRole('link', { name: 'audit log' }).click();
      await page.getByText('This page did not load').waitFor();
      await page.unroute(/audit\.page.*\.js/);
      await opened(page);
      await button(page).click();
      await page
        .getByRole('dialog')
        .getByRole('cell', { name: /audit\.page/ })
        .first()
        .waitFor();
    });

    test('decisions §7 errorLog.enabled: switched off, nothing is recorded', async () => {
      const found = '/api/v1/configKey/errorLog.enabled';
      const { configId } = await callServer<{ configId: string }>(server.url, 'GET', found);
      const turn = (configValue: 'true' | 'false') =>
        callServer(server.url, 'PUT', '/api/v1/config', { token, body: { configId, configValue } });
      const { page } = await administrator(desk, server.url, token);
      await turn('false');
      const asked = page.waitForResponse(`**${found}`);
      await opened(page);
      await asked;
      // The answer has been acted upon.
      await expect.poll(() => page.evaluate("sessionStorage.getItem('vitrine-error-log')"), soon).toBe('[]');
      await expect
        .poll(async () => {
          await throwIn(page, 'unseen');
          return button(page).count();
        }, soon)
        .toBe(0);
      await turn('true');
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
      await throwIn(page, 'seen');
      await expect.poll(() => count(page), soon).toBe('Error log: 1 error');
    });
  },
);
