import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator } from '../../support/back-office.ts';
import { inBrowser } from '../../support/browser.ts';
import { GUARD } from '../../support/guards.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../../support/server-process.ts';

let folder: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-from-disk-'));
  const root = join(folder, 'scans');
  await mkdir(join(root, 'ward-7', 'raw'), { recursive: true });
  await writeFile(join(root, 'ward-7', 'readme.txt'), 'Ward 7\n');
  await writeFile(join(root, 'ward-7', 'raw', 'a.dat'), 'a'.repeat(1_000));
  server = await startServer(join(folder, 'data'), { IMPORT_ROOTS: root });
  token = await adminTokenOf(server.url);
});
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

/** The dataset as visitors find it, once it is published; with a size once its files are hashed. */
const published = async (name: string) =>
  (
    await callServer<{ name: string; status: string; fileCount: number }[]>(
      server.url,
      'GET',
      '/api/v1/datasets',
    )
  ).find((dataset) => dataset.name === name);

/** What has the focus, by its label or its words. */
const focused = `(() => {
  const { activeElement: at } = document;
  return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '';
})()`;

/** Goes on with Tab until something of that name has the focus, as a person would. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press('Tab');
    if (name.test(await page.evaluate<string, undefined>(focused, undefined))) return;
  }
  throw new Error(`Tab does not lead to ${name}`);
}

inBrowser('issue 6: a dataset that already lies on the server’s disk', (desk) => {
  test('added and published in at most 8 clicks; typing is none', { timeout: 60_000 }, async () => {
    const { page, complaints, context } = await administrator(desk, server.url, token);
    await page.addInitScript(
      'window.clicks = 0; addEventListener("click", (e) => { if (e.isTrusted && e.detail > 0) window.clicks++; }, true)',
    );
    await page.goto(`${server.url}/admin/index`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    const link = page.getByRole('link', { name: 'dataset list' }).first();
    if (!(await link.isVisible())) await page.getByRole('button', { name: /Dataset management/ }).click();
    await link.click();
    await page.getByRole('button', { name: 'Add dataset' }).first().click();
    const dialog = page.getByRole('dialog');
    // One word after the other, with Tab between them.
    await dialog.getByLabel('Name', { exact: true }).focus();
    await page.keyboard.type('Ward Seven');
    await page.keyboard.press('Tab');
    await page.keyboard.type('1.0');
    await page.keyboard.press('Tab');
    await page.keyboard.type('MRI');
    await dialog.getByRole('button', { name: 'Create draft' }).click();
    await dialog.getByRole('button', { name: 'From the server' }).click();
    await page.getByLabel('Choose ward-7').click();
    await page.getByRole('button', { name: /^Register 1/ }).click();
    await dialog.getByText('ward-seven/ward-seven-1.0/', { exact: true }).waitFor();
    await dialog.getByText('ward-7.zip', { exact: true }).first().waitFor();
    await page.getByRole('button', { name: 'Publish', exact: true }).click();
    await page.getByText('Ward Seven 1.0 is published').waitFor();

    expect(await page.evaluate('window.clicks')).toBeLessThanOrEqual(8);
    await expect.poll(() => published('Ward Seven'), { timeout: 30_000 }).toMatchObject({ fileCount: 2 });
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('look.md, keyboard only: the same without a pointer', { ...GUARD, timeout: 60_000 }, async () => {
    const { page, context } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/dataset/dataset_list`);
    await page.getByRole('button', { name: 'Add dataset' }).first().waitFor();
    await tabTo(page, /^Add dataset$/);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Name', { exact: true }).waitFor();
    await tabTo(page, /^Name/);
    await page.keyboard.type('By Keys');
    await tabTo(page, /^Version/);
    await page.keyboard.type('2.0');
    await tabTo(page, /^Modality/);
    await page.keyboard.type('CT');
    // Enter sends the form from any field of one line.
    await page.keyboard.press('Escape');
    await tabTo(page, /^Create draft$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'From the server' }).waitFor();
    await tabTo(page, /^From the server$/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Choose ward-7').waitFor();
    await tabTo(page, /^Choose ward-7$/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Register 1/);
    await page.keyboard.press('Enter');
    await page.getByText('by-keys/by-keys-2.0/', { exact: true }).waitFor();
    await tabTo(page, /^Publish$/);
    await page.keyboard.press('Enter');
    await page.getByText('By Keys 2.0 is published').waitFor();
    expect(await published('By Keys')).toMatchObject({ status: 'published' });
    await context.close();
  });
});
