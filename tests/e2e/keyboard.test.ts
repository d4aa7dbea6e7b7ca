import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from '../support/browser.ts';
import { codeFromOutbox, PASSWORD, registeredUser } from '../support/person.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const NEW = 'nine blue lanterns under the stairs';
const LAST = 'eleven grey herons by the weir';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-keyboard-'));
  server = await startServer(dataDir);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** What has the focus, by its label or its words; nothing has it while it is on the page as a whole. */
const focused = `(() => {
  const { activeElement: at } = document;
  if (at === document.body) return '';
  return at?.labels?.[0]?.textContent ?? at?.getAttribute('aria-label') ?? at?.textContent ?? '';
})()`;

/** Goes on with Tab until something of that name has the focus, as a person would. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stops = 0; stops < 30; stops++) {
    await page.keyboard.press('Tab');
    if (name.test(await page.evaluate<string, undefined>(focused, undefined))) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

async function type(page: Page, name: RegExp, value: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(value);
}

inBrowser('look.md: keyboard only', (desk) => {
  test('register', async () => {
    const email = 'keys@example.org';
    const { page } = await desk.person();
    await page.goto(`${server.url}/register`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await type(page, /^E-mail/, email);
    await tabTo(page, /robot/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Send code/);
    await page.keyboard.press('Enter');
    await type(page, /^Code from the mail/, await codeFromOutbox(dataDir, email));
    await type(page, /^Password/, PASSWORD);
    await type(page, /^First name/, 'Grace');
    await type(page, /^Family name/, 'Hopper');
    await type(page, /^Affiliation/, 'Navy');
    await type(page, /^Purpose/, 'To find the moth.');
    await tabTo(page, /^Register$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your application is in' }).waitFor();
  });

  test('reset, sign in, change password', async () => {
    const email = 'reset-keys@example.org';
    await registeredUser(server.url, dataDir, email);
    const { page } = await desk.person();
    await page.goto(`${server.url}/forgetPassword`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await type(page, /^E-mail/, email);
    await page.keyboard.press('Enter');
    await page.getByText('a code is on its way').waitFor();
    await type(page, /^Code from the mail/, await codeFromOutbox(dataDir, email, 'reset'));
    await type(page, /^New password/, NEW);
    await tabTo(page, /^Show password/);
    await page.keyboard.press('Space');
    expect(await page.getByLabel('New password', { exact: true }).getAttribute('type')).toBe('text');
    await tabTo(page, /^Set new password/);
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/login/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Nothing filled in: the summary takes the focus, and leads to the field.
    await tabTo(page, /^Sign in$/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^Enter your e-mail/);
    await page.keyboard.press('Enter');
    await page.keyboard.type(email);
    await type(page, /^Password/, NEW);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/`);

    await page.getByRole('button', { name: /^Ada Lovelace/ }).waitFor();
    await tabTo(page, /^Ada Lovelace/);
    await page.keyboard.press('Enter');
    await tabTo(page, /^changePassword/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Current password', { exact: true }).waitFor();
    await type(page, /^Current password/, NEW);
    await type(page, /^New password/, LAST);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/login\?note=changed/);
  });
});
