import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { RequestQuestion } from '../../../contract/requests.ts';
import { findings } from '../../support/axe.ts';
import { type Desk, inBrowser } from '../../support/browser.ts';
import { datasetOffice } from '../../support/dataset-office.ts';
import { looks } from '../../support/guards.ts';
import { approvedUser } from '../../support/person.ts';
import { callServer } from '../../support/server-process.ts';

const office = datasetOffice();
const APPLICATION = 'Weaving';
const asked = (id: string, kind: RequestQuestion['kind'], label: string, options: string[] = []) => ({
  id,
  kind,
  label,
  help: '',
  required: true,
  options,
});
const QUESTIONS: RequestQuestion[] = [
  asked('method', 'text', 'How will you use the scans?'),
  asked('site', 'choice', 'Where will they be stored?', ['At the university', 'In a cloud']),
  asked('share', 'tick', 'I will not pass them on.'),
  asked('ethics', 'file', 'Vote of the ethics committee'),
];
const PDF = { name: 'vote.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') };

let datasetId: string;
let token: string;

beforeAll(async () => {
  const { lab, server, dataDir } = office;
  datasetId = await lab.added('Asked for');
  await lab.update(datasetId, { status: 'published' });
  await lab.call('PUT', `/api/v1/admin/dataset/${datasetId}/access`, { policy: 'request', termsId: null });
  await lab.call('PUT', `/api/v1/admin/dataset/${datasetId}/requestForm`, { questions: QUESTIONS });
  token = await approvedUser(server.url, dataDir, 'ada@example.org');
}, 60_000);

const at = () => `${office.server.url}/datasetRequest/${datasetId}`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Decides on the only request, as an owner. */
async function decided(status: string, reason?: string): Promise<void> {
  const { list } = await office.lab.call<{ list: { id: string }[] }>('GET', '/api/v1/admin/requestList');
  await office.lab.call(
    'PUT',
    `/api/v1/admin/requestReview/${list[0]?.id}/${status}`,
    reason === undefined ? undefined : { reason },
  );
}

inBrowser('access.md "Requests": from a dataset to a grant', (desk: Desk) => {
  const signedIn = async () => {
    const person = await desk.person({ reducedMotion: 'reduce' });
    const { hostname: domain } = new URL(office.server.url);
    await person.context.addCookies([{ name: 'Portal-Token', value: token, domain, path: '/' }]);
    return person;
  };

  test('a visitor is asked to sign in, and comes back to the form', async () => {
    const { page } = await desk.person();
    await page.goto(at());
    await page.getByRole('link', { name: 'Sign in' }).last().click();
    await page.waitForURL(new RegExp(`redirect=${encodeURIComponent('/datasetRequest/')}`));
  });

  test('one form, nothing typed twice: a draft that saves itself, the request, an answer, the grant', async () => {
    const { page, complaints } = await signedIn();
    await page.goto(at());
    const purpose = page.getByLabel('Purpose');
    await purpose.waitFor();
    // What the account knows is there.
    expect(await purpose.inputValue()).toBe(APPLICATION);
    await page.getByText('Ada Lovelace').last().waitFor();

    // Sent too early: told at the fields, and nothing is lost.
    await press(page, 'Send the request');
    await page.getByRole('alert').getByText('Add the file: Vote of the ethics committee').waitFor();
    expect(await findings(page, looks)).toEqual([]);

    await page.getByLabel('How will you use the scans?').fill('To look at them.');
    await page.getByText('Saved as a draft.').waitFor();
    await page.reload();
    await expect
      .poll(() => page.getByLabel('How will you use the scans?').inputValue())
      .toBe('To look at them.');

    // The keyboard is enough.
    await page.getByLabel('Where will they be stored?').selectOption('In a cloud');
    await page.getByLabel('I will not pass them on.').press('Space');
    const file = page.locator('input[type=file]');
    await file.setInputFiles({ ...PDF, name: 'vote.txt' });
    await page.getByText('Choose a PDF file.').waitFor();
    await file.setInputFiles(PDF);
    await page.getByText('vote.pdf is added').waitFor();
    await press(page, 'Send the request');
    await page.getByText('Your request is in. The laboratory will write to you.').waitFor();
    await page.getByText('The laboratory looks at your request').waitFor();
    expect(await page.getByRole('button', { name: 'Send the request' }).count()).toBe(0);
    expect(await findings(page, looks)).toEqual([]);

    await decided('needs_info', 'Which cloud?');
    await page.reload();
    await page.getByText('Which cloud?').first().waitFor();
    await page.getByLabel('Message to the laboratory').fill('Our own.');
    await press(page, 'Send it again');
    await page.getByText('Your request is in. The laboratory will write to you.').waitFor();
    await page.getByText('Our own.').waitFor();

    await decided('granted');
    await page.goto(`${office.server.url}/account#requests`);
    const mine = page.getByRole('region', { name: 'Your requests' });
    await mine.getByText('Granted').waitFor();
    await mine.getByRole('link', { name: /^See it/ }).click();
    await page.getByText('You may download the files of this dataset.').waitFor();
    const { access } = await callServer<{ access: { request: string } }>(
      office.server.url,
      'GET',
      `/api/v1/dataset/${datasetId}`,
      { token },
    );
    expect(access.request).toBe('granted');
    expect(complaints.list).toEqual([]);
  }, 120_000);
});
