// @module-tag guards

import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { registeredUser } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const APPLICANTS = Array.from({ length: 7 }, (_, n) => `applicant${n + 1}@example.org`);

let folder: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-admin-keys-'));
  const root = join(folder, 'scans');
  await mkdir(root);
  await writeFile(join(root, 'scan.bin'), 'already on the disk');
  server = await startServer(join(folder, 'data'), { IMPORT_ROOTS: root });
  for (const email of APPLICANTS) await registeredUser(server.url, join(folder, 'data'), email);
  token = await adminTokenOf(server.url);
}, 120_000);
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

/** A bound on hangs: a busy machine is no failure. */
const soon = <Value>(get: () => Value | Promise<Value>) => expect.poll(get, { timeout: 15_000 });

/** What has the focus, by its label or its words; nothing has it while it is on the page as a whole. */
const focused = (page: Page) =>
  page.evaluate<string>(`(() => {
    const { activeElement: at } = document;
    if (at === document.body) return '';
    return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.textContent ?? at?.textContent ?? '';
  })()`);

/** The words of the table's row that has the focus. */
const focusedRow = (page: Page) =>
  page.evaluate<string>("document.activeElement.closest('tbody tr')?.textContent ?? ''");

/** Goes on with Tab (or back) until something of that name has the focus, as a person would. */
async function tabTo(page: Page, name: RegExp, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const seen: string[] = [];
  for (let stops = 0; stops < 80; stops++) {
    await page.keyboard.press(key);
    const now = await focused(page);
    if (name.test(now)) return;
    seen.push(now);
  }
  throw new Error(`${key} does not lead to ${name}, but to ${seen.join(' | ')}`);
}

async function type(page: Page, name: RegExp, value: string): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.type(value);
}

const statusOf = async (email: string) => {
  const path = `/api/v1/admin/userList?keyword=${email}`;
  const { list } = await callServer<{ list: { status: string }[] }>(server.url, 'GET', path, { token });
  return list[0]?.status;
};
const emailIn = (text: string) => /applicant\d@example\.org/.exec(text)?.[0] ?? '';
const entries = (page: Page, count: number) =>
  page.getByText(`${count} entries`).filter({ visible: true }).waitFor();

inBrowser('issue 6: keyboard-only runs', (desk) => {
  /** A pointer that was used by mistake would show here. */
  const withoutPointer = async () => {
    const person = await administrator(desk, server.url, token);
    await person.page.addInitScript(
      "window.pointed = 0; addEventListener('pointerdown', () => window.pointed++, true)",
    );
    await person.page.goto(`${server.url}/admin/index`);
    await person.page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
    return person;
  };

  /** By the search over the screens, which is the shortest way without a pointer. */
  const goTo = async (page: Page, title: string) => {
    await page.keyboard.press('Control+k');
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    await page.keyboard.type(title);
    await page.getByRole('option').first().waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: title, exact: true }).waitFor();
    await soon(() => focused(page)).toBe(title);
  };

  test('the review queue: approve one, reject one with a reason, approve a range', async () => {
    const { page, complaints } = await withoutPointer();
    await goTo(page, 'applicant list');
    await entries(page, 7);

    // Approve one: the focus goes on to the row in its place.
    await tabTo(page, /^Select Ada/);
    const first = emailIn(await focusedRow(page));
    await tabTo(page, /^Approve/);
    await page.keyboard.press('Enter');
    await entries(page, 6);
    await soon(() => statusOf(first)).toBe('approved');
    await soon(async () => emailIn(await focusedRow(page))).not.toBe('');

    // Reject one with a reason, by its menu.
    const second = emailIn(await focusedRow(page));
    expect(second).not.toBe(first);
    await tabTo(page, /^More actions/);
    await page.keyboard.press('Enter');
    await page.getByRole('menu').waitFor();
    await soon(() => focused(page)).not.toMatch(/^More actions/);
    for (let steps = 0; !/^Reject/.test(await focused(page)); steps++) {
      expect(steps).toBeLessThan(8);
      await page.keyboard.press('ArrowDown');
    }
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /^Reject/ });
    await dialog.waitFor();
    await type(page, /^Reason/, 'We know nobody of that name.');
    await tabTo(page, /^Reject$/);
    await page.keyboard.press('Enter');
    await entries(page, 5);
    await soon(() => statusOf(second)).toBe('rejected');
    await soon(async () => emailIn(await focusedRow(page))).not.toBe('');

    // A range: Space ticks, the arrow goes on, Shift+Space ticks all in between.
    await page.keyboard.press('Home');
    const rows = async () => (await page.locator('tbody tr').allTextContents()).map(emailIn);
    const [from, between, to, ...rest] = await rows();
    while (emailIn(await focusedRow(page)) !== from) await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toMatch(/^Select Ada/);
    await page.keyboard.press('Space');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Shift+Space');
    await page.getByText('3 selected').waitFor();
    await tabTo(page, /^Approve selected/, 'Shift+Tab');
    await page.keyboard.press('Enter');
    await entries(page, 2);
    for (const email of [from, between, to]) await soon(() => statusOf(email ?? '')).toBe('approved');
    for (const email of rest) expect(await statusOf(email)).toBe('pending');
    expect(await page.evaluate('window.pointed')).toBe(0);
    expect(complaints.list).toEqual([]);
  });

  test('adding a dataset whose file lies on the server already', async () => {
    const { page, complaints } = await withoutPointer();
    await goTo(page, 'dataset list');
    await tabTo(page, /^Add dataset/);
    await page.keyboard.press('Enter');
    const form = page.getByRole('dialog', { name: 'Add dataset' });
    await form.getByLabel('Name', { exact: true }).waitFor();
    if (!/^Name/.test(await focused(page))) await tabTo(page, /^Name/);
    await page.keyboard.type('Keys');
    await type(page, /^Version/, '1.0');
    await type(page, /^Modality/, 'EEG');
    await tabTo(page, /^Create draft/);
    await page.keyboard.press('Enter');

    // Its files come next.
    await page.getByRole('button', { name: 'From the server' }).waitFor();
    await tabTo(page, /^From the server/);
    await page.keyboard.press('Enter');
    await page.getByLabel('Choose scan.bin').waitFor();
    await tabTo(page, /^Choose scan\.bin/);
    await page.keyboard.press('Space');
    await tabTo(page, /^Register 1 chosen/);
    await page.keyboard.press('Enter');
    await page.getByText('1 registered.').waitFor();
    const path = '/api/v1/admin/datasetList?keyword=Keys';
    const { list } = await callServer<{ list: { id: string; fileCount: number }[] }>(
      server.url,
      'GET',
      path,
      { token },
    );
    expect(list).toHaveLength(1);
    const detail = await callServer<{ subsetList: { path: string }[] }>(
      server.url,
      'GET',
      `/api/v1/admin/dataset/${list[0]?.id}`,
      { token },
    );
    expect(detail.subsetList.map((subset) => subset.path)).toEqual(['keys/keys-1.0/scan.bin']);
    expect(await page.evaluate('window.pointed')).toBe(0);
    expect(complaints.list).toEqual([]);
  });
});
