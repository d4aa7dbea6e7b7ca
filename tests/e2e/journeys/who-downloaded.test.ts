import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator } from '../../support/back-office.ts';
import { inBrowser, savedBytes } from '../../support/browser.ts';
import { GUARD } from '../../support/guards.ts';
import { fillPast } from '../../support/past.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../../support/server-process.ts';

const DAY = 86_400_000;

let dataDir: string;
let server: ServerProcess;
let token: string;
let lastMonth: { from: string; to: string };

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-who-'));
  const now = new Date();
  const firstOfMonth = (back: number) => Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1);
  const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);
  lastMonth = { from: dayOf(firstOfMonth(1)), to: dayOf(firstOfMonth(0)) };
  await fillPast(dataDir, async (past) => {
    past.at(firstOfMonth(1) - 40 * DAY);
    for (const name of ['ada', 'bob', 'cleo', 'dora']) await past.user(`${name}@example.org`, 'approved');
    const files = { 'a.txt': 'abc' };
    const one = await past.dataset({ name: 'Brain', version: '1', modalityName: 'MRI', files });
    const two = await past.dataset({ name: 'Brain', version: '2', modalityName: 'MRI', files });
    // The month before, and the other version: not asked for.
    past.at(firstOfMonth(1) - 1_000);
    await past.download('bob@example.org', one, 'a.txt');
    past.at(firstOfMonth(1) + 1_000);
    await past.download('ada@example.org', one, 'a.txt');
    past.at(firstOfMonth(1) + 3 * DAY);
    await past.download('dora@example.org', two, 'a.txt');
    past.at(firstOfMonth(0) - 1_000);
    await past.download('cleo@example.org', one, 'a.txt');
  });
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
}, 120_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const clicks = (page: Page) => page.evaluate('window.clicks');

/** The dashboard, with every click of the person counted from now on. */
async function onDashboard(page: Page): Promise<void> {
  await page.goto(`${server.url}/admin/index?range=90d`);
  await page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
  await page.getByRole('link', { name: 'Show the records' }).waitFor();
  await page.evaluate(
    'window.clicks = 0; addEventListener("click", (e) => { if (e.isTrusted) window.clicks++; }, true)',
  );
}

const people = async (page: Page) =>
  (await page.getByRole('rowheader').allTextContents())
    .map((text) => /\w+@example\.org/.exec(text.replace('Reader', ' '))?.[0])
    .sort();

inBrowser('issue 6: "Who downloaded version 1 last month?" in 3 clicks', (desk) => {
  test('dashboard → its records → version 1 → last month; and the answer as CSV', {
    ...GUARD,
    timeout: 120_000,
  }, async () => {
    const { page, complaints } = await administrator(desk, server.url, token);
    await onDashboard(page);
    await page.getByRole('link', { name: 'Show the records' }).click();
    await page.getByRole('heading', { level: 1, name: 'download records' }).waitFor();
    await page.getByRole('combobox', { name: 'Version' }).click();
    await page.getByRole('option', { name: '2', exact: true }).waitFor();
    await page.keyboard.type('1');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Last month' }).click();

    await page
      .getByRole('status')
      .filter({ hasText: /^2 entries$/ })
      .waitFor();
    await expect
      .poll(() => people(page), { timeout: 15_000 })
      .toEqual(['ada@example.org', 'cleo@example.org']);
    expect(await clicks(page)).toBeLessThanOrEqual(3);

    // The whole question is the address: somebody else opens it and sees the same.
    const { search } = new URL(page.url());
    expect(Object.fromEntries(new URLSearchParams(search))).toEqual({ version: '1', ...lastMonth });
    await page.reload();
    await page
      .getByRole('status')
      .filter({ hasText: /^2 entries$/ })
      .waitFor();
    expect(await page.getByRole('combobox', { name: 'Version' }).inputValue()).toBe('1');
    expect(await page.getByRole('button', { name: 'Last month' }).getAttribute('aria-pressed')).toBe('true');

    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export CSV' }).click();
    const csv = (await savedBytes(await saved)).toString();
    const rows = csv.trim().split('\r\n').slice(1);
    expect(rows).toHaveLength(2);
    expect(csv).toContain('ada@example.org');
    expect(csv).toContain('cleo@example.org');
    expect(csv).not.toMatch(/bob@|dora@/);
    expect(complaints.list).toEqual([]);
  });

  test('of one dataset, by the table of those most downloaded: 3 clicks without a key', {
    ...GUARD,
    timeout: 120_000,
  }, async () => {
    const { page, complaints } = await administrator(desk, server.url, token);
    await onDashboard(page);
    await page.getByRole('button', { name: 'View as table: Most downloaded datasets' }).click();
    await page.getByRole('link', { name: 'Brain 1', exact: true }).click();
    await page.getByRole('button', { name: 'Last month' }).click();
    await page
      .getByRole('status')
      .filter({ hasText: /^2 entries$/ })
      .waitFor();
    await expect
      .poll(() => people(page), { timeout: 15_000 })
      .toEqual(['ada@example.org', 'cleo@example.org']);
    expect(await clicks(page)).toBeLessThanOrEqual(3);
    await expect.poll(() => page.getByRole('combobox', { name: 'Dataset' }).inputValue()).toBe('Brain 1');
    expect(complaints.list).toEqual([]);
  });
});
