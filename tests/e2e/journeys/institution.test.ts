import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { institutionEnv } from '../../../server/testing/institutions.ts';
import { findings } from '../../support/axe.ts';
import { inBrowser } from '../../support/browser.ts';
import { GUARD, LONG, looks } from '../../support/guards.ts';
import { freePort } from '../../support/nginx.ts';
import { type OpenIdProviderServer, startOpenIdProvider } from '../../support/openid-provider.ts';
import { codeFromOutbox, PASSWORD, registeredUser } from '../../support/person.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';

const person = (email: string) => ({
  email,
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
  eduperson_scoped_affiliation: ['staff@university.example'],
});

let dataDir: string;
let server: ServerProcess;
let university: OpenIdProviderServer;
let orcid: OpenIdProviderServer;
/** By name, while the providers are at an address: theirs is another site, whose redirect brings a `Lax` cookie only. */
let portal: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-institution-'));
  const port = await freePort();
  portal = `http://localhost:${port}`;
  const redirectUri = `${portal}/api/v1/institutions/callback`;
  university = await startOpenIdProvider({
    people: { grace: person('grace@university.example'), ada: person('ada@example.org') },
    redirectUri,
  });
  orcid = await startOpenIdProvider({
    people: { '0000-0002-1825-0097': {} },
    redirectUri,
    onlyOpenId: true,
  });
  server = await startServer(dataDir, {
    PORT: String(port),
    PUBLIC_URL: portal,
    ...institutionEnv(university.issuer, 'University'),
    ...institutionEnv(orcid.issuer, 'ORCID', '_2'),
  });
  await registeredUser(server.url, dataDir, 'ada@example.org');
});
afterAll(async () => {
  await server?.end();
  await university?.close();
  await orcid?.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** At the provider's own pages. */
async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

inBrowser('access.md: sign-in with the institution, in a browser', (desk) => {
  async function arrive(name: string, login: string, from = '/login') {
    const someone = await desk.person();
    await someone.page.goto(portal + from);
    await someone.page.getByRole('link', { name: `Sign in with ${name}` }).click();
    await signInThere(someone.page, login);
    await someone.page.waitForURL(`${portal}/auth-redirect`);
    return someone;
  }
  test('a new person applies without a password, is back at once the next time, and proves by a mailed code', async () => {
    const { page, complaints, context } = await arrive('University', 'grace');
    await page.getByRole('heading', { name: 'Apply for access' }).waitFor();
    await page.getByText('University vouches for staff@university.example').waitFor();
    expect(await page.getByLabel('First name').inputValue()).toBe('Grace');
    expect(await findings(page, looks)).toEqual([]);
    await page.getByRole('button', { name: 'Send application' }).click();
    await page.getByText('Say what you need the data for.').first().waitFor();
    await page.getByLabel('Affiliation').fill('Naval Reserve');
    await page.getByLabel('Purpose').fill('To find the moth.');
    await page.getByRole('button', { name: 'Send application' }).click();
    await page
      .getByRole('heading', { name: /application/i })
      .first()
      .waitFor();
    expect(complaints.list).toEqual([]);
    await context.close();

    const again = await desk.person();
    await again.page.goto(`${portal}/login?redirect=${encodeURIComponent('/account#tokens')}`);
    await again.page.getByRole('link', { name: 'Sign in with University' }).click();
    await signInThere(again.page, 'grace');
    await again.page.waitForURL(`${portal}/account#tokens`);
    await again.page.getByText('Grace Hopper · grace@university.example').waitFor();
    await again.page.getByRole('button', { name: 'New token' }).click();
    await again.page.getByLabel('Name').fill('cluster');
    await again.page.getByRole('button', { name: 'Make token' }).click();
    await again.page.getByText('Enter the code from the mail.').first().waitFor();
    await again.page.getByRole('button', { name: 'Send code' }).click();
    const code = await codeFromOutbox(dataDir, 'grace@university.example', 'confirm');
    await again.page.getByLabel('Code from the mail').fill(code);
    expect(await findings(again.page, looks)).toEqual([]);
    await again.page.getByRole('button', { name: 'Make token' }).click();
    await again.page.getByText('The token “cluster” is made').waitFor();
    await again.page.getByRole('link', { name: 'Set a password' }).waitFor();
    expect(again.complaints.list).toEqual([]);
    await again.context.close();
  });

  test(
    'an account with the address is linked once its password is right, and unlinked on the account page',
    GUARD,
    async () => {
      const { page, complaints } = await arrive('University', 'ada');
      await page.getByRole('heading', { name: 'You have an account here' }).waitFor();
      expect(await findings(page, looks)).toEqual([]);
      await page.getByLabel('Your password').fill('seven wrong kettles on it');
      await page.getByRole('button', { name: 'Confirm and sign in' }).click();
      await page.getByText('This is not your current password.').first().waitFor();
      await page.getByLabel('Your password').fill(PASSWORD);
      await page.getByRole('button', { name: 'Confirm and sign in' }).click();
      await page.waitForURL(`${portal}/`);
      await page.goto(`${portal}/account`);
      const section = page.getByRole('region', { name: 'Institutions' });
      await section.getByText('vouches for staff@university.example').waitFor();
      await section.getByRole('link', { name: 'Link ORCID' }).click();
      await signInThere(page, '0000-0002-1825-0097');
      await page.getByRole('heading', { name: 'Link ORCID' }).waitFor();
      await page.getByRole('button', { name: 'Use a code by mail instead' }).click();
      await page.getByRole('button', { name: 'Send code' }).click();
      await page
        .getByLabel('Code from the mail')
        .fill(await codeFromOutbox(dataDir, 'ada@example.org', 'confirm'));
      await page.getByRole('button', { name: 'Link it' }).click();
      await page.waitForURL(`${portal}/account#institutions`);
      const item = section.getByRole('listitem').filter({ hasText: '0000-0002-1825-0097' });
      await item.getByRole('button', { name: 'Unlink' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
      await item.waitFor({ state: 'detached' });
      expect(await section.getByRole('listitem').count()).toBe(1);
      expect(complaints.list).toEqual([]);
    },
  );

  test('without an address one is asked for and proved by a code', GUARD, async () => {
    const { page, complaints } = await arrive('ORCID', '0000-0002-1825-0097', '/register');
    await page.getByRole('heading', { name: 'Which address is yours?' }).waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByText('Enter the code from the mail.').first().waitFor();
    await page.getByLabel('E-mail').fill('rosalind@example.org');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page
      .getByLabel('Code from the mail')
      .fill(await codeFromOutbox(dataDir, 'rosalind@example.org', 'confirm'));
    await page.getByRole('button', { name: 'Go on' }).click();
    await page.getByRole('heading', { name: 'Apply for access' }).waitFor();
    expect(complaints.list).toEqual([]);
  });

  test('what fails says so on a page of its own, and the password works', LONG, async () => {
    const { page, complaints } = await desk.person();
    await page.goto(`${portal}/login`);
    university.setDown(true);
    await page.getByRole('link', { name: 'Sign in with University' }).click();
    await page.getByRole('heading', { name: 'The institution does not answer' }).waitFor();
    expect(await findings(page, looks)).toEqual([]);
    university.setDown(false);
    await page.getByRole('link', { name: 'Back to sign-in' }).click();
    await page.getByRole('link', { name: 'Sign in with University' }).waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(`${portal}/`);

    await page.goto(`${portal}/auth-redirect#code=somebody-elses`);
    await page.getByText('This sign-in is over or was used already.').first().waitFor();
    await page.goto(`${portal}/`);
    await page.goto(`${portal}/auth-redirect#error=<img>`);
    await page.getByRole('heading', { name: 'The institution’s answer cannot be used' }).waitFor();
    expect(complaints.list).toEqual([]);
  });
});
