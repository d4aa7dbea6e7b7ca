// @module-tag guards
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { administrator, mailsIn } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { looks } from '../support/guards.ts';
import { keptDraft } from '../support/kept-draft.ts';
import { PASSWORD, registeredUser } from '../support/person.ts';
import { type Published, published } from '../support/published.ts';
import { adminTokenOf, callServer } from '../support/server-process.ts';

let portal: Published;
let ada: string;

beforeAll(async () => {
  portal = await published(1_000);
  ada = await registeredUser(portal.server.url, portal.dataDir, 'ada@example.org');
});
afterAll(() => portal?.close());

inBrowser('access.md "Report a problem"', (desk) => {
  test('from the dataset’s page, after signing in, to the answer by mail', async () => {
    const { url } = portal.server;
    const { page, complaints } = await desk.person();
    await page.goto(`${url}/datasetDetail/${portal.datasetId}`);
    await page.getByRole('link', { name: 'Report a problem' }).click();
    await page.waitForURL(/\/reportProblem\?dataset=/);
    await page.getByText('Sign in to report a problem').waitFor();
    await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/reportProblem\?dataset=/);
    await page.getByText('With Noise 1. Only the laboratory sees it.').waitFor();
    expect(await page.title()).toMatch(/^Report a problem - /);
    expect(await findings(page, looks)).toEqual([]);

    // What is missing is said at its field, and what was typed stays.
    await page.getByLabel('File').fill('noise.bin');
    await page.getByRole('button', { name: 'Send to the laboratory' }).click();
    await page.getByRole('alert').getByText('Say what is wrong.').waitFor();
    expect(await page.getByLabel('File').inputValue()).toBe('noise.bin');
    await page.getByLabel('What is wrong').fill('The last block is silent.');
    // A draft is written when typing rests.
    const { id } = await callServer<{ id: string }>(url, 'GET', '/api/v1/userInfo', { token: ada });
    await expect
      .poll(() => keptDraft(page, `problem:${id}:${portal.datasetId}`, 'message'))
      .toBe('The last block is silent.');
    await page.reload();
    await page.getByText('What you had typed is back.').waitFor();
    expect(await page.getByLabel('What is wrong').inputValue()).toBe('The last block is silent.');
    await page.getByRole('button', { name: 'Send to the laboratory' }).click();
    await page.getByRole('heading', { name: 'Your report is with the laboratory' }).waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.getByRole('link', { name: 'Back to the dataset' }).click();
    await page.getByRole('heading', { name: 'Noise', level: 1 }).waitFor();
    expect(complaints.list).toEqual([]);

    const office = await administrator(desk, url, await adminTokenOf(url));
    await office.page.goto(`${url}/admin/index`);
    await office.page.getByTitle('1 unanswered').first().waitFor();
    await office.page.goto(`${url}/admin/dataset/problems?state=open`);
    await office.page.getByRole('button', { name: 'Answer the report about Noise 1' }).click();
    const dialog = office.page.getByRole('dialog', { name: 'Problem with Noise 1' });
    await dialog.getByText('The last block is silent.').waitFor();
    await dialog.getByText('It is mailed to ada@example.org').waitFor();
    await dialog.getByRole('button', { name: 'Send answer' }).click();
    await dialog.getByRole('alert').getByText('Write an answer.').waitFor();
    await dialog.getByLabel('Your answer').fill('Thank you, version 2 has it.');
    await dialog.getByRole('button', { name: 'Send answer' }).click();
    await office.page.getByText('The report about Noise 1 is answered').waitFor();
    await office.page.getByRole('button', { name: 'Clear filters' }).click();
    await office.page.getByRole('button', { name: 'Show the report about Noise 1' }).waitFor();
    expect(office.complaints.list).toEqual([]);
    await expect
      .poll(
        async () => (await mailsIn(portal.dataDir)).find(({ subject }) => subject.startsWith('Answer'))?.text,
      )
      .toContain('Thank you, version 2 has it.');
  });

  test('its pages without a dataset, and the list, at every width and in the dark', async () => {
    const { url } = portal.server;
    const { page } = await desk.person();
    await page.goto(`${url}/reportProblem`);
    await page.getByText('Choose a dataset first').waitFor();
    expect(await findings(page, looks)).toEqual([]);
    const office = await administrator(desk, url, await adminTokenOf(url));
    await office.page.goto(`${url}/admin/dataset/problems`);
    await office.page.getByRole('button', { name: 'Show the report about Noise 1' }).waitFor();
    expect(await findings(office.page, looks)).toEqual([]);
    await office.page.getByRole('button', { name: 'Show the report about Noise 1' }).click();
    await office.page.getByRole('dialog').getByText('Answered by').waitFor();
  });
});
