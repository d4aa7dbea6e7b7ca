// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator, mailsIn } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { registeredUser } from '../support/person.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

const APPLICANTS = Array.from({ length: 40 }, (_, n) => `applicant${n + 10}@example.org`);

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-approval-'));
  server = await startServer(dataDir);
  const waiting = [...APPLICANTS];
  const worker = async () => {
    for (let email = waiting.pop(); email; email = waiting.pop())
      await registeredUser(server.url, dataDir, email);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}, 180_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

inBrowser('§4 approval: many at once', (desk) => {
  test('look.md, one filled button a view: of those who wait, the row in hand has it', async () => {
    const { page } = await administrator(desk, server.url, await adminTokenOf(server.url));
    await page.goto(`${server.url}/admin/user/applicant_list`);
    const buttons = page.getByRole('row').getByRole('button', { name: /^Approve / });
    await buttons.nth(19).waitFor();
    const grounds = () =>
      buttons.evaluateAll((all) =>
        all.map((each) => each.ownerDocument.defaultView?.getComputedStyle(each).backgroundColor),
      );
    const kinds = async () => new Set(await grounds()).size;
    await expect.poll(kinds).toBe(1);
    const [soft] = await grounds();
    await buttons.nth(3).hover();
    const filled = async () => (await grounds()).flatMap((ground, index) => (ground === soft ? [] : [index]));
    await expect.poll(filled).toEqual([3]);
    // Then the filled one is that of the selection.
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(4)
      .click();
    await page.getByRole('button', { name: 'Approve selected' }).waitFor();
    await expect.poll(filled).toEqual([]);
  });

  test('look.md, States: the list stays where it was while it loaded', async () => {
    const { page } = await administrator(desk, server.url, await adminTokenOf(server.url));
    const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/v1/admin/userList*', async (route) => {
      await asked;
      await route.continue();
    });
    await page.goto(`${server.url}/admin/user/applicant_list`, { waitUntil: 'commit' });
    await page.locator('table [aria-hidden]').first().waitFor();
    const place = async () => (await page.getByRole('table').boundingBox())?.y;
    const before = await place();
    answer();
    await page
      .getByRole('checkbox', { name: /^Select / })
      .nth(1)
      .waitFor();
    expect(await place()).toBe(before);
  });

  test('40 applicants approved in at most 4 clicks, 40 mails, one each', async () => {
    const token = await adminTokenOf(server.url);
    const { page, complaints } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/index`);
    await page.evaluate(
      'window.clicks = []; addEventListener("click", (e) => { if (e.isTrusted) window.clicks.push(e.target.outerHTML); }, true)',
    );
    // The tile's number is the last thing that moves.
    await page.getByRole('link', { name: /^Waiting for a decision.*40/ }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Select all 40 that match' }).click();
    await page.getByText('All 40 that match are selected').waitFor();
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await page.getByText('Nothing matches these filters.').waitFor();
    await page
      .getByRole('region', { name: 'Decisions that can be undone' })
      .getByText('40 users are approved')
      .waitFor();
    expect(await page.evaluate<string[]>('window.clicks')).toHaveLength(4);

    const approved = async () =>
      (await mailsIn(dataDir)).filter(({ subject }) => /can now download/.test(subject)).map(({ to }) => to);
    await expect.poll(approved, { timeout: 60_000, interval: 1_000 }).toHaveLength(40);
    expect((await approved()).sort()).toEqual([...APPLICANTS].sort());
    expect(complaints.list).toEqual([]);
  });
});
