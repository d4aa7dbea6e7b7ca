import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { keyboardOf } from '../support/keyboard.ts';
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

inBrowser('look.md: keyboard only', (desk) => {
  test('register', GUARD, async () => {
    const email = 'keys@example.org';
    const { page } = await desk.person();
    const { tabTo, type } = keyboardOf(page);
    await page.goto(`${server.url}/register`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await type(/^E-mail/, email);
    await tabTo(/robot/);
    await page.keyboard.press('Space');
    await tabTo(/^Send code/);
    await page.keyboard.press('Enter');
    await type(/^Code from the mail/, await codeFromOutbox(dataDir, email));
    await type(/^Password/, PASSWORD);
    await type(/^First name/, 'Grace');
    await type(/^Family name/, 'Hopper');
    await type(/^Affiliation/, 'Navy');
    await type(/^Purpose/, 'To find the moth.');
    await tabTo(/^Register$/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Your application is in' }).waitFor();
  });

  test('reset, sign in, change password', async () => {
    const email = 'reset-keys@example.org';
    await registeredUser(server.url, dataDir, email);
    const { page } = await desk.person();
    const { tabTo, type } = keyboardOf(page);
    await page.goto(`${server.url}/forgetPassword`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await type(/^E-mail/, email);
    await page.keyboard.press('Enter');
    await page.getByText('a code is on its way').waitFor();
    await type(/^Code from the mail/, await codeFromOutbox(dataDir, email, 'reset'));
    await type(/^New password/, NEW);
    await tabTo(/^Show password/);
    await page.keyboard.press('Space');
    expect(await page.getByLabel('New password', { exact: true }).getAttribute('type')).toBe('text');
    await tabTo(/^Set new password/);
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/login/);
    await page.getByRole('heading', { level: 1 }).waitFor();
    // Nothing filled in: the summary takes the focus, and leads to the field.
    await tabTo(/^Sign in$/);
    await page.keyboard.press('Enter');
    await tabTo(/^Enter your e-mail/);
    await page.keyboard.press('Enter');
    await page.keyboard.type(email);
    await type(/^Password/, NEW);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${server.url}/`);

    await page.getByRole('button', { name: /^Ada Lovelace/ }).waitFor();
    await tabTo(/^Ada Lovelace/);
    await page.keyboard.press('Enter');
    await tabTo(/^changePassword/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Current password', { exact: true }).waitFor();
    await type(/^Current password/, NEW);
    await type(/^New password/, LAST);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/login\?note=changed/);
  });
});
