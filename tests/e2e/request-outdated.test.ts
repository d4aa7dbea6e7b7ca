// @module-tag guards
import { beforeAll, expect, test } from 'vitest';
import type { RequestQuestion } from '../../contract/requests.ts';
import { type Desk, inBrowser } from '../support/browser.ts';
import { datasetOffice } from '../support/dataset-office.ts';
import { approvedUser } from '../support/person.ts';
import { callServer } from '../support/server-process.ts';

const office = datasetOffice();
const asked = (id: string, kind: RequestQuestion['kind'], label: string): RequestQuestion => ({
  id,
  kind,
  label,
  help: '',
  required: kind === 'text',
  options: [],
});
const PDF = { name: 'vote.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

let datasetId: string;
let token: string;

const setQuestions = (questions: RequestQuestion[]) =>
  office.lab.call('PUT', `/api/v1/admin/dataset/${datasetId}/requestForm`, { questions });

beforeAll(async () => {
  const { lab, server, dataDir } = office;
  datasetId = await lab.added('Asked for');
  await lab.update(datasetId, { status: 'published' });
  await lab.call('PUT', `/api/v1/admin/dataset/${datasetId}/access`, { policy: 'request', termsId: null });
  await setQuestions([asked('method', 'text', 'How will you use the scans?'), asked('vote', 'file', 'Vote')]);
  token = await approvedUser(server.url, dataDir, 'ada@example.org');
}, 60_000);

inBrowser('access.md "Requests": what is sent is what the person saw', (desk: Desk) => {
  test('a document on its way is waited for; a form that changed is loaded again with what was typed', async () => {
    const { page, context } = await desk.person({ reducedMotion: 'reduce' });
    const { hostname: domain } = new URL(office.server.url);
    await context.addCookies([{ name: 'Portal-Token', value: token, domain, path: '/' }]);
    await page.goto(`${office.server.url}/datasetRequest/${datasetId}`);
    await page.getByLabel('How will you use the scans?').fill('To look at them.');

    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/request/file', async (route) => {
      await held;
      await route.continue();
    });
    const send = page.getByRole('button', { name: 'Send the request' });
    await page.locator('input[type=file]').setInputFiles(PDF);
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await send.click();
    const summary = page.getByRole('alert');
    await summary.getByRole('button', { name: /^Wait until this file is there/ }).click();
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Cancel');
    release();
    await page.getByText('vote.pdf is added').waitFor();

    // The lab asks something else meanwhile, under the same id.
    await setQuestions([asked('method', 'text', 'Will you sell them?'), asked('vote', 'file', 'Vote')]);
    await page.getByLabel('How will you use the scans?').fill('To look at them closely.');
    await send.click();
    await summary.getByText('The questions of this dataset have changed. Load the form again.').waitFor();
    await page.getByRole('button', { name: 'Load the form again' }).click();
    const now = page.getByLabel('Will you sell them?');
    await now.waitFor();
    await expect.poll(() => now.inputValue()).toBe('To look at them closely.');
    await page.getByRole('button', { name: 'Save vote.pdf' }).waitFor();
    await now.fill('No.');
    await send.click();
    await page.getByText('Your request is in. The laboratory will write to you.').waitFor();
  }, 120_000);

  test('answers come from where they were saved last; the message, which goes with the request, from this device', async () => {
    const { lab, server, dataDir } = office;
    await setQuestions([asked('method', 'text', 'Will you sell them?')]);
    const token = await approvedUser(server.url, dataDir, 'grace@example.org');
    const first = { purpose: 'Weaving', answers: { method: 'No.' } };
    const path = `/api/v1/dataset/${datasetId}/request`;
    await callServer(server.url, 'POST', `${path}/submission`, { token, body: first });
    const [request] = await callServer<{ id: string }[]>(server.url, 'GET', '/api/v1/requests', { token });
    const why = { reason: 'Say more.' };
    await lab.call('PUT', `/api/v1/admin/requestReview/${request?.id}/needs_info`, why);
    const { page, context } = await desk.person({ reducedMotion: 'reduce' });
    const { hostname: domain } = new URL(server.url);
    await context.addCookies([{ name: 'Portal-Token', value: token, domain, path: '/' }]);
    await page.goto(`${server.url}/datasetRequest/${datasetId}`);
    await page.getByLabel('Message to the laboratory').fill('More is below.');
    await page.getByLabel('Will you sell them?').fill('Never.');
    await page.getByText('Saved as a draft.').waitFor();
    const body = { purpose: 'Weaving', answers: { method: 'Never, ever.' } };
    await callServer(server.url, 'PUT', path, { token, body });
    await page.goto(`${server.url}/datasetRequest/${datasetId}`);
    await page.getByText('What you had typed is back.').waitFor();
    expect(await page.getByLabel('Message to the laboratory').inputValue()).toBe('More is below.');
    expect(await page.getByLabel('Will you sell them?').inputValue()).toBe('Never, ever.');
    // Answers that were restored and saved since are taken back, too.
    await page.getByLabel('Will you sell them?').fill('Perhaps.');
    await page.getByRole('button', { name: 'Start anew' }).click();
    await expect.poll(() => page.getByLabel('Will you sell them?').inputValue()).toBe('Never, ever.');
    expect(await page.getByLabel('Message to the laboratory').inputValue()).toBe('');
  }, 120_000);
});
