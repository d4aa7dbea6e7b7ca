// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { PASSWORD } from '../support/person.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-toast-place-'));
  server = await startServer(dataDir);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const toasts = (page: Page) => page.locator('[data-toasts] > *, .mantine-Notification-root');
const failing = (page: Page, path: string) =>
  page.route(`**${path}`, (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: 'The server failed. Try again.' } }),
  );

const overlap = async (one: Locator, other: Locator): Promise<boolean> => {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (!a || !b) throw new Error('one of them is not drawn');
  return a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
};

inBrowser('look.md: a toast covers neither what was pressed nor a title', (desk) => {
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
    [390, 500],
  ] as const) {
    const options = height === 844 ? {} : GUARD;
    test(`${width} × ${height}: sign-in, and a drawer of the back office`, options, async () => {
      const { context, page } = await desk.person({ viewport: { width, height } });
      await failing(page, '/api/v1/login');
      await page.goto(`${server.url}/login`);
      await page.getByLabel('E-mail').fill('ada@example.org');
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      const pressed = page.getByRole('button', { name: 'Sign in' });
      await pressed.click();
      const toast = toasts(page).first();
      await toast.waitFor();
      await page.locator('form [role="alert"]').waitFor();
      await expect.poll(() => overlap(toast, pressed)).toBe(false);
      await context.close();

      const admin = await administrator(desk, server.url, await adminTokenOf(server.url), {
        viewport: { width, height },
      });
      await admin.page.goto(`${server.url}/admin/dataset/dataset_list`);
      await admin.page.getByRole('button', { name: 'Add dataset' }).first().click();
      const drawer = admin.page.getByRole('dialog');
      await drawer.getByLabel('Name').fill('New');
      await drawer.getByLabel('Version').fill('1');
      await drawer.getByLabel('Modality').fill('MRI');
      await failing(admin.page, '/api/v1/admin/addDataset');
      const create = drawer.getByRole('button', { name: 'Create draft' });
      await create.click();
      const told = toasts(admin.page).first();
      await told.waitFor();
      await expect.poll(() => overlap(told, create)).toBe(false);
      expect(await overlap(told, drawer.getByRole('heading').first())).toBe(false);
      await admin.context.close();
    });
  }
});
