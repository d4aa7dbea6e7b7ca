import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { OwnSignature } from '../../../contract/signing.ts';
import type { OneTerms } from '../../../contract/terms.ts';
import { form, newDataset } from '../../../server/testing/forms.ts';
import { findings } from '../../support/axe.ts';
import { inBrowser, savedBytes } from '../../support/browser.ts';
import { GUARD, LONG, looks } from '../../support/guards.ts';
import { approvedUser, decide, PASSWORD, registeredUser } from '../../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../../support/server-process.ts';
import { termsOn } from '../../support/terms.ts';

const TEXT = [
  '# Use',
  '',
  'You use the data for **research** alone.',
  '',
  '- You do not try to find out who took part.',
  '- You cite the paper.',
].join('\n');
const NAME = 'Ada Lovelace';

let dataDir: string;
let server: ServerProcess;
let admin: string;
let terms: ReturnType<typeof termsOn>;
let count = 0;

interface Asked {
  id: string;
  set: OneTerms;
}

/** A published dataset that asks for terms of its own. */
async function asked(name: string, files = 2): Promise<Asked> {
  const body = form(
    newDataset(name),
    ...Array.from({ length: files }, (_, n): [string, string, string] => [
      'subsets',
      `${n}`,
      `scan-${n}.csv`,
    ]),
  );
  const headers = { authorization: `Bearer ${admin}` };
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
  const { id } = ((await added.json()) as { data: Dataset }).data;
  await update(id, { status: 'published' });
  const set = await terms.add(`Agreement on ${name}`, TEXT);
  await terms.ask(id, set);
  return { id, set };
}

const update = (id: string, body: object) =>
  callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${id}`, { token: admin, body });

/** Somebody new. */
const someone = (as: typeof approvedUser = approvedUser) => {
  count += 1;
  return as(server.url, dataDir, `ada-${count}@example.org`);
};
const signaturesOf = (token: string) =>
  callServer<OwnSignature[]>(server.url, 'GET', '/api/v1/signatures', { token });

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-signing-'));
  server = await startServer(dataDir);
  admin = await adminTokenOf(server.url);
  terms = termsOn(server.url, admin);
}, 60_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const row = (page: Page, name: string) =>
  page
    .getByRole('table', { name: 'Data list' })
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
const downloadIn = (page: Page, name: string) => row(page, name).getByRole('link', { name: /^Download/ });
const signIn = (page: Page, name: string) =>
  row(page, name).getByRole('button', { name: /^Sign to download/ });
/** The action column's button. */
const lead = (page: Page) => page.getByRole('button', { name: 'Sign to download', exact: true });
const nameField = (page: Page) => page.getByLabel(/^Type your name/);
const tick = (page: Page) => page.getByLabel('I have read these terms and agree to them.');
const signed = (page: Page) => page.getByRole('status').filter({ hasText: 'You have signed “' });
const focused = (page: Page, what = 'textContent') =>
  page.evaluate<string>(`document.activeElement.${what} ?? ''`);

inBrowser('access.md, "Terms as evidence": signing on the dataset’s page', (desk) => {
  async function open(id: string, token?: string, options: Parameters<typeof desk.person>[0] = {}) {
    const person = await desk.person({ reducedMotion: 'reduce', ...options });
    if (token) await person.context.addCookies([{ name: 'Portal-Token', value: token, url: server.url }]);
    await person.page.goto(`${server.url}/datasetDetail/${id}`);
    return person;
  }

  test('from the page to the first byte: three clicks and one typed name', async () => {
    const { id } = await asked('Brain');
    const token = await someone();
    const { context, page, complaints } = await open(id, token);
    await signIn(page, 'scan-1.csv').waitFor();
    expect(await page.getByRole('link', { name: /^Download/ }).count(), 'no dead link').toBe(0);
    expect(await page.getByRole('button', { name: /command/i }).count(), 'nor a command').toBe(0);
    await page.evaluate(
      'window.clicks = 0; addEventListener("click", (e) => { if (e.isTrusted) window.clicks++; }, true)',
    );
    await signIn(page, 'scan-1.csv').click();
    await page.getByRole('heading', { name: 'Agreement on Brain, version 1' }).waitFor();
    await expect.poll(() => focused(page)).toBe('Agreement on Brain, version 1');
    const text = page.getByRole('region', { name: 'The terms in full' });
    expect(await text.locator('strong').textContent()).toBe('research');
    await nameField(page).pressSequentially(NAME);
    await tick(page).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Sign and download/ }).click(),
    ]);
    expect(await page.evaluate('window.clicks')).toBe(3);
    expect(download.suggestedFilename()).toBe('scan-1.csv');
    expect((await savedBytes(download)).toString()).toBe('1');

    // Signed once for all; the focus is where the button was.
    await signed(page).waitFor();
    for (const name of ['Brain 1.0', 'scan-0.csv']) await downloadIn(page, name).waitFor();
    expect(await focused(page, `getAttribute('aria-label')`)).toMatch(/^Download scan-1\.csv/);
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    expect(await signaturesOf(token)).toMatchObject([
      { title: 'Agreement on Brain', version: 1, name: NAME },
    ]);
    await signed(page).getByRole('link', { name: 'See it in your account' }).click();
    await page.waitForURL(/\/account#agreements$/);
    await page.getByText('Agreement on Brain, version 1').waitFor();
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('by keyboard alone, on a phone, from the first button, though a search hides the row', async () => {
    const { id } = await asked('Long', 24);
    const token = await someone();
    const { context, page } = await open(id, token, { viewport: { width: 390, height: 800 } });
    const search = page.getByRole('searchbox', { name: 'Search the data list' });
    await search.fill('scan-7');
    await row(page, 'Long 1.0').waitFor({ state: 'detached' });
    await lead(page).focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => focused(page)).toBe('Agreement on Long, version 1');
    expect(await lead(page).getAttribute('aria-expanded')).toBe('true');
    // Close button, the text, the field.
    for (let steps = 0; steps < 3; steps++) await page.keyboard.press('Tab');
    expect(await focused(page, 'name')).toBe('name');
    await page.keyboard.type(' ada  LOVELACE ');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Space');
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    let downloads = 0;
    page.on('download', () => {
      downloads += 1;
    });
    // Past the button that downloads as well.
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Only sign');
    await page.keyboard.press('Enter');
    await signed(page).waitFor();
    await expect.poll(() => focused(page)).toMatch(/^Download all/);
    expect(downloads).toBe(0);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.suggestedFilename()).toBe('long-1.0.zip');
    await context.close();
  });

  test('from a file of the list, which has its link then; closed, the focus is back', LONG, async () => {
    const { id } = await asked('Files');
    const { context, page } = await open(id, await someone());
    const grid = page.getByRole('grid', { name: 'Files' });
    const button = grid.getByRole('button', { name: 'Sign to download: scan-1.csv' });
    await button.click();
    await nameField(page).fill('Ada');
    await page.getByRole('button', { name: 'Close' }).click();
    await nameField(page).waitFor({ state: 'detached' });
    expect(await focused(page, `getAttribute('aria-label')`)).toBe('Sign to download: scan-1.csv');
    await button.click();
    expect(await nameField(page).inputValue(), 'what was typed is kept').toBe('Ada');
    await nameField(page).fill(NAME);
    await tick(page).check();
    const [download] = await Promise.all([page.waitForEvent('download'), nameField(page).press('Enter')]);
    expect(download.suggestedFilename()).toBe('scan-1.csv');
    await expect.poll(() => focused(page, `getAttribute('aria-label')`)).toMatch(/^Download scan-1\.csv/);
    await grid.getByRole('link', { name: /^Download scan-0\.csv/ }).waitFor();
    await page.getByRole('button', { name: 'Copy commands' }).waitFor();
    await context.close();
  });

  test('what is missing or wrong is said at its field, and what was typed stays', async () => {
    const { id } = await asked('Fields');
    const token = await someone();
    const { context, page } = await open(id, token);
    await signIn(page, 'scan-0.csv').click();
    const send = page.getByRole('button', { name: /^Sign and download/ });
    await send.click();
    await page.getByText('Type your name.').waitFor();
    await page.getByText('Tick that you agree.').waitFor();
    expect(await focused(page, 'name')).toBe('name');
    expect(await findings(page, looks, 'main')).toEqual([]);
    await nameField(page).fill('Ada King');
    await tick(page).check();
    await send.click();
    const problem = page.locator('p[id$="no-name"]');
    await expect.poll(() => problem.textContent()).toContain(NAME);
    expect(await nameField(page).getAttribute('aria-describedby')).toBe(await problem.getAttribute('id'));
    expect(await nameField(page).inputValue()).toBe('Ada King');
    expect(await tick(page).isChecked()).toBe(true);
    expect(await focused(page, 'name')).toBe('name');
    expect(await signaturesOf(token)).toEqual([]);
    // Without a network: the words are there, and the way on is the same button.
    await context.setOffline(true);
    await nameField(page).fill(NAME);
    await send.click();
    await page.locator('form [role=alert]').getByText('We could not reach the server.').waitFor();
    expect(await nameField(page).inputValue()).toBe(NAME);
    await context.setOffline(false);
    await Promise.all([page.waitForEvent('download'), send.click()]);
    await context.close();
  });

  test('new terms: what has changed since one signed, and they are signed again', GUARD, async () => {
    const { id, set } = await asked('Changing');
    const token = await someone();
    const { context, page } = await open(id, token);
    await signIn(page, 'scan-0.csv').click();
    await nameField(page).fill(NAME);
    await tick(page).check();
    await page.getByRole('button', { name: 'Only sign' }).click();
    await downloadIn(page, 'scan-0.csv').waitFor();

    const second = await terms.change(set, TEXT.replace('the paper', 'the paper and the lab'));
    await page.reload();
    await page.getByText('The terms of this dataset have changed since you signed').waitFor();
    await row(page, 'scan-0.csv')
      .getByRole('button', { name: /^Sign the new terms/ })
      .click();
    const day = new Date().toISOString().slice(0, 4);
    const changes = page.getByRole('list', {
      name: new RegExp(`^New since version 1, which you signed on ${day}`),
    });
    await changes.waitFor();
    expect(await changes.getByRole('listitem').allTextContents()).toEqual(
      expect.arrayContaining(['Removed: - You cite the paper.', 'Added: - You cite the paper and the lab.']),
    );
    expect(await findings(page, looks, 'main')).toEqual([]);
    await nameField(page).fill(NAME);
    await tick(page).check();
    await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: /^Sign and download/ }).click(),
    ]);
    expect(await findings(page, looks, 'main')).toEqual([]);
    expect((await signaturesOf(token)).map(({ version }) => version)).toEqual([2, 1]);

    // A version that need not be signed again asks for nothing.
    await terms.change(second, `${TEXT}\n- You say thanks.`, false);
    await page.reload();
    await downloadIn(page, 'scan-0.csv').waitFor();
    expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
    await context.close();
  });

  test(
    'changed while they are read: the new text with what is new, the name kept, the tick made anew',
    GUARD,
    async () => {
      const { id, set } = await asked('Meanwhile');
      const token = await someone();
      const { context, page } = await open(id, token);
      await signIn(page, 'scan-0.csv').click();
      await nameField(page).fill(NAME);
      await tick(page).check();
      await terms.change(set, `${TEXT}\n- You report what is wrong.`);
      await page.getByRole('button', { name: /^Sign and download/ }).click();
      await page.getByRole('heading', { name: 'Agreement on Meanwhile, version 2' }).waitFor();
      await expect.poll(() => focused(page)).toContain('The terms changed while you were reading.');
      const changes = page.getByRole('list', { name: 'New since the text that you have just read' });
      expect(await changes.getByText('Added: - You report what is wrong.').count()).toBe(1);
      expect(await nameField(page).inputValue()).toBe(NAME);
      expect(await tick(page).isChecked(), 'another text is agreed to anew').toBe(false);
      expect(await signaturesOf(token)).toEqual([]);
      expect(await findings(page, looks, 'main')).toEqual([]);
      await tick(page).check();
      await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^Sign and download/ }).click(),
      ]);
      expect(await signaturesOf(token)).toMatchObject([{ version: 2 }]);
      await context.close();
    },
  );

  test(
    'a session that ends while one signs: after a new sign-in the panel is open, with the name',
    LONG,
    async () => {
      const { id } = await asked('Over');
      const token = await someone();
      const { context, page } = await open(id, token);
      await signIn(page, 'scan-1.csv').click();
      await nameField(page).fill(NAME);
      await tick(page).check();
      await callServer(server.url, 'POST', '/api/v1/logout', { token });
      await page.getByRole('button', { name: /^Sign and download/ }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'log in again' }).click();
      await row(page, 'scan-1.csv')
        .getByRole('link', { name: /must sign in to download/ })
        .click();
      await page.waitForURL(/\/login\?redirect=/);
      await page.getByLabel('E-mail').fill(`ada-${count}@example.org`);
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
      await page.getByRole('button', { name: 'Sign in', exact: true }).click();
      await page.waitForURL(/\/datasetDetail\//);
      await nameField(page).waitFor();
      expect(await nameField(page).inputValue()).toBe(NAME);
      expect(await signIn(page, 'scan-1.csv').getAttribute('aria-expanded')).toBe('true');
      await tick(page).check();
      await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: /^Sign and download/ }).click(),
      ]);
      // Nothing is left to come back.
      await page.reload();
      await downloadIn(page, 'scan-1.csv').waitFor();
      expect(await nameField(page).count()).toBe(0);
      await context.close();
    },
  );

  test('an account that waits signs now, and downloads as soon as it is approved', GUARD, async () => {
    const { id } = await asked('Waiting');
    const token = await someone(registeredUser);
    const email = `ada-${count}@example.org`;
    const { context, page } = await open(id, token);
    await page.getByText('Sign them now, so that nothing waits twice.').waitFor();
    await page.getByRole('button', { name: 'Sign the terms now' }).click();
    await nameField(page).fill(NAME);
    await tick(page).check();
    expect(await findings(page, looks, 'main')).toEqual([]);
    await page.getByRole('button', { name: 'Sign', exact: true }).click();
    await signed(page).waitFor();
    await expect.poll(() => focused(page)).toContain('You have signed');
    await page.getByRole('button', { name: 'Sign the terms now' }).waitFor({ state: 'detached' });
    await decide(server.url, email, 'approved');
    await page.reload();
    await downloadIn(page, 'scan-0.csv').waitFor();
    await context.close();
  });

  test('who was refused or suspended is not asked to sign', LONG, async () => {
    const { id } = await asked('Refused');
    for (const [status, words] of [
      ['rejected', 'Your application was rejected.'],
      ['suspended', 'Your account is suspended'],
    ] as const) {
      const token = await someone(status === 'suspended' ? approvedUser : registeredUser);
      await decide(server.url, `ada-${count}@example.org`, status, 'No.');
      const { context, page } = await open(id, token);
      await page.getByText(words).waitFor();
      expect(await page.getByRole('button', { name: /^Sign/ }).count()).toBe(0);
      await context.close();
    }
  });

  test('during an embargo: a user signs, a visitor reads and is shown the way', GUARD, async () => {
    const { id } = await asked('Embargoed');
    await update(id, { embargoUntil: '2999-12-31' });
    const token = await someone();
    const user = await open(id, token);
    await user.page.getByText('Sign them now, so that nothing waits twice.').waitFor();
    await user.page.getByRole('button', { name: 'Sign the terms now' }).click();
    await nameField(user.page).fill(NAME);
    await tick(user.page).check();
    await user.page.getByRole('button', { name: 'Sign', exact: true }).click();
    await signed(user.page).waitFor();
    expect(await signaturesOf(token)).toHaveLength(1);
    await user.context.close();

    const { context, page } = await open(id);
    const notice = page.getByRole('note').filter({ hasText: '“Agreement on Embargoed”, version 1' });
    expect(await (await fetch(page.url())).text(), 'without script, too').toContain('Agreement on Embargoed');
    await notice.getByRole('button', { name: 'Read the terms' }).click();
    await page.getByRole('region', { name: 'The terms in full' }).getByText('You cite the paper.').waitFor();
    expect(await nameField(page).count()).toBe(0);
    expect(await findings(page, looks, 'main')).toEqual([]);
    await page.getByRole('link', { name: 'Sign in to sign' }).click();
    await page.waitForURL(/\/login\?redirect=%2FdatasetDetail%2F/);
    await context.close();
  });

  test('signed in another window: the links come', GUARD, async () => {
    const { id, set } = await asked('Twice');
    const token = await someone();
    const { context, page } = await open(id, token);
    await signIn(page, 'scan-0.csv').waitFor();
    await callServer(server.url, 'POST', `/api/v1/dataset/${id}/signature`, {
      token,
      body: { terms: set.versions[0]?.id, name: NAME, agreed: true },
    });
    await signIn(page, 'scan-0.csv').click();
    await downloadIn(page, 'scan-0.csv').waitFor();
    await context.close();
  });

  test('nothing to load, nothing to sign: the panel says so, and Retry goes on', LONG, async () => {
    const { id } = await asked('Failing');
    const { context, page } = await open(id, await someone());
    const path = `**/api/v1/dataset/${id}/terms`;
    await context.route(path, (route) =>
      route.fulfill({ status: 503, json: { code: 503, msg: 'The portal is busy.' } }),
    );
    await signIn(page, 'scan-0.csv').click();
    await page.getByText('The terms could not be loaded. The portal is busy.').waitFor();
    await context.unroute(path);
    await page.getByRole('main').getByRole('button', { name: 'Retry' }).click();
    await nameField(page).waitFor();
    // The dataset asks for nothing any more: links instead.
    await terms.ask(id);
    await nameField(page).fill(NAME);
    await tick(page).check();
    await page.getByRole('button', { name: /^Sign and download/ }).click();
    await downloadIn(page, 'scan-0.csv').waitFor();
    await context.close();
  });

  test('in Chinese: no English is left over', GUARD, async () => {
    const { id } = await asked('中文');
    const { context, page } = await open(id, await someone(), { locale: 'zh-CN' });
    await page.getByRole('button', { name: '签署后下载', exact: true }).click();
    await page.getByLabel(/^请按账号中的写法/).waitFor();
    await page.getByRole('button', { name: /^签署并下载/ }).click();
    await page.getByText('请勾选表示同意。').waitFor();
    const left = await page.evaluate<string>(
      `[...document.querySelectorAll('main form, main h3, main [role=note]')].map((part) => part.innerText).join('\\n')`,
    );
    expect(left.replaceAll(/Ada Lovelace|Agreement on|\bUse\b|\bK?B\b/g, '')).not.toMatch(/[a-z]{2,}/i);
    await context.close();
  });
});
