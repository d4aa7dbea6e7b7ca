// @module-tag guards
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { codeAt } from '../../../server/testing/administrators.ts';
import { institutionEnv } from '../../../server/testing/institutions.ts';
import { findings } from '../../support/axe.ts';
import { inBrowser } from '../../support/browser.ts';
import { LONG, looks } from '../../support/guards.ts';
import { freePort } from '../../support/nginx.ts';
import { type OpenIdProviderServer, startOpenIdProvider } from '../../support/openid-provider.ts';
import {
  ADMIN,
  adminTokenOf,
  callServer,
  type ServerProcess,
  startServer,
} from '../../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;
let university: OpenIdProviderServer;
let orcid: OpenIdProviderServer;
let portal: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-admin-institution-'));
  const port = await freePort();
  portal = `http://localhost:${port}`;
  const redirectUri = `${portal}/api/v1/institutions/callback`;
  const grace = { email: 'grace@university.example', given_name: 'Grace', family_name: 'Hopper' };
  university = await startOpenIdProvider({ people: { grace }, redirectUri });
  orcid = await startOpenIdProvider({ people: {}, redirectUri, onlyOpenId: true });
  server = await startServer(dataDir, {
    PORT: String(port),
    PUBLIC_URL: portal,
    ...institutionEnv(university.issuer, 'University'),
    ...institutionEnv(orcid.issuer, 'ORCID', '_2'),
    OIDC_ADMINS: 'University',
  });
});
afterEach(() => university.tamper(undefined));
afterAll(async () => {
  await server?.end();
  await university?.close();
  await orcid?.close();
  await rm(dataDir, { recursive: true, force: true });
});

async function signInThere(page: Page, login: string): Promise<void> {
  await page.locator('input[name=login]').fill(login);
  await page.locator('input[name=password]').fill('any');
  await page.getByRole('button').click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function look(page: Page, name: string): Promise<void> {
  expect(await findings(page, looks), name).toEqual([]);
}

inBrowser('access.md: administrators sign in with the institution, in a browser', (desk) => {
  const byInstitution = async (page: Page, from = '/admin/login') => {
    await page.goto(portal + from);
    await page.getByRole('link', { name: 'Sign in with University' }).click();
    await signInThere(page, 'grace');
  };
  const panel = (page: Page) => page.locator('section').filter({ hasText: 'Institutions' }).last();
  const linkIt = async (page: Page) => {
    await page.goto(`${portal}/admin/account`);
    await page.getByRole('link', { name: 'Link University' }).click();
  };

  test(
    'by the provider’s second factor at once; each failure leads back to the back office',
    LONG,
    async () => {
      const { page, complaints } = await desk.person();
      university.setDown(true);
      await page.goto(`${portal}/admin/login`);
      await page.getByRole('link', { name: 'Sign in with University' }).click();
      await page.getByRole('heading', { name: 'The institution does not answer' }).waitFor();
      university.setDown(false);
      expect(await page.getByRole('link', { name: 'Back to sign-in' }).getAttribute('href')).toBe(
        '/admin/login',
      );
      await page.goto(`${portal}/api/v1/admin/institutions/2/start`);
      await page.getByRole('heading', { name: 'This institution signs no administrators in' }).waitFor();
      await look(page, 'wrong-provider');

      const token = await adminTokenOf(server.url);
      await page
        .context()
        .addCookies([{ name: 'Portal-Admin-Token', value: token, domain: 'localhost', path: '/admin' }]);
      university.tamper({ claims: (claims) => ({ ...claims, amr: ['pwd', 'hwk'] }) });
      await linkIt(page);
      await signInThere(page, 'grace');
      await page.getByText('you also sign in to the back office as Grace Hopper').waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('link', { name: 'Link University' }).click();
      await page.getByLabel('Your back office password').fill(ADMIN.password);
      await page.getByRole('button', { name: 'Link University' }).click();
      await page.getByRole('button', { name: 'Unlink University, grace' }).waitFor();

      const again = await desk.person();
      await byInstitution(again.page);
      await again.page.waitForURL(/\/admin\/(?!login)/);
      await again.page.goto(`${portal}/admin/account`);
      await again.page.getByRole('button', { name: 'Unlink University, grace' }).click();
      await again.page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
      await again.page
        .getByRole('button', { name: 'Unlink University, grace' })
        .waitFor({ state: 'detached' });
      expect(again.complaints.list).toEqual([]);
      expect(complaints.list).toEqual([]);
    },
  );

  test('linked on the own page with a second factor, signed in by it, and unlinked', async () => {
    const { page, complaints } = await desk.person();
    await page.goto(`${portal}/admin/login`);
    await page.getByRole('link', { name: 'Sign in with University' }).waitFor();
    expect(await page.getByRole('link', { name: 'Sign in with ORCID' }).count()).toBe(0);
    await look(page, 'login');
    await byInstitution(page);
    await page.getByRole('heading', { name: 'University opens no administrator account here' }).waitFor();
    await look(page, 'unknown');
    await page.getByRole('link', { name: 'Back office sign-in' }).click();
    await page.getByLabel('E-mail').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(/\/admin\/(?!login)/);

    // Neither side has a second factor.
    // The provider knows the browser by now.
    await linkIt(page);
    await page.getByText('A second factor is missing').waitFor();
    await look(page, 'one-factor');
    await page.getByRole('button', { name: 'Understood' }).click();

    // Another page sends the browser through the same way: this tab has not asked again.
    await page.goto(`${portal}/api/v1/admin/institutions/1/start?to=link`);
    await page.getByRole('heading', { name: 'Nobody asked for this link here' }).waitFor();
    await look(page, 'not-asked');
    await page.getByRole('link', { name: 'To your account' }).click();
    await panel(page).getByRole('link', { name: 'Link University' }).waitFor();
    expect(await page.getByText('A second factor is missing').count()).toBe(0);

    const { token } = await callServer<{ token: string }>(server.url, 'POST', '/api/v1/admin/login', {
      body: ADMIN,
    });
    const { secret } = await callServer<{ secret: string }>(server.url, 'POST', '/api/v1/admin/totp', {
      token,
      body: { password: ADMIN.password },
    });
    const code = codeAt(secret, Date.now());
    const { recoveryCodes } = await callServer<{ recoveryCodes: string[] }>(
      server.url,
      'POST',
      '/api/v1/admin/totp/confirm',
      { token, body: { code } },
    );

    await linkIt(page);
    await page.waitForURL(`${portal}/admin/account#institutions`);
    await page.getByText('you also sign in to the back office as Grace Hopper').waitFor();
    await page.getByRole('button', { name: 'Link University' }).click();
    await page.getByText('Enter the code.').first().waitFor();
    await look(page, 'link');
    await page.getByLabel('Your back office password').fill('seven wrong kettles on it');
    await page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await page.getByRole('button', { name: 'Link University' }).click();
    await page.getByText('The password is not right.').first().waitFor();
    expect(await page.getByLabel('Recovery code').inputValue(), 'what was typed stays').not.toBe('');
    await page.getByLabel('Your back office password').fill(ADMIN.password);
    await page.getByRole('button', { name: 'Link University' }).click();
    await panel(page).getByText('not used yet').waitFor();
    await look(page, 'account');
    expect(complaints.list).toEqual([]);

    const again = await desk.person();
    await byInstitution(again.page, `/admin/login?redirect=${encodeURIComponent('/admin/account')}`);
    await again.page.getByRole('heading', { name: 'One step more' }).waitFor();
    await look(again.page, 'code');
    await again.page.getByRole('button', { name: 'Use a recovery code instead' }).click();
    await again.page.getByLabel('Recovery code').fill('aaaa-aaaa-aaaa');
    await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.page.getByText('This code is wrong or was used already.').first().waitFor();
    await again.page.getByLabel('Recovery code').fill(recoveryCodes[1] ?? '');
    await again.page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await again.page.waitForURL(`${portal}/admin/account`);
    await panel(again.page).getByRole('button', { name: 'Unlink University, grace' }).click();
    await again.page.getByRole('dialog').getByRole('button', { name: 'Unlink' }).click();
    await again.page.getByRole('button', { name: 'Unlink University, grace' }).waitFor({ state: 'detached' });
    expect(again.complaints.list).toEqual([]);
  });
});
