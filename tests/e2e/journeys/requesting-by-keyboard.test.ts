// @module-tag guards
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findings } from '../../support/axe.ts';
import { administrator } from '../../support/back-office.ts';
import { inBrowser } from '../../support/browser.ts';
import { datasetOffice } from '../../support/dataset-office.ts';
import type { Look } from '../../support/guards.ts';
import { keyboardOf } from '../../support/keyboard.ts';
import { approvedUser, registeredUser } from '../../support/person.ts';
import { adminTokenOf, callServer } from '../../support/server-process.ts';

const office = datasetOffice();
const LOOKS: Look[] = [{ colorScheme: 'light', width: 390, axe: true }];
const PHONE = { viewport: { width: 390, height: 800 }, reducedMotion: 'reduce' } as const;
const QUESTION = { help: '', required: true, options: [] };
const WAITING = 40;

let datasetId: string;
let token: string;

async function asks(number: number): Promise<void> {
  const { server, dataDir } = office;
  const session = await registeredUser(server.url, dataDir, `asks${number}@example.org`);
  await callServer(server.url, 'POST', `/api/v1/dataset/${datasetId}/request/submission`, {
    token: session,
    body: { purpose: 'Weaving', answers: { method: 'By looking.', share: true } },
  });
}

beforeAll(async () => {
  const { lab, server, dataDir } = office;
  datasetId = await lab.added('Asked by keys');
  await lab.update(datasetId, { status: 'published' });
  await lab.call('PUT', `/api/v1/admin/dataset/${datasetId}/access`, { policy: 'request', termsId: null });
  await lab.call('PUT', `/api/v1/admin/dataset/${datasetId}/requestForm`, {
    questions: [
      { ...QUESTION, id: 'method', kind: 'text', label: 'How will you use the scans?' },
      { ...QUESTION, id: 'share', kind: 'tick', label: 'I will not pass them on.' },
    ],
  });
  token = await approvedUser(server.url, dataDir, 'ada@example.org');
  const waiting = Array.from({ length: WAITING }, (_, number) => number + 10);
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await asks(next);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}, 180_000);

/** Counts what is pressed, by mouse or by keys, on this page and on those that follow. */
const counting = (page: Page) =>
  page.addInitScript(
    `addEventListener('click', ({ isTrusted }) => {
      if (isTrusted) sessionStorage.pressed = Number(sessionStorage.pressed ?? 0) + 1;
    }, true)`,
  );
const pressed = (page: Page) => page.evaluate<number>('Number(sessionStorage.pressed ?? 0)');

inBrowser('access.md "Requests": by keyboard alone, on a phone', (desk) => {
  test('40 requests are decided in 4 presses', async () => {
    const { url } = office.server;
    const { page, complaints } = await administrator(desk, url, await adminTokenOf(url), PHONE);
    await counting(page);
    const keys = keyboardOf(page);
    await page.goto(`${url}/admin/index`);
    await page.getByRole('link', { name: /^Requests to decide.*40/ }).waitFor();
    await keys.tabTo(/^Requests to decide/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Select all on this page' }).waitFor();
    await keys.tabTo(/^Select all on this page$/);
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Select all 40 that match' }).waitFor();
    await keys.tabTo(/^Select all 40 that match$/);
    await page.keyboard.press('Enter');
    await page.getByText('All 40 that match are selected').waitFor();
    expect(await findings(page, LOOKS)).toEqual([]);
    await keys.tabTo(/^Grant selected$/);
    await page.keyboard.press('Enter');
    const tray = page.getByRole('region', { name: 'Decisions that can be undone' });
    await tray.getByText('Granted: 40 requests').waitFor();
    expect(await pressed(page)).toBe(4);
    const { count } = await office.lab.call<{ count: number }>(
      'GET',
      '/api/v1/admin/requestList?status=granted',
    );
    expect(count).toBe(WAITING);
    expect(complaints.list).toEqual([]);
  }, 120_000);

  test('from the dataset to the request: one form, nothing that the account knows, three presses', async () => {
    const { context, page, complaints } = await desk.person(PHONE);
    const { hostname: domain } = new URL(office.server.url);
    await context.addCookies([{ name: 'Portal-Token', value: token, domain, path: '/' }]);
    await counting(page);
    const keys = keyboardOf(page);
    await page.goto(`${office.server.url}/datasetDetail/${datasetId}`);
    await page.getByRole('link', { name: 'Ask for access', exact: true }).first().waitFor();
    expect(await findings(page, LOOKS)).toEqual([]);
    await keys.tabTo(/^Ask for access$/);
    await page.keyboard.press('Enter');

    await page.waitForURL(/\/datasetRequest\//);
    const purpose = page.getByLabel('Purpose');
    await purpose.waitFor();
    expect(await purpose.inputValue()).toBe('Weaving');
    // The purpose and the lab's questions: neither name nor address nor affiliation, which the account has.
    const labels = await page.evaluate<string[]>(
      `[...document.querySelectorAll('main :is(input, select, textarea)')].map((one) => one.labels[0].textContent.trim())`,
    );
    expect(labels).toEqual(['Purpose', 'How will you use the scans?', 'I will not pass them on. *']);
    expect(await page.locator('main form').count()).toBe(1);
    await page.getByText('Ada Lovelace · ada@example.org').waitFor();

    await keys.type(/^How will you use the scans/, 'By looking.');
    await keys.tabTo(/^I will not pass them on/);
    await page.keyboard.press('Space');
    await keys.tabTo(/^Send the request$/);
    await page.keyboard.press('Enter');
    // The focus is on the news, and what was sent can be read.
    const sent = page.getByText('Your request is in. The laboratory will write to you.');
    await sent.waitFor();
    expect(await keys.focused()).toMatch(/^Your request is in/);
    expect(await pressed(page)).toBe(3);
    await keys.tabTo(/^What you sent$/);
    await page.keyboard.press('Enter');
    await page.getByRole('definition').filter({ hasText: 'By looking.' }).waitFor();
    expect(await findings(page, LOOKS)).toEqual([]);
    expect(complaints.list).toEqual([]);
  }, 120_000);
});
