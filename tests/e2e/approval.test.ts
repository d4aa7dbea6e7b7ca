import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator, mailsIn } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { registeredUser } from '../support/person.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

const APPLICANTS = Array.from({ length: 9 }, (_, n) => `applicant${n + 10}@example.org`);
const REJECTED = APPLICANTS[8] ?? '';
const REASON = 'The purpose you gave is outside the terms of use.';
/** ms. A mail waits for 10 s, and then for a machine that may be busy. */
const MAIL_HAS_LEFT = 60_000;

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-approval-'));
  server = await startServer(dataDir);
  await Promise.all(APPLICANTS.map((email) => registeredUser(server.url, dataDir, email)));
  token = await adminTokenOf(server.url);
}, 180_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const rowOf = (page: Page, email: string) => page.getByRole('row').filter({ hasText: email });
const tray = (page: Page) => page.getByRole('region', { name: 'Decisions that can be undone' });

/** Mails to somebody that have not left yet. */
function waitingMails(email: string): number {
  const db = new Database(join(dataDir, 'vitrine.sqlite'), { readonly: true, timeout: 5_000 });
  try {
    const row = db
      .prepare('select count(*) as n from outbox where recipient = ? and sent_at is null')
      .get(email);
    return (row as { n: number }).n;
  } finally {
    db.close();
  }
}

/** The decisions that somebody was told of by mail. */
async function decisionsTold(email: string): Promise<string[]> {
  const mails = await mailsIn(dataDir);
  return mails
    .filter(({ to, subject }) => to.includes(email) && !/is your code/.test(subject))
    .map(({ subject }) => subject);
}

inBrowser('§4 approval: the review queue', (desk) => {
  test(
    'decisions §10: a decision that fails says so in its dialog, and keeps the reason',
    GUARD,
    async () => {
      const { page } = await administrator(desk, server.url, token);
      await page.goto(`${server.url}/admin/user/applicant_list?keyword=${REJECTED}`);
      await page.route('**/api/v1/admin/userReview/**', (route) =>
        route.request().method() === 'GET'
          ? route.continue()
          : route.fulfill({ status: 500, json: { code: 500, msg: 'That was 500.' } }),
      );
      await rowOf(page, REJECTED)
        .getByRole('button', { name: /^More actions/ })
        .click();
      await page.getByRole('menuitem', { name: 'Reject' }).click();
      const dialog = page.getByRole('dialog', { name: /^Reject/ });
      await dialog.getByLabel('Reason').fill('Not a researcher.');
      await dialog.getByRole('button', { name: 'Reject' }).click();
      await dialog.getByRole('alert').getByText('That was 500.').waitFor();
      expect(await dialog.getByLabel('Reason').inputValue()).toBe('Not a researcher.');
    },
  );

  test(
    'reject with a template, undo; reject again: one mail with the reason, and a timeline',
    GUARD,
    async () => {
      const { page, complaints } = await administrator(desk, server.url, token);
      await page.goto(`${server.url}/admin/user/applicant_list?keyword=${REJECTED}`);
      const reject = async () => {
        await rowOf(page, REJECTED)
          .getByRole('button', { name: /^More actions/ })
          .click();
        await page.getByRole('menuitem', { name: 'Reject' }).click();
        const dialog = page.getByRole('dialog', { name: /^Reject/ });
        await dialog.getByRole('button', { name: 'Reject' }).click();
        await dialog.getByText('Give a reason.').waitFor();
        await dialog.getByLabel('Template').selectOption(REASON);
        expect(await dialog.getByLabel('Reason').inputValue()).toBe(REASON);
        await dialog.getByRole('button', { name: 'Reject' }).click();
        await rowOf(page, REJECTED).waitFor({ state: 'detached' });
      };
      await reject();
      await tray(page).getByRole('button', { name: /^Undo/ }).click();
      await rowOf(page, REJECTED).waitFor();
      // Of the mail nothing is left that could leave later.
      await expect.poll(() => waitingMails(REJECTED)).toBe(0);
      expect(await decisionsTold(REJECTED)).toEqual([]);

      await reject();
      await expect.poll(() => decisionsTold(REJECTED), { timeout: MAIL_HAS_LEFT }).toHaveLength(1);
      const mail = (await mailsIn(dataDir)).find(
        ({ to, text }) => to.includes(REJECTED) && text.includes(REASON),
      );
      expect(mail?.subject).toMatch(/not approved/);
      // Undo goes by itself: the page's clock begins with the answer, a little after the server's.
      await expect.poll(() => tray(page).getByRole('button').count()).toBe(0);

      await page.goto(`${server.url}/admin/user/user_list?keyword=${REJECTED}`);
      await rowOf(page, REJECTED).getByRole('button', { name: 'Ada Lovelace', exact: true }).click();
      const drawer = page.getByRole('dialog', { name: 'Ada Lovelace' });
      await drawer.getByText('Pending → Rejected').first().waitFor();
      await expect.poll(() => drawer.getByText('Pending → Rejected').count(), { timeout: 15_000 }).toBe(2);
      await expect.poll(() => drawer.getByText(/undone/).count(), { timeout: 15_000 }).toBe(1);
      await expect.poll(() => drawer.getByText('by Administrator').count(), { timeout: 15_000 }).toBe(2);
      expect(complaints.list).toEqual([]);
    },
  );

  test('Shift selects a range, one Undo takes a bulk decision back', GUARD, async () => {
    const { page } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/user/applicant_list`);
    const box = (n: number) => page.getByRole('checkbox', { name: /^Select Ada/ }).nth(n);
    await box(1).click();
    await box(3).click({ modifiers: ['Shift'] });
    await page.getByText('3 selected').waitFor();
    await page.getByRole('button', { name: 'Approve selected' }).click();
    await page.getByText('5 entries').waitFor();
    await tray(page).getByRole('button', { name: 'Undo: 3 users are approved' }).click();
    await page.getByText('Undone. No mail was sent.').waitFor();
    await page.getByText('8 entries').waitFor();
  });

  test('look.md: in the drawer J shows the next user, K the one before', GUARD, async () => {
    const { page, context } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/user/applicant_list`);
    await page.getByRole('rowheader').getByRole('button').first().click();
    const drawer = page.getByRole('dialog');
    await drawer.getByText(/^1 of \d+$/).waitFor();
    await expect
      .poll(() => drawer.evaluate((one) => one.contains(one.ownerDocument.activeElement)))
      .toBe(true);
    const first = await drawer.getByText(/@example\.org/).textContent();
    await page.keyboard.press('j');
    await drawer.getByText(/^2 of \d+$/).waitFor();
    await expect.poll(() => drawer.getByText(/@example\.org/).textContent()).not.toBe(first);
    await page.keyboard.press('k');
    await expect.poll(() => drawer.getByText(/@example\.org/).textContent()).toBe(first);
    // What can be decided is at the window's lower edge.
    const approve = drawer.getByRole('button', { name: 'Approve', exact: true });
    const height = page.viewportSize()?.height ?? 0;
    await expect
      .poll(async () => {
        const box = await approve.boundingBox();
        return box && height - box.y - box.height;
      })
      .toBeLessThan(24);
    await context.close();
  });

  test(
    'look.md: what can be decided in the drawer stands in one row, and whole on a phone',
    GUARD,
    async () => {
      const { page, context } = await administrator(desk, server.url, token, { reducedMotion: 'reduce' });
      await page.setViewportSize({ width: 1280, height: 800 });
      await page.goto(`${server.url}/admin/user/applicant_list`);
      await page.getByRole('rowheader').getByRole('button').first().click();
      const drawer = page.getByRole('dialog');
      const approve = drawer.getByRole('button', { name: 'Approve', exact: true });
      const buttons = drawer.getByRole('button', { name: /^(Delete|Reject|Ask for information|Approve)/ });
      await approve.waitFor();
      expect(await buttons.count()).toBe(5);
      const edges = async () => await Promise.all((await buttons.all()).map((one) => one.boundingBox()));
      expect(new Set((await edges()).map((box) => box?.y)).size).toBe(1);

      await page.setViewportSize({ width: 390, height: 844 });
      await approve.waitFor();
      const cut = () =>
        page.evaluate<string[]>(
          `[...document.querySelectorAll('[role=dialog] button .mantine-Button-label')]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).map(({ textContent }) => textContent)`,
        );
      expect(await cut()).toEqual([]);
      // No ragged edge: each row is as wide as the foot.
      const rows = Map.groupBy(await edges(), (box) => box?.y);
      const widths = [...rows.values()].map((row) => {
        const right = Math.max(...row.map((box) => (box?.x ?? 0) + (box?.width ?? 0)));
        return Math.round(right - Math.min(...row.map((box) => box?.x ?? 0)));
      });
      expect(new Set(widths)).toEqual(new Set([390 - 2 * 16]));
      await context.close();
    },
  );

  test('by keyboard alone: J moves, X selects, A approves, the focus goes on to the next row', async () => {
    const { page } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/user/applicant_list`);
    await page
      .getByRole('checkbox', { name: /^Select Ada/ })
      .first()
      .focus();
    const emails = async () =>
      (await page.locator('tbody tr').allTextContents()).map(
        (text) => /applicant\d+@example\.org/.exec(text)?.[0],
      );
    const focusedRow = () =>
      page.evaluate<number>(
        '[...document.querySelectorAll("tbody tr")].indexOf(document.activeElement.closest("tr"))',
      );
    const before = await emails();
    const [, second, third] = before;
    await page.keyboard.press('j');
    expect(await focusedRow()).toBe(1);
    await page.keyboard.press('x');
    await page.getByText('1 selected').waitFor();
    await page.keyboard.press('x');
    await page.keyboard.press('a');
    await page.getByText(`${before.length - 1} entries`).waitFor();
    expect(await rowOf(page, second ?? '').count()).toBe(0);
    await expect.poll(focusedRow).toBe(1);
    expect((await emails())[1]).toBe(third);
    // Only for 10 s.
    await tray(page).getByRole('button', { name: /^Undo/ }).click();
    await page.getByText(`${before.length} entries`).waitFor();
    // Letters are text in a field.
    await page.getByLabel('Keyword').fill('a');
    await page.getByLabel('Keyword').press('a');
    await page.getByLabel('Keyword').fill('');
    await page.getByText(`${before.length} entries`).waitFor();
    expect(await tray(page).getByRole('button').count()).toBe(0);
  });

  test('the row leaves before the server has answered, and comes back when it refuses', async () => {
    const { page } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/user/applicant_list`);
    await page.getByText(/^\d+ entries$/).waitFor();
    let answer = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/v1/admin/userReview/**', async (route) => {
      await answered;
      await route.fulfill({ status: 500, json: { code: 500, msg: 'The disk is on fire.' } });
    });
    const row = page.getByRole('row').nth(1);
    const email = /applicant\d+@example\.org/.exec((await row.textContent()) ?? '')?.[0] ?? '';
    await row.getByRole('button', { name: /^Approve/ }).click();
    await rowOf(page, email).waitFor({ state: 'detached' });
    answer();
    await page.getByText('The disk is on fire.').waitFor();
    await rowOf(page, email).waitFor();
    expect(await tray(page).getByRole('button').count()).toBe(0);
  });

  test('decisions §2: what the page asks by itself is no activity of the administrator', async () => {
    const { page } = await administrator(desk, server.url, token);
    const byItself: Record<string, string | undefined> = {};
    page.on('request', (request) => {
      const name = /\/admin\/(userCount|userInfo|userList)\b/.exec(request.url())?.[1];
      if (name) byItself[name] = request.headers()['x-background'];
    });
    await page.goto(`${server.url}/admin/user/applicant_list`);
    await page.getByText(/^\d+ entries$/).waitFor();
    await page.getByRole('link', { name: /^applicant list \d+ waiting$/ }).waitFor();
    expect(byItself).toEqual({ userCount: '1', userInfo: '1', userList: undefined });
  });
});
