// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Secret, TOTP } from 'otpauth';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { logOutOfBackOffice, signInToBackOffice } from '../support/back-office.ts';
import { inBrowser, savedBytes } from '../support/browser.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const EMAIL = 'founder@example.org';
const PASSWORD = 'brass kettle under a slow window';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-founder-'));
  server = await startServer(dataDir, { ADMIN_EMAIL: '', ADMIN_PASSWORD: '' });
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** The link that the server printed; its host is what PUBLIC_URL says, which here is not where we are. */
async function printedLink(): Promise<string> {
  const find = () => /\/admin\/invite#token=[\w-]+/.exec(server.said())?.[0];
  await expect.poll(find).toBeDefined();
  return server.url + find();
}

/** Each code is good once, so that every use takes the next 30 s' code. */
function codesOf(secret: string): () => string {
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  let step = 0;
  return () => {
    const timestamp = Date.now() + 30_000 * step++;
    return app.generate({ timestamp });
  };
}

const focused = (page: Page) => page.evaluate<string>('document.activeElement?.name ?? ""');

inBrowser('threats row 32: no default administrator, but a link for the first one', (desk) => {
  test('link → account → two-step sign-in → signed in with a code, and once with a recovery code', async () => {
    const { page, complaints } = await desk.person();
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.url()));

    // Nobody is signed in, and the guard lets the link pass.
    const link = await printedLink();
    await page.goto(link);
    await page.getByText('You become the owner of this portal').waitFor();
    await page.getByRole('button', { name: 'Create account' }).click();
    // The summary takes the focus and names what is missing; what is typed is kept.
    const summary = page.getByRole('alert');
    await summary.getByRole('button', { name: 'Enter your e-mail address.' }).click();
    expect(await focused(page)).toBe('email');
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByLabel('Your name').fill('Fay Founder');
    await page.getByLabel('Password', { exact: true }).fill('passwordpassword');
    await page.getByRole('button', { name: 'Create account' }).click();
    await summary.waitFor();
    expect(await page.getByLabel('Your name').inputValue()).toBe('Fay Founder');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(`Your account is ready. Sign in as ${EMAIL}.`).waitFor();
    // Threats row 13: the token never was part of an address that was asked for.
    const token = new URL(link).hash.slice('#token='.length);
    expect(requests.filter((url) => url.split('#')[0]?.includes(token))).toEqual([]);

    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/admin\/index/);

    // The link works once.
    const stranger = await desk.person();
    await stranger.page.goto(link);
    await stranger.page.getByRole('heading', { name: 'This invitation cannot be used' }).waitFor();

    // Two-step sign-in: the password first, then the secret as picture and text.
    await page.getByRole('button', { name: 'Your account menu: Fay Founder' }).click();
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByRole('button', { name: 'Set up' }).click();
    await page.getByLabel('Your password, to begin').fill('not the password at all');
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Your password, to begin').fill(PASSWORD);
    await page.getByRole('button', { name: 'Continue' }).click();
    const picture = page.getByRole('img', { name: /QR code/ });
    await picture.waitFor();
    await expect
      .poll(() => page.evaluate<number>('document.querySelector("main img").naturalWidth'))
      .toBeGreaterThan(0);
    const secret = ((await page.locator('code').textContent()) ?? '').replaceAll(' ', '');
    const nextCode = codesOf(secret);
    await page.getByLabel('Code from the app').fill('000000');
    await page.getByRole('button', { name: 'Turn on' }).click();
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Code from the app').fill(nextCode());
    await page.getByRole('button', { name: 'Turn on' }).click();

    // The recovery codes are shown once: not kept, the page does not let go by itself.
    await page.getByRole('heading', { name: 'Keep these recovery codes' }).waitFor();
    const recovery = await page.getByRole('listitem').locator('code').allTextContents();
    expect(recovery.length).toBeGreaterThanOrEqual(8);
    const tabs = page.getByRole('navigation', { name: 'Open tabs' });
    await tabs.getByRole('link', { name: 'home', exact: true }).click();
    const asked = page.getByRole('dialog', { name: 'Have you kept the recovery codes?' });
    await asked.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download as a text file' }).click(),
    ]);
    const file = (await savedBytes(saved)).toString();
    for (const code of recovery) expect(file).toContain(code);
    await page.getByLabel('I have kept them').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.getByText(`${recovery.length} recovery codes are left.`).waitFor();

    // Signing in asks for the code, keeps what was typed, and takes no wrong one.
    await logOutOfBackOffice(page);
    await signInToBackOffice(page, EMAIL, PASSWORD);
    const code = page.getByLabel('One-time code');
    await code.waitFor();
    await expect.poll(() => focused(page)).toBe('totp');
    expect(await code.getAttribute('autocomplete')).toBe('one-time-code');
    expect(await page.getByRole('alert').count()).toBe(0);
    await code.fill('000000');
    await code.press('Enter');
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(PASSWORD);
    await code.fill(nextCode());
    await code.press('Enter');
    await page.waitForURL(/\/admin\/index/);

    // A recovery code in its place works, once.
    const withRecoveryCode = async () => {
      await logOutOfBackOffice(page);
      await signInToBackOffice(page, EMAIL, PASSWORD);
      await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
      await page.getByLabel('Recovery code').fill(recovery[0] ?? '');
      await page.getByLabel('Recovery code').press('Enter');
    };
    await withRecoveryCode();
    await page.waitForURL(/\/admin\/index/);
    await withRecoveryCode();
    await page.getByRole('alert').waitFor();
    expect(page.url()).toContain('/admin/login');

    expect(complaints.list).toEqual([]);
  }, 120_000);
});
