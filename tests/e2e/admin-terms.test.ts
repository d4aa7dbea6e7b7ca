// @module-tag guards
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { TermsToSign } from '../../contract/signing.ts';
import type { OneTerms, SignatureRow } from '../../contract/terms.ts';
import { findings } from '../support/axe.ts';
import { administrator, invitationTo } from '../support/back-office.ts';
import { type Desk, inBrowser, savedBytes } from '../support/browser.ts';
import { csvRecords } from '../support/csv.ts';
import { datasetOffice, dialog } from '../support/dataset-office.ts';
import { LONG, looks } from '../support/guards.ts';
import { registeredUser } from '../support/person.ts';
import { adminTokenOf, callServer } from '../support/server-process.ts';

const office = datasetOffice();
const TEXT = '# Use\n\nFor **research** alone.\n\nDo not pass it on.';
const PEOPLE = { ada: ['Ada', 'Lovelace'], mary: ['Mary', 'Somerville'] } as const;
type Person = keyof typeof PEOPLE;
const tokens: Partial<Record<Person, string>> = {};

beforeAll(async () => {
  for (const [name, [firstName, familyName]] of Object.entries(PEOPLE))
    tokens[name as Person] = await registeredUser(office.server.url, office.dataDir, `${name}@example.org`, {
      firstName,
      familyName,
      affiliation: `Society of ${firstName}`,
      purpose: 'Weaving',
    });
});

const written = (title: string, text = TEXT) =>
  office.lab.call<OneTerms>('POST', '/api/v1/admin/terms', { title, text });
const now = (id: string) => office.lab.call<OneTerms>('GET', `/api/v1/admin/terms/${id}`);
const change = (id: string, text: string, version: number, signAgain = false) =>
  office.lab.call<OneTerms>('PUT', `/api/v1/admin/terms/${id}`, {
    title: `Changed ${version}`,
    text,
    version,
    signAgain,
  });
const askFor = (dataset: string, termsId: string | null) =>
  office.lab.call('PUT', `/api/v1/admin/dataset/${dataset}/access`, {
    policy: termsId === null ? 'portal' : 'terms',
    termsId,
  });
const shownTo = (who: Person, dataset: string) =>
  callServer<TermsToSign>(office.server.url, 'GET', `/api/v1/dataset/${dataset}/terms`, {
    token: tokens[who] ?? '',
  });
async function sign(who: Person, dataset: string): Promise<void> {
  const { id } = await shownTo(who, dataset);
  await callServer(office.server.url, 'POST', `/api/v1/dataset/${dataset}/signature`, {
    token: tokens[who] ?? '',
    body: { terms: id, name: PEOPLE[who].join(' '), agreed: true },
  });
}
async function published(name: string): Promise<string> {
  const id = await office.lab.added(name);
  await office.lab.update(id, { status: 'published' });
  return id;
}
/** Terms that a published dataset asks for, and which Ada has signed. */
async function inUse(name: string): Promise<{ set: OneTerms; dataset: string }> {
  const set = await written(`Terms of ${name}`);
  const dataset = await published(name);
  await askFor(dataset, set.id);
  await sign('ada', dataset);
  return { set, dataset };
}

const termsAt = (query = '') => `${office.server.url}/admin/access/terms?${query}`;
const signaturesAt = (query = '') => `${office.server.url}/admin/access/signatures?${query}`;
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const textOf = (page: Page) => page.getByRole('textbox', { name: 'Text', exact: true });
const versionIn = (page: Page, version: number) =>
  page
    .getByRole('list', { name: 'Versions, newest first' })
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: `Version ${version}`, exact: true }) });
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

inBrowser('access.md "Terms as evidence": the back office', (desk: Desk) => {
  const open = async (address: string, token?: string) => {
    const { url } = office.server;
    const person = await administrator(desk, url, token ?? (await adminTokenOf(url)), {
      reducedMotion: 'reduce',
    });
    await person.page.goto(address);
    return person;
  };

  test('terms are written, seen as they will look, and a dataset asks for them', async () => {
    const dataset = await published('Asking');
    const { page, context, complaints } = await open(termsAt());
    await page.getByText('There are no terms yet.').waitFor();
    await page.getByRole('button', { name: 'Write terms' }).first().click();
    const form = dialog(page, 'Write terms');
    await press(page, 'Save');
    for (const message of ['Enter a title.', 'Write the text.'])
      await form.getByRole('alert').getByText(message).waitFor();
    await form.getByLabel('Title').fill('Use of the scans');
    await textOf(page).fill(TEXT);
    await form.getByRole('tab', { name: 'Preview' }).click();
    await form.getByRole('heading', { name: 'Use', exact: true }).waitFor();
    expect(await form.locator('strong').textContent()).toBe('research');
    await press(page, 'Save');
    await dialog(page, 'Use of the scans').getByText('Do not pass it on.').waitFor();
    await versionIn(page, 1).getByText('not signed yet').waitFor();

    await page.goto(office.listed(`access=${dataset}`));
    const panel = dialog(page, 'Access to Asking 1.0');
    expect(await panel.getByLabel('An approved account', { exact: true }).isChecked()).toBe(true);
    await panel.getByLabel('An approved account, and these terms signed').check();
    await press(page, 'Save');
    await panel.getByRole('alert').getByText('Choose the terms to sign.').waitFor();
    await panel.getByRole('combobox', { name: 'Terms' }).fill('scans');
    await page.getByRole('option', { name: 'Use of the scans' }).click();
    await panel.getByText(/^Version 1, /).waitFor();
    expect(await panel.getByRole('link', { name: 'Read them' }).getAttribute('href')).toMatch(/\?terms=/);
    const policy = async () =>
      (await office.lab.call<{ policy: string }>('GET', `/api/v1/admin/dataset/${dataset}/access`)).policy;
    await press(page, 'Save');
    const question = dialog(page, 'Ask for “Use of the scans” to be signed?');
    await question.getByText(/nobody downloads Asking before they have signed/).waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await policy()).toBe('portal');
    await press(page, 'Save');
    await question.getByRole('button', { name: 'Ask for them' }).click();
    await page.getByText('What Asking asks for is saved').waitFor();
    expect(await policy()).toBe('terms');

    // Giving access back takes nothing from anybody: nothing is asked.
    await panel.getByLabel('An approved account', { exact: true }).check();
    await press(page, 'Save');
    await expect.poll(policy).toBe('portal');
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('a second version of used terms must be signed again, and says what it changed', async () => {
    const { set, dataset } = await inUse('Renewed');
    const { page, context, complaints } = await open(termsAt());
    await page.getByRole('button', { name: 'Terms of Renewed', exact: true }).click();
    await versionIn(page, 1).getByText('1 signature').waitFor();
    await press(page, 'Change');
    const form = dialog(page, 'Change Terms of Renewed');
    await form.getByText(/what was signed stays as it is, and saving makes version 2/).waitFor();
    await textOf(page).fill(TEXT.replace('pass it on', 'show it to anybody'));
    await press(page, 'Save as version 2');
    await form.getByRole('alert').getByText('Say whether who has signed must sign again.').waitFor();
    await form.getByLabel('Yes').check();
    await press(page, 'Save as version 2');

    await versionIn(page, 2).getByText('Must be signed again').waitFor();
    await versionIn(page, 2).getByText('not signed yet').waitFor();
    await versionIn(page, 1).getByText('1 signature').waitFor();
    await versionIn(page, 2).getByText('What it changed').click();
    const changes = page.getByRole('list', { name: 'From version 1 to version 2' });
    await changes.waitFor();
    expect(await changes.locator('del').allTextContents()).toEqual(['Do not pass it on.']);
    expect(await changes.locator('ins').allTextContents()).toEqual(['Do not show it to anybody.']);
    expect(await shownTo('ada', dataset)).toMatchObject({ version: 2, signed: { version: 1, holds: false } });
    const { versions } = await now(set.id);
    expect(versions.map(({ version, signAgain }) => [version, signAgain])).toEqual([
      [2, true],
      [1, true],
    ]);
    // Not offered while a dataset asks for them, and the reason is said.
    await page.getByText('They can be deleted once no dataset asks for them.').waitFor();
    expect(await page.getByRole('button', { name: 'Delete these terms' }).count()).toBe(0);
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('what somebody else has saved meanwhile is shown, and what is typed stays', async () => {
    const { set } = await inUse('Shared');
    const { page, context } = await open(termsAt(`write=${set.id}`));
    await textOf(page).fill('What I have typed.');
    await page.getByLabel('No', { exact: true }).check();
    await change(set.id, 'What somebody else has typed.', 1);
    await press(page, 'Save as version 2');
    const note = page.getByRole('status').filter({ hasText: 'Somebody has saved version 2 meanwhile.' });
    await note.getByText('Text of version 2').click();
    await note.getByText('What somebody else has typed.').waitFor();
    expect(await textOf(page).inputValue()).toBe('What I have typed.');
    await press(page, 'Go on from version 2');
    await press(page, 'Save as version 3');
    await versionIn(page, 3).getByText('What I have typed.').waitFor();
    await versionIn(page, 3).getByText('Earlier signatures count').waitFor();
    // Any earlier version can be compared with.
    await versionIn(page, 3).getByText('What it changed').click();
    await versionIn(page, 3).getByLabel('Compared with').selectOption('Version 1');
    await page.getByRole('list', { name: 'From version 1 to version 3' }).waitFor();
    await context.close();
  });

  test(
    'terms that came into use while they were changed: who signs again is asked then, and what is typed stays',
    LONG,
    async () => {
      const set = await written('Terms begun early');
      const { page, context } = await open(termsAt(`write=${set.id}`));
      await page.getByText(/^No dataset asks for them and nobody has signed them yet/).waitFor();
      await textOf(page).fill('What I have typed.');
      await askFor(await published('Began to ask'), set.id);
      await press(page, 'Save');
      await page
        .getByRole('alert')
        .getByText(/^These terms have come into use meanwhile, so your change makes a new version/)
        .waitFor();
      expect(await textOf(page).inputValue()).toBe('What I have typed.');
      expect((await now(set.id)).versions).toHaveLength(1);
      await page.getByLabel('No', { exact: true }).check();
      await press(page, 'Save as version 2');
      await versionIn(page, 2).getByText('What I have typed.').waitFor();
      await context.close();
    },
  );

  test('unsaved text: leaving asks, and staying keeps it', LONG, async () => {
    const { page, context } = await open(termsAt('write=new'));
    await page.getByLabel('Title').fill('Half written');
    await page.keyboard.press('Escape');
    const question = dialog(page, 'There are unsaved changes');
    await question.getByRole('button', { name: 'Stay' }).click();
    expect(await page.getByLabel('Title').inputValue()).toBe('Half written');
    await press(page, 'Cancel');
    await question.getByRole('button', { name: 'Leave' }).click();
    await dialog(page, 'Write terms').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Write terms' }).first().click();
    expect(await page.getByLabel('Title').inputValue()).toBe('');
    await context.close();
  });

  test('terms that no dataset asks for are deleted after asking; their signatures stay', async () => {
    const { set, dataset } = await inUse('Ended');
    await askFor(dataset, null);
    const { page, context } = await open(termsAt(`terms=${set.id}`));
    await press(page, 'Delete these terms');
    const question = dialog(page, 'Delete “Terms of Ended”?');
    await question.getByText(/^The signature stays as evidence/).waitFor();
    await question.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('“Terms of Ended” is deleted').waitFor();
    await expect.poll(() => row(page, 'Terms of Ended').count()).toBe(0);
    // Named by its rows, since it is in no list any more.
    await page.goto(signaturesAt(`termsId=${set.id}`));
    await row(page, 'Terms of Ended').getByText('Ada Lovelace').waitFor();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Terms' }).inputValue())
      .toBe('Terms of Ended');
    await context.close();
  });

  test('signatures are filtered, sorted and exported, and saved one by one', async () => {
    const { set, dataset } = await inUse('Signed');
    await sign('mary', dataset);
    const { page, context, complaints } = await open(termsAt('keyword=Signed'));
    await page.getByRole('link', { name: '2: the signatures of Terms of Signed' }).click();
    await page.getByRole('heading', { level: 1, name: 'Signatures' }).waitFor();
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(2);
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Terms' }).inputValue())
      .toBe('Terms of Signed');
    await page.getByRole('button', { name: 'Name', exact: true }).click();
    await expect
      .poll(() => page.getByRole('rowheader').allTextContents())
      .toEqual(['Mary Somervillemary@example.org', 'Ada Lovelaceada@example.org']);
    expect(page.url()).toMatch(/termsId=.*&sort=name&order=desc/);

    await page.getByRole('searchbox', { name: 'Keyword' }).fill('society of ada');
    await expect.poll(() => page.getByRole('rowheader').count()).toBe(1);
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await expect.poll(() => new URL(page.url()).searchParams.get('from')).toMatch(/^\d{4}-\d\d-\d\d$/);
    const saved = async (name: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name, exact: true }).click(),
      ]);
      return { name: download.suggestedFilename(), bytes: await savedBytes(download) };
    };
    const csv = await saved('Export CSV');
    expect(csv.name).toMatch(/^signatures-\d{4}-\d\d-\d\d\.csv$/);
    expect(csvRecords(csv.bytes.toString())).toEqual([
      expect.objectContaining({
        name: 'Ada Lovelace',
        affiliation: 'Society of Ada',
        termsId: set.id,
        version: '1',
        datasetName: 'Signed',
      }),
    ]);
    await page
      .getByRole('status')
      .getByText(/^Exported/)
      .waitFor();
    const of = 'of the signature of Ada Lovelace under Terms of Signed';
    const { list } = await office.lab.call<{ list: SignatureRow[] }>(
      'GET',
      `/api/v1/admin/signatureList?termsId=${set.id}&keyword=Lovelace`,
    );
    const pdf = await saved(`PDF ${of}`);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.name).toMatch(/\.pdf$/);
    const json = await saved(`JSON ${of}`);
    expect(JSON.stringify(JSON.parse(json.bytes.toString()))).toContain(list[0]?.sha256);

    await page.getByRole('textbox', { name: 'Before' }).fill('2020-01-01');
    await page.getByText('Nothing matches these filters.').waitFor();
    await press(page, 'Clear filters');
    await row(page, 'Mary Somerville').first().waitFor();
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('by keyboard alone: opened, changed, and back where one was', async () => {
    const { set } = await inUse('Keys');
    const { page, context } = await open(termsAt('keyword=Keys'));
    const title = page.getByRole('button', { name: 'Terms of Keys', exact: true });
    await title.press('Enter');
    const panel = dialog(page, 'Terms of Keys');
    await panel.getByRole('button', { name: 'Change', exact: true }).press('Enter');
    await textOf(page).focus();
    await page.keyboard.press('End');
    await page.keyboard.type(' At all.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await versionIn(page, 2).waitFor();
    expect((await now(set.id)).versions[0]?.signAgain).toBe(false);
    await page.keyboard.press('Escape');
    await panel.waitFor({ state: 'detached' });
    await expect.poll(() => title.evaluate('document.activeElement?.textContent')).toBe('Terms of Keys');
    await context.close();
  });

  test('who may read alone finds everything, and nothing that changes it', async () => {
    const { set, dataset } = await inUse('Audited');
    const email = 'auditor@example.org';
    await office.lab.call('POST', '/api/v1/admin/invitations', { email, role: 'auditor' });
    const token = (await invitationTo(office.dataDir, email)).split('token=')[1];
    const password = 'nine blue lanterns in the rain';
    const { url } = office.server;
    await callServer(url, 'POST', '/api/v1/admin/invitation/accept', {
      body: { token, name: 'The auditor', password },
    });
    const session = await callServer<{ token: string }>(url, 'POST', '/api/v1/admin/login', {
      body: { username: email, password },
    });
    const { page, context, complaints } = await open(termsAt(`terms=${set.id}`), session.token);
    await versionIn(page, 1).getByText('Do not pass it on.').waitFor();
    expect(
      await page
        .getByRole('button', { name: /^(Write terms|Change|Change Terms of Audited|Delete these terms)$/ })
        .count(),
    ).toBe(0);
    await page.goto(office.listed(`access=${dataset}`));
    await page.getByText('Your role can read this, not change it.').waitFor();
    for (const radio of await page.getByRole('radio').all()) expect(await radio.isDisabled()).toBe(true);
    expect(await page.getByRole('combobox', { name: 'Terms' }).inputValue()).toBe('Terms of Audited');
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('lists, panels and forms: no axe violation, light and dark, 1280 and 390', LONG, async () => {
    const { set, dataset } = await inUse('Seen');
    await change(set.id, TEXT.replace('alone', 'only'), 1, true);
    const { page, context } = await open(termsAt());
    await row(page, 'Changed 1').first().waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.goto(termsAt(`terms=${set.id}`));
    await versionIn(page, 2).getByText('What it changed').click();
    await page.getByRole('list', { name: 'From version 1 to version 2' }).waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.goto(termsAt(`write=${set.id}`));
    await press(page, 'Save as version 3');
    await page.getByRole('alert').waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.getByRole('tab', { name: 'Preview' }).click();
    await page.getByRole('heading', { name: 'Use', exact: true }).waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.goto(office.listed(`access=${dataset}`));
    await page.getByRole('link', { name: 'Read them' }).waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.goto(signaturesAt());
    await row(page, 'Ada Lovelace').first().waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await context.close();
  });
});
