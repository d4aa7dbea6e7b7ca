// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { form, newDataset } from '../../server/testing/forms.ts';
import { signInToBackOffice } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { approvedUser, PASSWORD } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const EMAIL = 'ada@example.org';
const CODE = '12345678';
/** §8: toast, toast, toast, notification, notification, and no answer at all. */
const kinds = [400, 403, 500, 409, 429, 'cut'] as const;
type Kind = (typeof kinds)[number];

let dataDir: string;
let server: ServerProcess;
let detail: string;
let userToken: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-failures-'));
  server = await startServer(dataDir);
  const token = await adminTokenOf(server.url);
  const body = form({ ...newDataset('Brain Scans'), modalityName: 'MRI' }, ['subsets', 'x', 'a.txt']);
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
  const { data } = (await added.json()) as { data: Dataset };
  const published = { token, body: { status: 'published' } };
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, published);
  detail = `/datasetDetail/${data.id}`;
  userToken = await approvedUser(server.url, dataDir, EMAIL);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const wordsOf = (kind: Kind) => (kind === 'cut' ? 'server connect error！' : `That was ${kind}.`);

/** Every call to a path ends so; gives back what lets them through again. */
async function failing(page: Page, path: string, kind: Kind) {
  const pattern = `**${path}`;
  await page.route(pattern, (route) =>
    kind === 'cut'
      ? route.abort()
      : route.fulfill({ status: kind, json: { code: kind, msg: wordsOf(kind) } }),
  );
  return () => page.unroute(pattern);
}

const toasts = (page: Page) => page.locator('[data-toasts] > *, .mantine-Notification-root');

/** §8's message, told once, and the same words where they belong. */
async function told(page: Page, kind: Kind, inPlace: Locator) {
  const toast = toasts(page).filter({ hasText: wordsOf(kind) });
  await toast.first().waitFor();
  expect(await toast.count()).toBe(1);
  if (kind === 'cut') expect(await toast.textContent()).toContain('Nothing was lost.');
  // A toast's words are its message; a notification's are its title.
  const titled = await toast
    .locator('[class*="title"]')
    .filter({ hasText: wordsOf(kind) })
    .count();
  expect(titled, String(kind)).toBe(kind === 409 || kind === 429 || kind === 'cut' ? 1 : 0);
  await inPlace.getByText(wordsOf(kind)).first().waitFor();
  if (kind === 'cut') await inPlace.getByText('Nothing was lost.').first().waitFor();
}

const asUser = (context: BrowserContext) =>
  context.addCookies([{ name: 'Portal-Token', value: userToken, url: server.url }]);
const fill = (page: Page, label: string, value: string) =>
  page.getByLabel(label, { exact: true }).fill(value);
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const solved = (page: Page) => page.locator('[aria-pressed="true"]').waitFor();
const summary = (page: Page) => page.locator('form [role="alert"]');
const main = (page: Page) => page.locator('main');

interface Place {
  /** Its calls fail. */
  path: string;
  user?: boolean;
  /** Goes there and does what makes the call; `fail` is called once the page stands. */
  go: (page: Page, fail: () => Promise<unknown>) => Promise<void>;
  inPlace: (page: Page) => Locator;
}

const places: Record<string, Place> = {
  'the home page': {
    path: '/api/v1/datasets',
    async go(page, fail) {
      await page.goto(server.url + detail);
      await fail();
      await page.getByRole('link', { name: 'Datasets' }).click();
    },
    inPlace: main,
  },
  'the dataset page': {
    path: '/api/v1/dataset/*',
    async go(page, fail) {
      await page.goto(server.url);
      await fail();
      await page.getByRole('link', { name: /Brain Scans/ }).click();
    },
    inPlace: main,
  },
  'userInfo on the dataset page': {
    path: '/api/v1/userInfo',
    user: true,
    async go(page, fail) {
      await fail();
      await page.goto(server.url + detail);
    },
    inPlace: main,
  },
  'userInfo on the home page': {
    path: '/api/v1/userInfo',
    user: true,
    async go(page, fail) {
      await fail();
      await page.goto(server.url);
      await page.locator('[popovertarget="user-menu"]').click();
    },
    inPlace: (page) => page.locator('#user-menu'),
  },
  'userInfo on an account page': {
    path: '/api/v1/userInfo',
    user: true,
    async go(page, fail) {
      await fail();
      await page.goto(`${server.url}/account`);
    },
    inPlace: main,
  },
  'a part of the account page': {
    path: '/api/v1/tokens',
    user: true,
    async go(page, fail) {
      await fail();
      await page.goto(`${server.url}/account`);
    },
    inPlace: main,
  },
  'sign-in': {
    path: '/api/v1/login',
    async go(page, fail) {
      await fail();
      await page.goto(`${server.url}/login`);
      await fill(page, 'E-mail', EMAIL);
      await fill(page, 'Password', PASSWORD);
      await press(page, 'Sign in');
    },
    inPlace: summary,
  },
  registration: {
    path: '/api/v1/register',
    async go(page, fail) {
      await fail();
      await page.goto(`${server.url}/register`);
      await page.getByLabel('E-mail').fill('grace@example.org');
      await page.getByLabel('Code from the mail').fill(CODE);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      for (const label of ['First name', 'Family name', 'Affiliation', 'Purpose'])
        await page.getByLabel(label).first().fill('Grace');
      await press(page, 'Register');
    },
    inPlace: summary,
  },
  'a code for registration': {
    path: '/api/v1/sendValidCode',
    async go(page, fail) {
      await fail();
      await page.goto(`${server.url}/register`);
      await page.getByLabel('E-mail').fill('grace@example.org');
      await solved(page);
      await press(page, 'Send code');
    },
    inPlace: summary,
  },
  'a code for a new password': {
    path: '/api/v1/sendValidCode',
    async go(page, fail) {
      await fail();
      await page.goto(`${server.url}/forgetPassword`);
      await page.getByLabel('E-mail').fill('grace@example.org');
      await solved(page);
      await press(page, 'Send code');
    },
    inPlace: summary,
  },
  'the check against robots': {
    path: '/api/v1/getCaptcha',
    async go(page, fail) {
      await fail();
      await page.goto(`${server.url}/forgetPassword`);
      await page.getByLabel('E-mail').fill('grace@example.org');
    },
    inPlace: main,
  },
  'a new password': {
    path: '/api/v1/resetPassword',
    async go(page, fail) {
      await fail();
      await page.goto(`${server.url}/forgetPassword`);
      await page.getByLabel('E-mail').fill('nobody@example.org');
      await press(page, 'Send code');
      await page.getByLabel('Code from the mail').fill(CODE);
      await page.getByLabel('New password', { exact: true }).fill(PASSWORD);
      await press(page, 'Set new password');
    },
    inPlace: summary,
  },
  'a changed password': {
    path: '/api/v1/changePassword',
    user: true,
    async go(page, fail) {
      await fail();
      await page.goto(`${server.url}/changePassword`);
      await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
      await page.getByLabel('New password', { exact: true }).fill('nine blue lanterns under the stairs');
      await press(page, 'Change password');
    },
    inPlace: summary,
  },
  "the administrators' sign-in": {
    path: '/api/v1/admin/login',
    async go(page, fail) {
      await fail();
      await page.goto(`${server.url}/admin/login`);
      await signInToBackOffice(page, 'admin@example.org', PASSWORD);
    },
    inPlace: summary,
  },
};

inBrowser('§8 and decisions §10: every failing call is told about, and in its place', (desk) => {
  for (const [i, [name, { path, user, go, inPlace }]] of Object.entries(places).entries()) {
    for (const [k, kind] of kinds.entries()) {
      // Each place with one of the answers, in turn; the guards see all of them.
      const options = { ...(k === i % kinds.length ? {} : GUARD), timeout: 60_000 };
      test(`${name}: ${kind}`, options, async () => {
        const { context, page, complaints } = await desk.person();
        if (user) await asUser(context);
        await go(page, () => failing(page, path, kind));
        await told(page, kind, inPlace(page));
        expect(complaints.list).toEqual([]);
        await context.close();
      });
    }
  }

  test('the dataset page says that a dataset does not exist only where it does not', async () => {
    const { context, page } = await desk.person();
    await page.goto(server.url);
    const over = await failing(page, '/api/v1/dataset/*', 400);
    await page.getByRole('link', { name: /Brain Scans/ }).click();
    await main(page).getByText(wordsOf(400)).waitFor();
    expect(await page.getByText('This dataset does not exist').count()).toBe(0);
    await over();
    await page.getByRole('button', { name: 'Retry' }).click();
    await page.getByRole('heading', { level: 1, name: 'Brain Scans' }).waitFor();
    await context.close();
  });

  test('what the page does by itself stays silent: fetching ahead, the usual answers', async () => {
    const { context, page } = await desk.person();
    await page.goto(server.url);
    await failing(page, '/api/v1/dataset/*', 500);
    const ahead = page.waitForResponse('**/api/v1/dataset/*');
    await page.getByRole('link', { name: /Brain Scans/ }).hover();
    await ahead;
    await failing(page, '/api/v1/dict/databytype/purpose', 500);
    const usual = page.waitForResponse('**/api/v1/dict/databytype/purpose');
    await page.goto(`${server.url}/register`);
    await usual;
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await toasts(page).count()).toBe(0);
    await context.close();
  });
});
