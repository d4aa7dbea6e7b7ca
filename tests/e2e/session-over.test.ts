// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { violationsOf } from '../support/axe.ts';
import { administrator, signInToBackOffice } from '../support/back-office.ts';
import { inBrowser, settled } from '../support/browser.ts';
import { LONG } from '../support/guards.ts';
import { decide, registeredUser, signIn } from '../support/person.ts';
import {
  ADMIN,
  adminTokenOf,
  callServer,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts';

const EMAIL = 'ada@example.org';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-over-'));
  server = await startServer(dataDir);
  await registeredUser(server.url, dataDir, EMAIL);
  await decide(server.url, EMAIL, 'rejected', 'Say more.');
}, 120_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const dialog = (page: Page) => page.getByRole('dialog', { name: 'system prompt' });

inBrowser('§8, decisions §10: what a session showed goes with it', (desk) => {
  /** Nothing but the way to sign in again, whatever is looked for in the document. */
  async function isPutAway(page: Page, words: readonly string[]) {
    await page.getByRole('heading', { level: 1, name: 'Please sign in again' }).waitFor();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const document = await page.evaluate<string>(
      `document.title + document.body.outerHTML + [...document.querySelectorAll('input, textarea')].map(({ value }) => value)`,
    );
    for (const word of words) expect(document).not.toContain(word);
    expect(await page.getByRole('heading').count()).toBe(1);
    const violations = await violationsOf(page);
    expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target}`)).toEqual([]);
  }

  for (const code of [6401, 401]) {
    test(
      `an administrator's, code ${code}, cancelled: lists, other tabs and what was being typed`,
      code === 401 ? {} : LONG,
      async () => {
        const token = await adminTokenOf(server.url);
        const { context, page } = await administrator(desk, server.url, token);
        await page.goto(`${server.url}/admin/user/user_list`);
        await page.getByRole('main').getByText(EMAIL).first().waitFor();
        await page.getByRole('button', { name: 'Dataset management' }).click();
        await page.getByRole('link', { name: 'dataset list' }).first().click();
        await page.getByRole('button', { name: /^Add/ }).first().click();
        await page.getByLabel(/^Name/).first().fill('Half a secret');
        if (code === 401) await callServer(server.url, 'POST', '/api/v1/admin/logout', { token });
        else
          await context.route(/\/api\/v1\/admin\/(?!login)/, (route) =>
            route.fulfill({ status: 401, json: { code, msg: 'Your token has already expired.' } }),
          );
        // Another screen asks the server.
        await page.evaluate(`window.history.pushState({}, '', '/admin/system/audit');
        window.dispatchEvent(new PopStateEvent('popstate'))`);
        await dialog(page).getByRole('button', { name: 'cancel' }).click();
        await isPutAway(page, [EMAIL, 'Half a secret', 'Lovelace']);
        await context.unroute(/\/api\/v1\/admin\/(?!login)/);
        await page.getByRole('link', { name: 'Sign in', exact: true }).click();
        await page.waitForURL(/\/admin\/login\?redirect=/);
        await signInToBackOffice(page, ADMIN.username, ADMIN.password);
        await page.waitForURL(`${server.url}/admin/system/audit`);
        await context.close();
      },
    );
  }

  test("a user's, cancelled on an account page", async () => {
    const token = await signIn(server.url, EMAIL);
    const { context, page } = await desk.person();
    await context.addCookies([{ name: 'Portal-Token', value: token, url: server.url }]);
    await page.goto(`${server.url}/account`);
    await page.getByRole('main').getByText(EMAIL).first().waitFor();
    // Every part has asked what it shows: none asks afterwards, and opens the dialog by itself.
    await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0);
    await settled(page);
    await callServer(server.url, 'POST', '/api/v1/logout', { token });
    await page.getByLabel('Purpose').fill('Half a secret');
    await page.getByRole('button', { name: 'Resubmit' }).click();
    await dialog(page).getByRole('button', { name: 'cancel' }).click();
    await isPutAway(page, [EMAIL, 'Half a secret', 'Weaving']);
    await page.getByRole('main').getByRole('link', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/login\?redirect=%2Faccount/);
    await context.close();
  });
});

inBrowser('§2: an address of the back office that leads nowhere', (desk) => {
  test('is said within its frame, with the way home, and gets no tab', async () => {
    for (const width of [1280, 390]) {
      const token = await adminTokenOf(server.url);
      const { context, page, complaints } = await administrator(desk, server.url, token, {
        viewport: { width, height: 800 },
      });
      await page.goto(`${server.url}/admin/nope/at/all`);
      await page.getByRole('heading', { level: 1, name: 'This page does not exist' }).waitFor();
      await page.getByRole('button', { name: /^Your account menu/ }).waitFor();
      expect(await page.title()).toMatch(/^Page not found/);
      expect(await page.getByRole('link', { name: 'This page does not exist' }).count()).toBe(0);
      const violations = await violationsOf(page);
      expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target}`)).toEqual([]);
      await page.getByRole('link', { name: 'Go to Home' }).click();
      await page.waitForURL(`${server.url}/admin/index`);
      expect(complaints.list).toEqual([]);
      await context.close();
    }
  });

  test('so is a screen that does not load', LONG, async () => {
    const { context, page } = await administrator(desk, server.url, await adminTokenOf(server.url));
    await page.route('**/assets/dict.page-*.js', (route) => route.abort());
    await page.goto(`${server.url}/admin/system/dict`);
    await page.getByRole('heading', { level: 1, name: 'This page did not load' }).waitFor();
    const again = page.getByRole('button', { name: 'Load again' });
    expect((await again.boundingBox())?.height, 'as every control of the back office').toBe(36);
    await page.getByRole('link', { name: 'Go to Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'This page did not load' }).waitFor();
    const menu = page.getByRole('navigation', { name: 'Back office menu' });
    await menu.getByRole('link', { name: 'home' }).click();
    await page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
    await context.close();
  });
});
