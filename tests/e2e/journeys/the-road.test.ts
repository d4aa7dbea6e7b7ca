// @module-tag guards

import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from '../../support/browser.ts';
import { codeFromOutbox, PASSWORD } from '../../support/person.ts';
import {
  ADMIN,
  adminTokenOf,
  callServer,
  type ServerProcess,
  startServer,
} from '../../support/server-process.ts';

const EMAIL = 'grace@example.org';

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-road-'));
  // The real effort: the browser does the work that a visitor's does.
  server = await startServer(dataDir, { CAPTCHA_EFFORT: '1' });
  await putUp('Street Sounds', 'Audio', { 'birds.txt': 'chirp\n'.repeat(50_000) });
  await putUp('Brain Scans', 'MRI', { 'train.csv': 'id,label\n1,a\n', 'volumes.bin': 'v'.repeat(3_000_000) });
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

async function putUp(name: string, modalityName: string, files: Record<string, string>): Promise<void> {
  const token = await adminTokenOf(server.url);
  const form = new FormData();
  for (const [key, value] of Object.entries({ name, version: '1.0', modalityName })) form.append(key, value);
  for (const [fileName, content] of Object.entries(files))
    form.append('subsets', new Blob([content]), fileName);
  const headers = { authorization: `Bearer ${token}` };
  const answer = await fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    body: form,
    headers,
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
    token,
    body: { status: 'published' },
  });
}

/** Saves what a link downloads, under the name that the browser gives it. */
async function save(page: Page, link: ReturnType<Page['getByRole']>, folder: string): Promise<string> {
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const path = join(folder, download.suggestedFilename());
  await download.saveAs(path);
  return path;
}

inBrowser('§1 the road: from the catalogue to a checked download', (desk) => {
  test('a visitor registers, the lab approves, the file arrives whole', { timeout: 120_000 }, async () => {
    const visitor = await desk.person();
    const { page } = visitor;
    await page.goto(server.url);
    await expect.poll(() => page.title()).toMatch(/ - Vitrine$/);

    // Chooses a modality: the list scrolls to its section and the address says so.
    await page
      .getByRole('navigation', { name: /modalities/i })
      .getByRole('link', { name: /MRI/ })
      .click();
    await page.waitForURL(/#/);
    await page.getByRole('heading', { name: 'MRI' }).waitFor();

    // Opens a dataset; without an account it says what to do.
    await page.getByRole('link', { name: /Brain Scans/ }).click();
    await page.waitForURL(/\/datasetDetail\//);
    const address = page.url();
    const table = page.getByRole('table', { name: 'Data list' });
    await table.waitFor();
    await expect
      .poll(() => table.getByRole('columnheader').allTextContents(), { timeout: 15_000 })
      .toEqual(['Data name', 'Desc', 'Download']);
    const row = (name: string) => table.getByRole('row').filter({ hasText: name });
    await expect.poll(() => row('Whole dataset').count(), { timeout: 15_000 }).toBe(1);
    expect(await row('train.csv').textContent()).toContain('subset');
    await row('volumes.bin').getByText('your must sign in to download').click();

    // Signs in, or rather registers first, with the code from the mail.
    await page.waitForURL(/\/login/);
    await page.getByRole('link', { name: 'Register' }).click();
    await page.waitForURL(/\/register/);
    await page.getByLabel('E-mail').fill(EMAIL);
    await page.getByRole('button', { name: 'I am not a robot' }).click();
    await page.getByText('Checked. Thank you.').waitFor();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code from the mail').fill(await codeFromOutbox(dataDir, EMAIL));
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByLabel('First name').fill('Grace');
    await page.getByLabel('Family name').fill('Hopper');
    await page.getByLabel('Affiliation').fill('Navy');
    await page.getByLabel('Purpose').fill('To find the moth.');
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('heading', { name: 'Your application is in' }).waitFor();

    // Sees on the dataset's page that approval is awaited, with no dead link.
    await page.goto(address);
    await row('volumes.bin')
      .getByText(/awaiting approval/i)
      .waitFor();
    expect(
      await row('volumes.bin')
        .getByRole('link', { name: /download/i })
        .count(),
    ).toBe(0);

    // The lab approves.
    const lab = await desk.person();
    await lab.page.goto(`${server.url}/admin/user/applicant_list`);
    await lab.page.waitForURL(/\/admin\/login\?redirect=/);
    await lab.page.getByLabel('E-mail').fill(ADMIN.username);
    await lab.page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await lab.page.getByRole('button', { name: 'Sign in' }).click();
    await lab.page.waitForURL(/\/admin\/user\/applicant_list/);
    await expect.poll(() => lab.page.title()).toBe('applicant list - Vitrine');
    await lab.page
      .getByRole('row')
      .filter({ hasText: EMAIL })
      .getByRole('button', { name: /^Approve/ })
      .click();
    await lab.page.getByRole('row').filter({ hasText: EMAIL }).waitFor({ state: 'detached' });

    // The user downloads a subset and its integrity file through the page.
    await page.reload();
    const files = await mkdtemp(join(tmpdir(), 'vitrine-saved-'));
    await save(page, row('volumes.bin').getByRole('link', { name: /^Download/i }), files);
    await save(page, row('volumes.bin').getByRole('link', { name: /^SAH-256/ }), files);
    const sha256 = createHash('sha256')
      .update(await readFile(join(files, 'volumes.bin')))
      .digest('hex');
    expect(await readFile(join(files, 'volumes.bin.sha256'), 'utf8')).toBe(`${sha256}  volumes.bin\n`);

    // The record shows in the back office.
    await lab.page.goto(`${server.url}/admin/dataset/download`);
    const record = lab.page.getByRole('row').filter({ hasText: EMAIL });
    await record.waitFor();
    expect(await record.textContent()).toContain('volumes.bin');
    expect(await record.textContent()).toMatch(/complete/i);

    expect(visitor.complaints.list).toEqual([]);
    expect(lab.complaints.list).toEqual([]);
    await rm(files, { recursive: true });
  });
});
