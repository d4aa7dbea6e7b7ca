import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { publishBrainMri } from '../support/brain-mri.ts';
import { inBrowser, savedBytes } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { approvedUser, codeFromOutbox, decide, PASSWORD, registeredUser, signIn } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';
import { termsOn } from '../support/terms.ts';

const NEW = 'nine blue lanterns under the stairs';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-account-'));
  server = await startServer(dataDir);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const withToken = (value: string) => [{ name: 'Portal-Token', value, url: server.url }];
const answerTo = (token: string, path = '/api/v1/userInfo') =>
  fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } }).then(({ status }) => status);

/** Fills the sign-in form that is open. */
async function signInByForm(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

inBrowser('§2 the account pages', (desk) => {
  test('/forgetPassword: a code by mail, a new password, signed in with it', GUARD, async () => {
    const email = 'forgot@example.org';
    const before = await registeredUser(server.url, dataDir, email);
    const { page, complaints } = await desk.person();
    await page.goto(`${server.url}/login`);
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("role")')).toBe('alert');
    await page.getByLabel('E-mail').fill(email);
    await page.getByRole('button', { name: 'Send code' }).click();
    const code = page.getByLabel('Code from the mail');
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    await code.fill('00000000');
    await page.getByLabel('New password', { exact: true }).fill(NEW);
    await page.getByRole('button', { name: 'Set new password' }).click();
    // A wrong code is said in passing (§8) and in the form, and what was typed is kept.
    await page.getByRole('alert').waitFor();
    expect(await page.locator('.mantine-Notification-root').count()).toBe(1);
    expect(await page.getByLabel('New password', { exact: true }).inputValue()).toBe(NEW);
    await code.fill(await codeFromOutbox(dataDir, email, 'reset'));
    await page.getByRole('button', { name: 'Set new password' }).click();
    await page.getByText('Your new password is set.').waitFor();
    await signInByForm(page, email, NEW);
    await page.waitForURL(`${server.url}/`);
    expect(await answerTo(before)).toBe(401);
    expect(complaints.list).toEqual([]);
  });

  test('/changePassword: the anonymous see a sign-in link that comes back here', GUARD, async () => {
    const email = 'anonymous@example.org';
    await registeredUser(server.url, dataDir, email);
    const { page } = await desk.person();
    await page.goto(`${server.url}/changePassword`);
    expect(await page.getByLabel('Current password').count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await signInByForm(page, email, PASSWORD);
    await page.waitForURL(/\/changePassword$/);
    await page.getByLabel('Current password', { exact: true }).waitFor();
  });

  test('§4 a password change clears token, cookie and local storage', async () => {
    const email = 'change@example.org';
    const token = await registeredUser(server.url, dataDir, email);
    const { context, page } = await desk.person();
    await context.addCookies(withToken(token));
    await page.goto(`${server.url}/changePassword`);
    await page.evaluate('localStorage.setItem("mine", "1")');
    await page.getByLabel('Current password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('New password', { exact: true }).fill(NEW);
    await page.getByRole('button', { name: 'Change password' }).click();
    await page.waitForURL(/\/login\?note=changed/);
    await page.getByText('Your password is changed').waitFor();
    expect((await context.cookies()).map(({ name }) => name)).toEqual([]);
    expect(await page.evaluate('localStorage.getItem("mine")')).toBe(null);
    expect(await answerTo(token)).toBe(401);
    expect(await signIn(server.url, email, NEW)).toBeTruthy();
  });

  test('rejected, resubmitted in one click with the form filled in', async () => {
    const email = 'rejected@example.org';
    const token = await registeredUser(server.url, dataDir, email);
    await decide(server.url, email, 'rejected', 'Please say more about the looms.');
    const { context, page, complaints } = await desk.person();
    await context.addCookies(withToken(token));
    await page.goto(`${server.url}/account`);
    await page.getByText('Please say more about the looms.').first().waitFor();
    expect(await page.getByLabel('Purpose').inputValue()).toBe('Weaving');
    await page.getByRole('button', { name: 'Resubmit' }).click();
    await page.getByText('Your application is in again.').waitFor();
    expect(await page.getByRole('button', { name: 'Resubmit' }).count()).toBe(0);
    expect(await page.locator('[aria-current="step"]').textContent()).toContain('In review');
    await page.getByText('You applied again').waitFor();
    const { status } = await callServer<{ status: string }>(server.url, 'GET', '/api/v1/userInfo', { token });
    expect(status).toBe('pending');
    expect(complaints.list).toEqual([]);
  });

  test('a personal access token: made with the password, shown once, revoked', GUARD, async () => {
    const token = await approvedUser(server.url, dataDir, 'scripts@example.org');
    const { context, page, complaints } = await desk.person();
    await context.addCookies(withToken(token));
    await page.goto(`${server.url}/account`);
    // look.md: who is approved comes for the downloads; the application is one line.
    const headings = page.getByRole('main').getByRole('heading', { level: 2 });
    await expect.poll(() => headings.first().textContent()).toBe('Your downloads');
    await page.getByText('You can download. Some datasets ask for signed terms first.').click();
    await page.getByRole('heading', { name: 'Timeline' }).waitFor();
    const contents = page.getByRole('navigation', { name: 'On this page' });
    await contents.getByRole('link', { name: 'Sessions' }).click();
    await expect.poll(() => contents.locator('[aria-current]').allTextContents()).toEqual(['Sessions']);
    await page.getByRole('button', { name: 'New token' }).click();
    await page.getByLabel('Name').fill('cluster');
    await page.getByLabel('Your password', { exact: true }).fill('wrong password entirely');
    await page.getByRole('button', { name: 'Make token' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Make token' }).click();
    const secret = await page.getByRole('textbox', { name: 'Token' }).inputValue();
    expect(secret.length).toBeGreaterThan(30);
    const [listed] = await callServer<{ name: string }[]>(server.url, 'GET', '/api/v1/tokens', { token });
    expect(listed?.name).toBe('cluster');
    await page.reload();
    await page.getByRole('button', { name: 'Revoke cluster' }).waitFor();
    expect(await page.content()).not.toContain(secret);
    await page.getByRole('button', { name: 'Revoke cluster' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No token yet').waitFor();
    expect(await callServer(server.url, 'GET', '/api/v1/tokens', { token })).toEqual([]);
    expect(complaints.list).toEqual([]);
  });

  test('sessions are told apart by place and time, and one ends by itself', GUARD, async () => {
    const email = 'sessions@example.org';
    const token = await registeredUser(server.url, dataDir, email);
    const other = await signIn(server.url, email);
    const { context, page } = await desk.person();
    await context.addCookies(withToken(token));
    await page.goto(`${server.url}/account`);
    const rows = page.locator('#sessions').getByRole('listitem');
    await expect.poll(() => rows.count()).toBe(2);
    expect(await rows.nth(0).textContent()).toContain('This device');
    expect(await rows.nth(0).getByRole('button').count(), 'one leaves this one by signing out').toBe(0);
    expect(await rows.nth(1).textContent()).toMatch(
      /from 127\.0\.0\.1signed in \d{4}-\d\d-\d\d \d\d:\d\d:\d\dused \d{4}-\d\d-\d\d \d\d:\d\d:\d\d/,
    );
    // look.md: the time itself is seen, how long ago it was is its title.
    const times = rows.nth(1).locator('time');
    expect(await times.count()).toBe(2);
    expect(await times.last().getAttribute('title')).toMatch(/^(just now|\d+ minutes? ago)$/);
    await rows
      .nth(1)
      .getByRole('button', { name: /^Sign out .+, 127\.0\.0\.1, signed in / })
      .click();
    await page.getByRole('dialog').getByRole('button', { name: 'Keep it' }).press('Escape');
    expect(await answerTo(other)).toBe(200);
    // Who goes by keyboard is back where they were, after the very first question, too.
    const focused = () => page.evaluate<string>('document.activeElement?.getAttribute("aria-label") ?? ""');
    await expect.poll(focused).toMatch(/^Sign out .+, 127\.0\.0\.1, signed in /);
    await rows.nth(1).getByRole('button').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => rows.count()).toBe(1);
    expect([await answerTo(token), await answerTo(other)]).toEqual([200, 401]);
  });

  test('sign out everywhere ends the other sessions too; the export holds what is kept', async () => {
    const email = 'everywhere@example.org';
    const token = await registeredUser(server.url, dataDir, email);
    const other = await signIn(server.url, email);
    const { context, page } = await desk.person();
    await context.addCookies(withToken(token));
    await page.goto(`${server.url}/account`);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export my data' }).click(),
    ]);
    expect((await savedBytes(download)).toString()).toContain(email);
    await page.getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere' }).click();
    await page.waitForURL(/note=everywhere/);
    expect([await answerTo(token), await answerTo(other)]).toEqual([401, 401]);
  });

  test('access.md: what one has signed is listed, and saved as PDF and JSON', GUARD, async () => {
    const token = await approvedUser(server.url, dataDir, 'signer@example.org');
    const { context, page, complaints } = await desk.person();
    await context.addCookies(withToken(token));
    await page.goto(`${server.url}/account`);
    const section = page.getByRole('region', { name: 'Your agreements' });
    await section.getByText('Nothing signed yet').waitFor();

    const admin = await adminTokenOf(server.url);
    const terms = termsOn(server.url, admin);
    const set = await terms.add('Data use', 'You cite the paper.');
    const dataset = await publishBrainMri(server.url, admin, 'MRI');
    const id = dataset.slice('/datasetDetail/'.length);
    await terms.ask(id, set);
    const body = { terms: set.versions[0]?.id, name: 'ada lovelace', agreed: true };
    await callServer(server.url, 'POST', `/api/v1/dataset/${id}/signature`, { token, body });
    await page.route('**/api/v1/signatures', (route) =>
      route.fulfill({ status: 503, json: { code: 503, msg: 'The portal is busy.' } }),
    );
    await page.reload();
    await section.getByText('Your agreements could not be loaded.').waitFor();
    await page.unroute('**/api/v1/signatures');
    await section.getByRole('button', { name: 'Retry' }).click();
    const item = section.getByRole('listitem').filter({ hasText: 'Data use, version 1' });
    await item.waitFor();

    const save = async (format: string) => {
      const button = item.getByRole('button', { name: new RegExp(`^${format}: Data use, version 1`) });
      const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
      return { name: download.suggestedFilename(), bytes: await savedBytes(download) };
    };
    const pdf = await save('PDF');
    expect(pdf.name).toMatch(/^Brain-MRI.*_Data-use_v1\.pdf$/);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const json = await save('JSON');
    expect(json.name).toMatch(/\.json$/);
    expect(json.bytes.toString()).toContain('You cite the paper.');

    await page.route('**/document?*', (route) =>
      route.fulfill({ status: 503, json: { code: 503, msg: 'The portal is busy.' } }),
    );
    await item.getByRole('button', { name: /^PDF/ }).click();
    await item.getByText('The file could not be fetched. The portal is busy.').waitFor();
    expect(await findings(page, [{ colorScheme: 'dark', width: 390, axe: true }], '#agreements')).toEqual([]);
    await item.getByRole('link').click();
    await page.waitForURL(`${server.url}${dataset}`);
    // As links of notices and mails lead to it.
    await page.setViewportSize({ width: 1280, height: 400 });
    await page.goto(`${server.url}/account#agreements`);
    await item.waitFor();
    await expect
      .poll(() => section.evaluate((part) => Math.abs(part.getBoundingClientRect().top)))
      .toBeLessThan(200);
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('deleting the account says what stays, asks for the password and ends everything', async () => {
    const email = 'gone@example.org';
    const token = await registeredUser(server.url, dataDir, email);
    const { context, page } = await desk.person();
    await context.addCookies(withToken(token));
    await page.goto(`${server.url}/account`);
    await page.getByRole('button', { name: 'Delete my account' }).click();
    await page.getByText(/^Stays: the records/).waitFor();
    await page.getByText(/^Stays: the terms that you have signed/).waitFor();
    await page.getByRole('button', { name: 'Delete my account for good' }).click();
    await page.getByRole('alert').waitFor();
    expect(await answerTo(token)).toBe(200);
    await page.getByLabel('Your password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Delete my account for good' }).click();
    await page.getByText('Your account is deleted.').waitFor();
    expect(await answerTo(token)).toBe(401);
    await signInByForm(page, email, PASSWORD);
    await page.getByRole('alert').waitFor();
  });
});
