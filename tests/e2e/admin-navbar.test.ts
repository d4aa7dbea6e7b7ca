// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator, invitationTo, signInToBackOffice } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { PASSWORD, registeredUser } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-navbar-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** A bound on hangs; nothing is judged by time. */
const soon = { timeout: 10_000 };
const hasFocus = (locator: Locator) =>
  locator.evaluate((element) => element === element.ownerDocument.activeElement);
const breadcrumb = (page: Page) =>
  page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('listitem').allTextContents();
const focused = (page: Page) => page.evaluate<string>('document.activeElement?.textContent ?? ""');

inBrowser(
  '§2 "Navbar with breadcrumb, header search …, fullscreen toggle, and logout after confirmation"',
  (desk) => {
    test('the breadcrumb names group and screen', async () => {
      const { page } = await administrator(desk, server.url, token);
      await page.goto(`${server.url}/admin/dataset/download`);
      await page.getByRole('heading', { level: 1 }).waitFor();
      expect(await breadcrumb(page)).toEqual(['Dataset management', 'download records']);
      await page.getByRole('link', { name: 'home', exact: true }).first().click();
      await expect.poll(() => breadcrumb(page), soon).toEqual(['home']);
    });

    test('header search: Ctrl-K, a typo, "Parent > Child", arrows, Enter; Escape gives the focus back', async () => {
      const { page, complaints } = await administrator(desk, server.url, token);
      const scripts: string[] = [];
      page.on('request', (request) => scripts.push(request.url()));
      await page.goto(`${server.url}/admin/index`, { waitUntil: 'networkidle' });
      expect(scripts.filter((url) => url.includes('search-dialog'))).toEqual([]);

      const open = page.getByRole('button', { name: 'Search screens, people and datasets' });
      await open.click();
      const field = page.getByRole('combobox', { name: 'Screen, person or dataset to go to' });
      await expect.poll(() => hasFocus(field), soon).toBe(true);
      expect(scripts.filter((url) => url.includes('search-dialog')).length).toBeGreaterThan(0);
      await page.keyboard.press('Escape');
      await field.waitFor({ state: 'detached' });
      await expect.poll(() => hasFocus(open), soon).toBe(true);

      await page.keyboard.press('Control+k');
      await field.fill('aproved usr');
      const options = page.getByRole('option');
      await options.first().waitFor();
      expect((await options.allTextContents())[0]).toBe('User management > Approved user list');
      const selected = page.locator('[role="option"][aria-selected="true"]');
      const active = () => field.getAttribute('aria-activedescendant');
      expect(await active()).toBe(await selected.getAttribute('id'));

      await field.fill('list');
      const found = await options.allTextContents();
      expect(found.length).toBeGreaterThan(2);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowUp');
      expect(await selected.textContent()).toBe(found[1]);
      expect(await active()).toBe(await selected.getAttribute('id'));
      await field.fill('nowhere at all');
      await page.getByRole('status').filter({ hasText: 'Nothing is called “nowhere at all”.' }).waitFor();

      await field.fill('audit');
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/admin\/system\/audit/);
      await field.waitFor({ state: 'detached' });
      await expect.poll(() => focused(page), soon).toBe('audit log');

      // In a field of the screen too, where a letter is otherwise typed.
      await page.locator('main input').first().click();
      await page.keyboard.press('Meta+k');
      await field.waitFor();
      expect(complaints.list).toEqual([]);
    });

    test('header search: people, too, by name or e-mail; only what one may read is asked for', async () => {
      await registeredUser(server.url, dataDir, 'ada@example.org');
      const { page, complaints } = await administrator(desk, server.url, token);
      await page.goto(`${server.url}/admin/index`);
      await page.getByRole('button', { name: 'Search screens, people and datasets' }).click();
      const field = page.getByRole('combobox', { name: 'Screen, person or dataset to go to' });
      await field.fill('ada@example');
      const person = page.getByRole('group', { name: 'People' }).getByRole('option');
      await person.filter({ hasText: 'ada@example.org' }).waitFor();
      // What was found for other words is gone at once, so that Enter does not lead there.
      await field.fill('no such person');
      expect(await person.count()).toBe(0);
      await page.getByRole('status').filter({ hasText: 'Nothing is called “no such person”.' }).waitFor();
      await field.fill('Lovelace');
      await person.filter({ hasText: 'Ada Lovelace' }).waitFor();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog', { name: 'Ada Lovelace' }).waitFor();
      expect(new URL(page.url()).search).toMatch(/^\?user=[\w-]+$/);
      expect(complaints.list).toEqual([]);

      await callServer(server.url, 'POST', '/api/v1/admin/invitations', {
        token,
        body: { email: 'cora@example.org', role: 'curator' },
      });
      const link = await invitationTo(dataDir, 'cora@example.org');
      const accepted = { token: link.split('token=')[1], name: 'Cora', password: PASSWORD };
      await callServer(server.url, 'POST', '/api/v1/admin/invitation/accept', { body: accepted });
      const curator = await desk.person();
      const asked: string[] = [];
      curator.page.on('request', (request) => asked.push(new URL(request.url()).pathname));
      await curator.page.goto(`${server.url}/admin/login`);
      await signInToBackOffice(curator.page, 'cora@example.org', PASSWORD);
      await curator.page.getByRole('button', { name: 'Search screens, people and datasets' }).click();
      await curator.page
        .getByRole('combobox', { name: 'Screen, person or dataset to go to' })
        .fill('Lovelace');
      await curator.page.getByRole('status').filter({ hasText: 'Nothing is called “Lovelace”.' }).waitFor();
      expect(asked).toContain('/api/v1/admin/datasetList');
      expect(asked).not.toContain('/api/v1/admin/userList');
    });

    test('fullscreen toggle', async () => {
      const { page } = await administrator(desk, server.url, token);
      await page.goto(`${server.url}/admin/index`);
      const isFull = () => page.evaluate<boolean>('document.fullscreenElement !== null');
      await page.getByRole('button', { name: 'Full screen', exact: true }).click();
      await expect.poll(isFull, soon).toBe(true);
      await page.getByRole('button', { name: 'Leave full screen' }).click();
      await expect.poll(isFull, soon).toBe(false);
      await page.getByRole('button', { name: 'Full screen', exact: true }).waitFor();
    });

    test('logout after "are you sure to log out and exit the system": a no changes nothing, a yes ends it', async () => {
      const own = await adminTokenOf(server.url);
      const { context, page } = await administrator(desk, server.url, own);
      await page.goto(`${server.url}/admin/index`);
      const logOut = async (answer: string) => {
        await page.getByRole('button', { name: /^Your account menu/ }).click();
        await page.getByRole('menuitem', { name: 'Log out' }).click();
        const dialog = page.getByRole('dialog', { name: 'system prompt' });
        await dialog.getByText('are you sure to log out and exit the system').waitFor();
        await dialog.getByRole('button', { name: answer }).click();
        await dialog.waitFor({ state: 'detached' });
      };
      const statusOf = async () => {
        const headers = { authorization: `Bearer ${own}` };
        return (await fetch(`${server.url}/api/v1/admin/userInfo`, { headers })).status;
      };
      await logOut('Cancel');
      expect(await statusOf()).toBe(200);
      await page.evaluate('localStorage.setItem("left-over", "1")');
      await logOut('Log out');
      await page.waitForURL(/\/admin\/login/);
      expect(await statusOf()).toBe(401);
      const cookies = await context.cookies(`${server.url}/admin`);
      expect(cookies.filter(({ name }) => name === 'Portal-Admin-Token')).toEqual([]);
      expect(await page.evaluate('localStorage.getItem("left-over")')).toBe(null);
    });
  },
);
