// @module-tag guards
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator, invitationTo, signInToBackOffice } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { LONG } from '../support/guards.ts';
import {
  ADMIN,
  adminTokenOf,
  callServer,
  type ServerProcess,
  startServer,
} from '../support/server-process.ts';

const CURATOR = 'cora@lab.example';
const PASSWORD = 'a ladder for the highest shelf';

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-administrators-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** Those of closed groups too. */
const menuOf = (page: Page) =>
  page.getByRole('navigation', { name: 'Back office menu' }).locator('a').allTextContents();

inBrowser('§6 roles: administrators managed by administrators', (desk) => {
  test('invited by mail → accepted → sees only what the role may, and /401 for the rest', {
    ...LONG,
    timeout: 120_000,
  }, async () => {
    const owner = await administrator(desk, server.url, token);
    const { page } = owner;
    await page.goto(`${server.url}/admin/system/administrators`);
    await page.getByRole('button', { name: 'Invite administrator' }).click();
    const dialog = page.getByRole('dialog', { name: 'Invite an administrator' });
    await dialog.getByLabel('E-mail').fill('not an address');
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByLabel('E-mail').fill(CURATOR);
    await dialog.getByLabel('Curator').check();
    await dialog.getByRole('button', { name: 'Send invitation' }).click();
    const open = page.getByRole('table', { name: 'Open invitations' });
    await open.getByRole('row').filter({ hasText: CURATOR }).waitFor();

    // A second one, withdrawn again: its link is dead.
    await callServer(server.url, 'POST', '/api/v1/admin/invitations', {
      token,
      body: { email: 'wrong@lab.example', role: 'owner' },
    });
    await page.reload();
    const dead = server.url + (await invitationTo(dataDir, 'wrong@lab.example'));
    await page.getByRole('button', { name: 'Withdraw the invitation of wrong@lab.example' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
    await open.getByRole('row').filter({ hasText: 'wrong@lab.example' }).waitFor({ state: 'detached' });

    const invited = await desk.person();
    await invited.page.goto(dead);
    await invited.page.getByRole('heading', { name: 'This invitation cannot be used' }).waitFor();
    const whole = server.url + (await invitationTo(dataDir, CURATOR));
    await invited.page.goto(whole.slice(0, -5));
    await invited.page.getByText('The link is not complete').waitFor();
    await invited.page.goto(whole);
    // Only the part behind # differs: the page stays loaded and reads the other invitation.
    await invited.page.getByText('You are invited to the back office as Curator.').waitFor();
    expect(await invited.page.getByLabel('E-mail').inputValue()).toBe(CURATOR);
    await invited.page.getByLabel('Your name').fill('Cora Curator');
    await invited.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await invited.page.getByRole('button', { name: 'Create account' }).click();
    await signInToBackOffice(invited.page, CURATOR, PASSWORD);
    await invited.page.waitForURL(/\/admin\/index/);

    // The sidebar and the tiles hold what a curator may read.
    await invited.page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
    await expect
      .poll(() => menuOf(invited.page))
      .toEqual([
        'home',
        'download records',
        'dataset list',
        'reported problems',
        'terms',
        'signatures',
        'jobs',
      ]);
    await invited.page.getByRole('link', { name: /^Datasets/ }).waitFor();
    expect(await invited.page.getByText('Waiting for a decision').count()).toBe(0);
    await invited.page.goto(`${server.url}/admin/dataset/dataset_list`);
    await invited.page.getByRole('button', { name: 'Add dataset' }).first().waitFor();

    // A screen opened by its address says what /401 says, and asks for nothing that would be refused.
    const refused: string[] = [];
    invited.page.on('response', (response) => {
      if (response.status() === 403) refused.push(response.url());
    });
    for (const path of ['user/user_list', 'system/administrators', 'system/audit', 'system/approval']) {
      await invited.page.goto(`${server.url}/admin/${path}`);
      await invited.page.getByRole('heading', { level: 1, name: 'You may not see this page' }).waitFor();
    }
    expect(refused).toEqual([]);

    // An auditor reads, and finds no button that changes anything.
    await page.reload();
    await page.getByRole('button', { name: 'Actions for Cora Curator' }).click();
    await page.getByRole('menuitem', { name: 'Change role' }).click();
    await page.getByRole('dialog').getByLabel('Auditor').check();
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('row').filter({ hasText: CURATOR }).getByText('Auditor').waitFor();
    await invited.page.goto(`${server.url}/admin/dataset/dataset_list`);
    await invited.page.getByText('There are no datasets yet.').waitFor();
    expect(await invited.page.getByRole('button', { name: 'Add dataset' }).count()).toBe(0);
    await invited.page.goto(`${server.url}/admin/system/approval`);
    await invited.page.getByText('Your role can read these rules, not change them.').waitFor();
    expect(await invited.page.getByRole('button', { name: 'Save' }).count()).toBe(0);

    // Disabled: the session ends with the next call.
    await page.getByRole('button', { name: 'Actions for Cora Curator' }).click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Disable' }).click();
    await page.getByRole('row').filter({ hasText: CURATOR }).getByText('Disabled').waitFor();
    await invited.page.goto(`${server.url}/admin/system/audit`);
    await invited.page.getByRole('dialog', { name: 'system prompt' }).waitFor();

    // Everything that was done stands in the audit log, readable as a difference.
    await page.goto(`${server.url}/admin/system/audit?keyword=${encodeURIComponent(CURATOR)}`);
    await page
      .getByRole('button', { name: /^Details: Changed the administrator/ })
      .last()
      .click();
    const entry = page.getByRole('dialog', { name: /^Changed the administrator/ });
    await expect.poll(() => entry.locator('del').allTextContents(), { timeout: 15_000 }).toEqual(['curator']);
    await expect.poll(() => entry.locator('ins').allTextContents(), { timeout: 15_000 }).toEqual(['auditor']);

    expect(owner.complaints.list).toEqual([]);
    expect(invited.complaints.list).toEqual([]);
  });

  test('who lost the password sets a new one by the link of `vitrine admin reset`', async () => {
    const command = fileURLToPath(new URL('../../bin/vitrine.mjs', import.meta.url));
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [command, 'admin', 'reset', ADMIN.username],
      { env: { ...process.env, DATA_DIR: dataDir, PUBLIC_URL: server.url } },
    );
    const { page, complaints } = await desk.person();
    await page.goto(/^http.*$/m.exec(stdout)?.[0] ?? '');
    await page.getByRole('heading', { name: 'Set a new password' }).waitFor();
    expect(await page.getByLabel('E-mail').inputValue()).toBe(ADMIN.username);
    expect(await page.getByLabel('Your name').count()).toBe(0);
    await page.getByRole('button', { name: 'Save new password' }).click();
    await page.getByRole('button', { name: 'Enter a password.' }).waitFor();
    await page.getByLabel('New password', { exact: true }).fill('password123456789');
    await page.getByRole('button', { name: 'Save new password' }).click();
    await page.getByRole('alert').getByText('too easy to guess').first().waitFor();
    await page.getByLabel('New password', { exact: true }).fill(`${ADMIN.password} again`);
    await page.getByRole('button', { name: 'Save new password' }).click();
    await signInToBackOffice(page, ADMIN.username, `${ADMIN.password} again`);
    await page.waitForURL(/\/admin\/index/);

    await page.goto(`${server.url}/admin/system/audit?keyword=reset`);
    await page
      .getByRole('row')
      .filter({ hasText: 'Made a link with which' })
      .getByText('(on the server)')
      .waitFor();
    expect(complaints.list).toEqual([]);
    // The session that this file's tests share has ended with it.
    const signedIn = { username: ADMIN.username, password: `${ADMIN.password} again` };
    const again = await callServer<{ token: string }>(server.url, 'POST', '/api/v1/admin/login', {
      body: signedIn,
    });
    token = again.token;
  });

  test('approval rules: wrong lines are named, what is unsaved is not lost', async () => {
    const { page, complaints } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/system/approval`);
    await page.getByLabel('By rules, the rest by hand').check();
    await page.getByLabel('Domains').fill('university.edu\n\nnot a domain');
    await page.getByLabel('Days that an approval lasts').fill('365');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('alert').getByText('Line 3 (not a domain)').waitFor();

    const menu = page.getByRole('navigation', { name: 'Back office menu' });
    await menu.getByRole('link', { name: 'audit log' }).click();
    await page.waitForURL(/\/admin\/system\/audit/);
    await menu.getByRole('link', { name: 'approval rules' }).click();
    await page.waitForURL(/\/admin\/system\/approval/);
    expect(await page.getByLabel('Domains').inputValue()).toContain('not a domain');

    await page.getByLabel('Domains').fill('university.edu\nlab.example');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('The approval rules are saved').waitFor();
    await menu.getByRole('link', { name: 'audit log' }).click();
    await page.waitForURL(/\/admin\/system\/audit/);
    expect(await callServer(server.url, 'GET', '/api/v1/admin/approvalPolicy', { token })).toMatchObject({
      mode: 'rules',
      domains: ['university.edu', 'lab.example'],
      approvalDays: 365,
    });
    expect(complaints.list).toEqual([]);
  });
});
