import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser, settled } from '../support/browser.ts';
import { buildClient, callMany, serveClient } from '../support/client.ts';
import { GUARD, LONG } from '../support/guards.ts';
import { decide, PASSWORD, registeredUser, signIn } from '../support/person.ts';
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
let client: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-client-'));
  server = await startServer(dataDir);
  client = await buildClient();
  await registeredUser(server.url, dataDir, EMAIL);
  await decide(server.url, EMAIL, 'rejected', 'Say more about the looms.');
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const cookie = (value: string, name = 'Portal-Token') => ({ name, value, url: server.url });
const end = (token: string) => callServer(server.url, 'POST', '/api/v1/logout', { token });
/** Run in the page: how long the text that comes next is there, ms, by the page's own clock. */
const lifeOf = (text: string) => `new Promise((over) => {
  let came;
  const look = () => {
    const there = document.body.textContent.includes(${JSON.stringify(text)});
    if (there) came ??= performance.now();
    else if (came !== undefined) over(performance.now() - came);
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
})`;
const dialogs = (page: Page) => page.getByRole('dialog', { name: 'system prompt' });

inBrowser('§8 code 401', (desk) => {
  test('20 failing calls show one dialog, and in two tabs each its own', async () => {
    const token = await signIn(server.url, EMAIL);
    const { context, page, complaints } = await desk.person();
    await serveClient(context, client);
    await context.addCookies([cookie(token)]);
    const tabs = [page, await context.newPage()];
    for (const tab of tabs) {
      await tab.goto(server.url);
      await tab.getByRole('button', { name: 'Ada Lovelace' }).waitFor();
    }
    await end(token);
    const ended = await Promise.all(tabs.map((tab) => callMany(tab, 20)));
    expect(ended.flat()).toEqual(Array.from({ length: 40 }, () => 'rejected'));
    for (const tab of tabs) {
      await dialogs(tab).waitFor();
      await sleep(300);
      expect(await tab.locator('dialog').count()).toBe(1);
      expect(await dialogs(tab).textContent()).toContain('The login state has expired.');
      await expect
        .poll(() => dialogs(tab).getByRole('button').allTextContents(), { timeout: 15_000 })
        .toEqual(['cancel', 'log in again']);
    }
    expect((await context.cookies()).filter(({ name }) => name.startsWith('Portal-Token'))).toEqual([]);
    // cancel stays; log in again loads the page anew, now as a visitor.
    await dialogs(page).getByRole('button', { name: 'cancel' }).click();
    await page.locator('dialog').waitFor({ state: 'detached' });
    const [, second] = tabs;
    const loaded = second?.waitForEvent('load');
    await second?.getByRole('button', { name: 'log in again' }).click();
    await loaded;
    await second?.getByRole('link', { name: 'Sign in' }).waitFor();
    expect(complaints.list).toEqual([]);
  });

  test('the account page: every region fails at once, one dialog in each tab', GUARD, async () => {
    const token = await signIn(server.url, EMAIL);
    const user = await callServer<object>(server.url, 'GET', '/api/v1/userInfo', { token });
    await end(token);
    const { context, page } = await desk.person();
    const tabs = [page, await context.newPage()];
    let refused = 0;
    for (const tab of tabs) {
      // Who it is still answers, so that all the others are asked at the same time.
      const body = JSON.stringify({ code: 200, msg: 'ok', data: user });
      await tab.route('**/api/v1/userInfo', (route) =>
        route.fulfill({ contentType: 'application/json', body }),
      );
      tab.on('response', (response) => {
        if (response.status() === 401) refused += 1;
      });
      await context.addCookies([cookie(token)]);
      await tab.goto(`${server.url}/account`);
      await dialogs(tab).waitFor();
      await sleep(500);
      expect(await tab.getByRole('dialog').count()).toBe(1);
    }
    await expect.poll(() => refused).toBeGreaterThanOrEqual(8);
  });

  test('the wanted path and unsaved text survive a new sign-in', GUARD, async () => {
    const token = await signIn(server.url, EMAIL);
    const { context, page } = await desk.person();
    await context.addCookies([cookie(token)]);
    await page.goto(`${server.url}/account?redirect=%2F%3Fq%3Dloom#application`);
    await page.getByLabel(/^Message to the laboratory/).fill('The looms weave algebra.');
    // Every part has asked what it shows: none asks afterwards, and opens the dialog by itself.
    await expect.poll(() => page.locator('main [aria-busy="true"]').count()).toBe(0);
    await settled(page);
    await end(token);
    await page.getByRole('button', { name: 'Resubmit' }).click();
    await page.getByRole('button', { name: 'log in again' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/account\?redirect=%2F%3Fq%3Dloom#application$/);
    await page.getByText('What you had typed is back.').waitFor();
    expect(await page.getByLabel(/^Message to the laboratory/).inputValue()).toBe('The looms weave algebra.');
    expect(await page.getByRole('link', { name: 'Go back to where you were' }).getAttribute('href')).toBe(
      '/?q=loom',
    );
  });
});

inBrowser('§8 code 6401', (desk) => {
  test('one warning, then back to the wanted screen', async () => {
    const { context, page } = await desk.person();
    const { hostname: domain } = new URL(server.url);
    const value = await adminTokenOf(server.url);
    await context.addCookies([{ name: 'Portal-Admin-Token', value, domain, path: '/admin' }]);
    await page.route(/\/api\/v1\/admin\/(?!login)/, (route) =>
      route.fulfill({ status: 401, json: { code: 6401, msg: 'Your token has already expired.' } }),
    );
    await page.goto(`${server.url}/admin/user/applicant_list?size=50`);
    await dialogs(page).waitFor();
    await sleep(500);
    expect(await page.getByRole('dialog').count()).toBe(1);
    expect(await dialogs(page).textContent()).toContain('The token has already expired, please login again.');
    await dialogs(page).getByRole('button', { name: 'cancel' }).waitFor();
    await page.unroute(/\/api\/v1\/admin\/(?!login)/);
    await dialogs(page).getByRole('button', { name: 'login' }).click();
    await page.waitForURL(/\/admin\/login\?redirect=/);
    await page.getByLabel('E-mail').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/admin/user/applicant_list?size=50`);
  });
});

inBrowser('§8 messages', (desk) => {
  test('400, 403 and 500 for 5 seconds, the rest titled with msg, and the network', async () => {
    const { context, page } = await desk.person();
    await serveClient(context, client);
    await page.goto(server.url);
    await page.getByRole('heading', { level: 1 }).waitFor();
    for (const code of [400, 403, 500, 409]) {
      await page.route('**/api/v1/userInfo', (route) =>
        route.fulfill({ status: code, json: { code, msg: `That was ${code}` } }),
      );
      const life = code === 403 ? page.evaluate<number>(lifeOf(`That was ${code}`)) : undefined;
      await callMany(page, 1);
      await page.getByText(`That was ${code}`).waitFor();
      if (life) {
        expect(await life).toBeGreaterThan(4_900);
        expect(await life).toBeLessThan(10_000);
      }
      await page.unroute('**/api/v1/userInfo');
    }
    await page.route('**/api/v1/userInfo', (route) => route.abort());
    await callMany(page, 1);
    await page.getByText('server connect error！').waitFor();
    await page.getByText('We could not reach the server. Nothing was lost.').waitFor();
  });

  test('§4 a user-info answer with no data clears the token', async () => {
    const { context, page } = await desk.person();
    await context.addCookies([cookie(await signIn(server.url, EMAIL))]);
    await page.route('**/api/v1/userInfo', (route) => route.fulfill({ json: { code: 200, msg: 'ok' } }));
    await page.goto(server.url);
    await page.getByRole('link', { name: 'Sign in' }).waitFor();
    expect((await context.cookies()).filter(({ name }) => name.startsWith('Portal-Token'))).toEqual([]);
  });
});

inBrowser('decisions §2: tokens are refreshed before they end', (desk) => {
  for (const locks of [true, false]) {
    test(`of three tabs one refreshes, ${locks ? 'by a lock' : 'without locks'}`, {
      ...(locks ? GUARD : LONG),
      timeout: 60_000,
      // Without locks the claim is not airtight: of tabs too busy to hear of one another, two may refresh.
      retry: locks ? 0 : 1,
    }, async () => {
      const token = await signIn(server.url, EMAIL);
      const { context, page } = await desk.person();
      if (!locks) {
        await context.addInitScript('Object.defineProperty(navigator, "locks", { value: undefined })');
      }
      const refreshes: (string | undefined)[] = [];
      context.on('request', (request) => {
        if (request.url().endsWith('/api/v1/refreshtoken')) refreshes.push(request.headers()['x-background']);
      });
      const now = Date.now();
      // Four fifths of its life are over.
      const span = `${now - 48 * 60_000}-${now + 12 * 60_000}`;
      await context.addCookies([cookie(token), cookie(span, 'Portal-Token-Expires')]);
      const tabs = [page, await context.newPage(), await context.newPage()];
      await Promise.all(tabs.map((tab) => tab.goto(`${server.url}/account`)));
      const current = async () =>
        (await context.cookies()).find(({ name }) => name === 'Portal-Token')?.value ?? '';
      await expect.poll(current, { timeout: 15_000 }).not.toBe(token);
      // Long enough for every tab's clock to have struck once more.
      await sleep(11_000);
      expect(refreshes).toEqual(['1']);
      const fresh = await current();
      await callServer(server.url, 'GET', '/api/v1/userInfo', { token: fresh });
      for (const tab of tabs) {
        await tab.reload();
        await tab.getByRole('main').getByText(EMAIL).first().waitFor();
        expect(await tab.getByRole('dialog').count()).toBe(0);
      }
      expect(await current()).toBe(fresh);
    });
  }

  test("an administrator's too, under /admin, as no activity", async () => {
    const { context, page } = await desk.person();
    const token = await adminTokenOf(server.url);
    const now = Date.now();
    const values = {
      'Portal-Admin-Token': token,
      'Portal-Admin-Token-Expires': `${now - 12 * 60_000}-${now + 3 * 60_000}`,
    };
    const { hostname: domain } = new URL(server.url);
    for (const [name, value] of Object.entries(values)) {
      await context.addCookies([{ name, value, domain, path: '/admin' }]);
    }
    const asked = page.waitForRequest('**/api/v1/admin/refreshtoken');
    await page.goto(`${server.url}/admin/index`);
    expect((await asked).headers()['x-background']).toBe('1');
    const current = async () =>
      (await context.cookies(`${server.url}/admin`)).find(({ name }) => name === 'Portal-Admin-Token')?.value;
    await expect.poll(current).not.toBe(token);
    await callServer(server.url, 'GET', '/api/v1/admin/userInfo', { token: (await current()) ?? '' });
  });

  test('a token that is young is left alone, over a reload too', async () => {
    const { context, page } = await desk.person();
    let refreshes = 0;
    context.on('request', (request) => {
      if (request.url().endsWith('/api/v1/refreshtoken')) refreshes += 1;
    });
    await page.goto(`${server.url}/login`);
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(`${server.url}/`);
    const spans = async () =>
      (await context.cookies()).find(({ name }) => name === 'Portal-Token-Expires')?.value;
    const span = await spans();
    const [from = 0, until = 0] = (span ?? '').split('-').map(Number);
    expect(until - from).toBeGreaterThan(59 * 60_000);
    expect(until - from).toBeLessThanOrEqual(60 * 60_000);
    await page.reload();
    await sleep(500);
    expect(await spans()).toBe(span);
    expect(refreshes).toBe(0);
  });
});
