import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { inBrowser } from '../../support/browser.ts';
import { GUARD } from '../../support/guards.ts';
import { codeFromOutbox, decide, PASSWORD } from '../../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../../support/server-process.ts';

/** Whether the whole row can be seen without scrolling. */
async function inView(row: Locator): Promise<boolean> {
  const box = await row.boundingBox();
  const height = row.page().viewportSize()?.height ?? 0;
  return box !== null && box.y >= 0 && box.y + box.height <= height;
}

let dataDir: string;
let server: ServerProcess;
let detail: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-registration-'));
  server = await startServer(dataDir);
  const token = await adminTokenOf(server.url);
  const policy = {
    mode: 'rules',
    domains: ['university.example'],
    addresses: [],
    approvalDays: null,
    notice: 'off',
  };
  await callServer(server.url, 'PUT', '/api/v1/admin/approvalPolicy', { token, body: policy });
  const form = new FormData();
  const fields = { name: 'Brain Scans', version: '1.0', modalityName: 'MRI' };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (let file = 1; file <= 30; file++)
    form.append('subsets', new Blob([`scan ${file}`]), `scan-${file}.txt`);
  const answer = await fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${token}` },
  });
  const { data } = (await answer.json()) as { data: { id: string } };
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
    token,
    body: { status: 'published' },
  });
  detail = `/datasetDetail/${data.id}`;
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

inBrowser('look.md: registration to the first download', (desk) => {
  /** From the row of a file to the end of the form; counts what a person has to fill in. */
  async function register(email: string) {
    const person = await desk.person();
    const { page } = person;
    const row = page
      .getByRole('region', { name: 'Data list' })
      .getByRole('row')
      .filter({ hasText: 'scan-27.txt' });
    await page.goto(server.url + detail);
    await row.getByText('your must sign in to download').click();
    // There and back between the two forms: the way back is kept.
    await page.getByRole('link', { name: 'Register' }).click();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('link', { name: 'Register' }).click();
    let filled = 0;
    const fill = async (field: Locator, value: string) => {
      await field.fill(value);
      filled += 1;
    };
    await fill(page.getByLabel('E-mail'), email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await fill(page.getByLabel('Code from the mail'), await codeFromOutbox(dataDir, email));
    await fill(page.getByLabel('Password', { exact: true }), PASSWORD);
    await fill(page.getByLabel('First name'), 'Grace');
    await fill(page.getByLabel('Family name'), 'Hopper');
    await fill(page.getByLabel('Affiliation'), 'Navy');
    await fill(page.getByLabel('Purpose'), 'To find the moth.');
    await page.getByRole('button', { name: 'Register' }).click();
    return { ...person, row, filled };
  }

  test('at most 7 fields; approved by a rule: straight back on the row, and it downloads', async () => {
    const { page, row, filled, complaints } = await register('grace@university.example');
    await page.waitForURL(new RegExp(`${detail}#row-`));
    const link = row.getByRole('link', { name: /^Download scan-27/ });
    await link.waitFor();
    await expect.poll(() => inView(row)).toBe(true);
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe('scan-27.txt');
    expect(filled).toBeLessThanOrEqual(7);
    expect(complaints.list).toEqual([]);
  });

  test(
    'else back on the row, which says what is awaited, and later why not, with the way to resubmit',
    GUARD,
    async () => {
      const email = 'grace@elsewhere.example';
      const { page, row } = await register(email);
      await page.getByRole('link', { name: 'Go back to where you were' }).click();
      await page.waitForURL(new RegExp(`${detail}#row-`));
      await row.getByText(/^Awaiting approval/).waitFor();
      await expect.poll(() => inView(row)).toBe(true);
      await decide(server.url, email, 'rejected', 'Moths are out of scope.');
      await page.reload();
      await row.getByText('Moths are out of scope.').waitFor();
      await row.getByRole('link', { name: 'Resubmit' }).click();
      await page.getByRole('button', { name: 'Resubmit' }).click();
      await page.getByText('Your application is in again.').waitFor();
      await page.getByRole('link', { name: 'Go back to where you were' }).click();
      await page.waitForURL(new RegExp(`${detail}#row-`));
      await row.getByText(/^Awaiting approval/).waitFor();
    },
  );
});
