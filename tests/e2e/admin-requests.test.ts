// @module-tag guards
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { administrator } from '../support/back-office.ts';
import { type Desk, inBrowser } from '../support/browser.ts';
import { datasetOffice } from '../support/dataset-office.ts';
import { LONG, looks } from '../support/guards.ts';
import { registeredUser } from '../support/person.ts';
import { adminTokenOf, callServer } from '../support/server-process.ts';

const office = datasetOffice();
const ASKING = 40;

let datasetId: string;

async function asks(number: number): Promise<void> {
  const { server, dataDir } = office;
  const token = await registeredUser(server.url, dataDir, `asks${number}@example.org`);
  await callServer(server.url, 'POST', `/api/v1/dataset/${datasetId}/request/submission`, {
    token,
    body: { purpose: 'Weaving', answers: {} },
  });
}

beforeAll(async () => {
  const { lab } = office;
  datasetId = await lab.added('Wanted');
  await lab.update(datasetId, { status: 'published' });
  await lab.call('PUT', `/api/v1/admin/dataset/${datasetId}/access`, { policy: 'request', termsId: null });
  const waiting = Array.from({ length: ASKING }, (_, number) => number + 10);
  const worker = async () => {
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) await asks(next);
  };
  await Promise.all(Array.from({ length: 8 }, worker));
}, 180_000);

const tray = (page: Page) => page.getByRole('region', { name: 'Decisions that can be undone' });

inBrowser('access.md "Requests": the back office', (desk: Desk) => {
  const open = async (path: string) => {
    const { url } = office.server;
    const person = await administrator(desk, url, await adminTokenOf(url), { reducedMotion: 'reduce' });
    await person.page.goto(url + path);
    return person;
  };

  test('40 requests are granted in at most 4 clicks, and one Undo takes them back', LONG, async () => {
    const { page, complaints } = await open('/admin/index');
    const tile = page.getByRole('link', { name: /^Requests to decide.*40/ });
    await tile.waitFor();
    await page.evaluate(
      'window.clicks = []; addEventListener("click", (e) => { if (e.isTrusted) window.clicks.push(e.target.outerHTML); }, true)',
    );
    await tile.click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Select all 40 that match' }).click();
    await page.getByText('All 40 that match are selected').waitFor();
    await page.getByRole('button', { name: 'Grant selected' }).click();
    await tray(page).getByText('Granted: 40 requests').waitFor();
    // Only for 10 s.
    await tray(page).getByRole('button', { name: /^Undo/ }).click();
    await page.getByText('Undone. No mail was sent.').waitFor();
    expect(await page.evaluate<string[]>('window.clicks'), 'four, and Undo').toHaveLength(5);
    await page.getByText('40 entries').waitFor();
    expect(await findings(page, looks)).toEqual([]);
    expect(complaints.list).toEqual([]);
  });

  test('nothing is selected before there are rows: no press is lost', async () => {
    const { page, complaints } = await open('/admin/index');
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/v1/admin/requestList?*', async (route) => {
      await held;
      await route.continue();
    });
    await page.getByRole('link', { name: /^Requests to decide/ }).click();
    await page.getByText('Select rows to decide about several at once.').waitFor();
    const box = page.getByRole('checkbox', { name: 'Select all on this page' });
    expect(await box.isDisabled()).toBe(true);
    const button = page.getByRole('button', { name: 'Select all on this page' });
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await button.isVisible()).toBe(false);
    answer();
    await button.click();
    await page.getByRole('button', { name: 'Select all 40 that match' }).waitFor();
    await page.setViewportSize({ width: 1280, height: 800 });
    expect(await box.isChecked()).toBe(true);
    expect(complaints.list).toEqual([]);
  });

  test('who is taken out of all that match is left out, on any page; another filter discards the selection', async () => {
    const { page, complaints } = await open('/admin/index');
    await page.getByRole('link', { name: /^Requests to decide/ }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Select all 40 that match' }).click();
    await page.getByText('All 40 that match are selected').waitFor();
    const first = await page.getByRole('rowheader').first().textContent();
    await page.getByRole('button', { name: 'Next page' }).click();
    // The former page's rows stay until the next ones are there.
    await expect.poll(() => page.getByRole('rowheader').first().textContent()).not.toBe(first);
    const box = (row: number) => page.getByRole('row').nth(row).getByRole('checkbox');
    await box(2).click();
    await page.getByText('39 selected').waitFor();
    expect([await box(1).isChecked(), await box(2).isChecked(), await box(3).isChecked()]).toEqual([
      true,
      false,
      true,
    ]);
    await box(2).click();
    await page.getByText('All 40 that match are selected').waitFor();
    const nothing = page.getByText('Select rows to decide about several at once.');
    const search = page.getByRole('searchbox').first();
    // It matches some: a list of none has no bar.
    await search.fill('1');
    await nothing.waitFor();
    await search.fill('');
    await page.getByText('40 entries').waitFor();
    await nothing.waitFor();
    expect(complaints.list).toEqual([]);
  });

  test('who was decided about alone is no longer among all that match', async () => {
    const { page, complaints } = await open('/admin/index');
    await page.getByRole('link', { name: /^Requests to decide/ }).click();
    await page.getByRole('checkbox', { name: 'Select all on this page' }).click();
    await page.getByRole('button', { name: 'Select all 40 that match' }).click();
    await page.getByText('All 40 that match are selected').waitFor();
    await page.getByRole('rowheader').getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
    const rejection = page.getByRole('dialog', { name: /^Reject/ });
    await rejection.getByLabel('Reason').fill('Not for this.');
    await rejection.getByRole('button', { name: 'Reject' }).click();
    await page.getByText('39 entries').waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('All 39 that match are selected').waitFor();
    await tray(page).getByRole('button', { name: /^Undo/ }).click();
    await page.getByText('40 entries').waitFor();
    expect(complaints.list).toEqual([]);
  });

  test('a request is granted in its panel; of the people who have access one is revoked with a reason', async () => {
    const { page, complaints } = await open('/admin/access/requests');
    await page.getByRole('rowheader').getByRole('button').first().click();
    const panel = page.getByRole('dialog');
    await panel.getByText(/^1 of \d+$/).waitFor();
    await panel.getByText('A grant opens nothing until the account is approved.').waitFor();
    expect(await findings(page, looks, '[role=dialog]')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    // The dialog lies above the panel that asked for it.
    await panel.getByRole('button', { name: 'Reject', exact: true }).click();
    const rejection = page.getByRole('dialog', { name: /^Reject/ });
    await rejection.getByLabel('Template').selectOption('This request repeats an earlier one.');
    await rejection.getByRole('button', { name: 'Cancel' }).click();
    await rejection.waitFor({ state: 'hidden' });
    await panel.getByRole('button', { name: 'Grant', exact: true }).click();
    await tray(page)
      .getByText(/^Granted: /)
      .waitFor();

    await page.goto(`${office.server.url}/admin/dataset/dataset_list?people=${datasetId}`);
    const drawer = page.getByRole('dialog');
    await drawer.getByRole('button', { name: /^Revoke/ }).click();
    const reasons = page.getByRole('dialog', { name: /^Revoke/ });
    await reasons.getByRole('button', { name: 'Revoke' }).click();
    await reasons.getByText('Give a reason.').waitFor();
    await reasons.getByLabel('Reason').fill('The project has ended.');
    await reasons.getByRole('button', { name: 'Revoke' }).click();
    await drawer.getByText('Nobody has access by a request.').waitFor();
    expect(complaints.list).toEqual([]);
  });

  test(
    'an end is set and taken away; revoking the last of a page leads to the page before',
    LONG,
    async () => {
      const { lab, server } = office;
      const pending = '/api/v1/admin/requestList?status=pending&pageSize=21';
      const { list } = await lab.call<{ list: { id: string }[] }>('GET', pending);
      const ids = list.map(({ id }) => id);
      await lab.call('PUT', '/api/v1/admin/requestReview', { ids, status: 'granted' });
      const { page, complaints } = await open(`/admin/dataset/dataset_list?people=${datasetId}`);
      const drawer = page.getByRole('dialog');
      await drawer.getByText('Page 1 of 2').waitFor();
      await drawer.getByRole('button', { name: 'Next', exact: true }).click();
      await drawer.getByText('Page 2 of 2').waitFor();
      const people = drawer.getByRole('listitem');
      await expect.poll(() => people.count()).toBe(1);
      const change = () => people.getByRole('button', { name: /^Change the end/ }).click();
      const dialog = page.getByRole('dialog', { name: /^Grant/ });
      const grant = () => dialog.getByRole('button', { name: 'Grant', exact: true }).click();
      await change();
      await grant();
      await dialog.getByText('Choose a day after today.').waitFor();
      await dialog.getByLabel('Last day').fill('2999-01-01');
      await grant();
      await dialog.waitFor({ state: 'hidden' });
      // Decided last, the person is the first of all now.
      await drawer.getByRole('button', { name: 'Previous', exact: true }).click();
      await drawer.getByText('Page 1 of 2').waitFor();
      const first = people.filter({ hasText: '2999-01-01' });
      await first.getByRole('button', { name: /^Change the end/ }).click();
      await dialog.getByLabel('No end').check();
      expect(await dialog.getByLabel('Last day').isDisabled()).toBe(true);
      expect(await findings(page, looks, '[role=dialog]')).toEqual([]);
      await page.setViewportSize({ width: 1280, height: 800 });
      await grant();
      await first.waitFor({ state: 'detached' });
      await expect
        .poll(async () => {
          const path = `/api/v1/admin/dataset/${datasetId}/people?pageSize=100`;
          const all = await callServer<{ list: { grantedUntil: string | null }[] }>(server.url, 'GET', path, {
            token: await adminTokenOf(server.url),
          });
          return all.list.filter(({ grantedUntil }) => grantedUntil !== null);
        })
        .toEqual([]);
      await drawer.getByRole('button', { name: 'Next', exact: true }).click();
      await drawer.getByText('Page 2 of 2').waitFor();
      await expect.poll(() => people.count()).toBe(1);
      await people.getByRole('button', { name: /^Revoke/ }).click();
      const reasons = page.getByRole('dialog', { name: /^Revoke/ });
      await reasons.getByLabel('Reason').fill('The project has ended.');
      await reasons.getByRole('button', { name: 'Revoke' }).click();
      await expect.poll(() => people.count()).toBe(20);
      expect(complaints.list).toEqual([]);
      await lab.call('PUT', '/api/v1/admin/requestReview', {
        ids: ids.slice(1),
        status: 'ended',
        reason: 'Over.',
      });
    },
  );

  test('the form is written in the panel of the dataset: added, moved, wrong, saved', async () => {
    const { page, complaints } = await open(`/admin/dataset/dataset_list?access=${datasetId}`);
    const drawer = page.getByRole('dialog');
    const question = (number: number) =>
      drawer.getByRole('group', { name: `Question ${number}`, exact: true });
    await drawer.getByRole('button', { name: 'Add a question' }).click();
    await question(1).getByLabel('Question', { exact: true }).fill('What for?');
    await drawer.getByRole('button', { name: 'Add a question' }).click();
    await question(2).getByLabel('Question', { exact: true }).fill('Where?');
    await question(2).getByLabel('Kind of answer').selectOption('choice');
    await drawer.getByRole('button', { name: 'Save the questions' }).click();
    await drawer.getByRole('alert').getByText('Give two choices at least.').waitFor();
    await question(2).getByLabel('Choices, one a line').fill('Here\nThere');
    await drawer.getByRole('button', { name: 'Move question 2 up' }).click();
    expect(await question(1).getByLabel('Question', { exact: true }).inputValue()).toBe('Where?');
    expect(await findings(page, looks, '[role=dialog]')).toEqual([]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await drawer.getByRole('button', { name: 'Save the questions' }).click();
    await page.getByText('The request form of Wanted is saved').waitFor();
    const { questions } = await office.lab.call<{ questions: { label: string; options: string[] }[] }>(
      'GET',
      `/api/v1/admin/dataset/${datasetId}/requestForm`,
    );
    expect(questions.map(({ label, options }) => [label, options])).toEqual([
      ['Where?', ['Here', 'There']],
      ['What for?', []],
    ]);

    // What was written is not lost by one press, and the focus stays in the form.
    await drawer.getByRole('button', { name: 'Remove question 1' }).click();
    const sure = page.getByRole('dialog', { name: 'Remove question 1?' });
    await sure.getByText('“Where?” is no longer asked once the questions are saved.').waitFor();
    // Escape is the question's alone: the panel and what is written in it stay.
    await page.keyboard.press('Escape');
    await sure.waitFor({ state: 'detached' });
    await question(2).waitFor();
    await drawer.getByRole('button', { name: 'Remove question 1' }).click();
    await sure.getByRole('button', { name: 'Remove' }).click();
    await question(2).waitFor({ state: 'detached' });
    expect(await question(1).getByLabel('Question', { exact: true }).inputValue()).toBe('What for?');
    await expect.poll(() => page.evaluate('document.activeElement.ariaLabel')).toBe('Remove question 1');

    // Another policy is tried, and the panel closed: what is not saved yet is there again.
    const label = question(1).getByLabel('Question', { exact: true });
    await label.fill('What for, in a year?');
    await drawer.getByRole('radio', { name: 'An approved account', exact: true }).check();
    await label.waitFor({ state: 'hidden' });
    await drawer.getByRole('radio', { name: 'An approved account, and a request granted' }).check();
    expect(await label.inputValue()).toBe('What for, in a year?');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page.goto(`${office.server.url}/admin/dataset/dataset_list?access=${datasetId}`);
    await drawer.getByText('What you had typed is back.').waitFor();
    expect(await label.inputValue()).toBe('What for, in a year?');
    expect(await question(2).count()).toBe(0);
    await drawer.getByRole('button', { name: 'Start anew' }).click();
    await question(2).waitFor();
    expect(await label.inputValue()).toBe('Where?');

    // Escape still is the question's alone, after one was asked and the screen was left and come back to.
    await drawer.getByRole('button', { name: 'Remove question 1' }).click();
    await sure.getByRole('button', { name: 'Cancel' }).click();
    await sure.waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await page
      .getByRole('link', { name: /^home$/i })
      .first()
      .click();
    await page.waitForURL('**/admin/index');
    await page.goBack();
    await page.getByRole('button', { name: /^Files of Wanted/ }).click();
    await page.getByRole('tab', { name: 'Access' }).click();
    await drawer.getByRole('button', { name: 'Remove question 1' }).click();
    await sure.waitFor();
    await page.keyboard.press('Escape');
    await sure.waitFor({ state: 'detached' });
    await question(2).waitFor();

    // What was typed does not come back over what somebody else has saved since.
    await label.fill('What for, in ten years?');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await office.lab.call('PUT', `/api/v1/admin/dataset/${datasetId}/requestForm`, { questions: [] });
    await page.goto(`${office.server.url}/admin/dataset/dataset_list?access=${datasetId}`);
    await drawer.getByText(/^No questions of yours/).waitFor();
    expect(await drawer.getByText('What you had typed is back.').count()).toBe(0);
    expect(complaints.list).toEqual([]);
  });
});
