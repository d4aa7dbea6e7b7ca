// @module-tag guards

import { expect, test } from 'vitest';
import { inBrowser, settled } from '../support/browser.ts';
import { datasetOffice, dialog } from '../support/dataset-office.ts';
import { keptDraft } from '../support/kept-draft.ts';

const office = datasetOffice();

inBrowser('a dataset’s form', (desk) => {
  test('Back and another part of the drawer keep what was typed; Cancel drops it', async () => {
    const id = await office.lab.added('Kept');
    const { page, context } = await office.open(desk, 'keyword=kept');
    await page.getByRole('button', { name: 'Kept 1.0', exact: true }).click();
    const edit = dialog(page, 'Edit Kept 1.0');
    await edit.getByLabel('Keywords').fill('typed a moment ago');
    await page.goBack();
    await edit.waitFor({ state: 'detached' });
    // Somebody else changes what was not touched here.
    await office.lab.update(id, { citation: 'Theirs.' });
    await page.getByRole('button', { name: 'Kept 1.0', exact: true }).click();
    await edit.getByText('What you had typed is back.').waitFor();
    expect(await edit.getByLabel('Keywords').inputValue()).toBe('typed a moment ago');
    expect(await edit.getByLabel('Citation').inputValue()).toBe('Theirs.');
    await edit.getByLabel('Keywords').fill('');
    await edit.getByLabel('Licence').fill('CC0 1.0');
    await page.getByRole('tab', { name: 'Files' }).click();
    await dialog(page, 'Files of Kept 1.0').waitFor();
    await page.getByRole('tab', { name: 'Details' }).click();
    await edit.getByLabel('Licence').waitFor();
    await expect.poll(() => edit.getByLabel('Licence').inputValue()).toBe('CC0 1.0');
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await edit.waitFor({ state: 'detached' });
    await settled(page);
    await page.getByRole('button', { name: 'Kept 1.0', exact: true }).click();
    await edit.getByLabel('Licence').waitFor();
    expect(await edit.getByLabel('Licence').inputValue()).toBe('');
    // What was taken back again does not come back.
    const kept = () => keptDraft(page, `dataset:${id}`, 'citation');
    await edit.getByLabel('Citation').fill('Mine.');
    await expect.poll(kept).toBe('Mine.');
    await edit.getByLabel('Citation').fill('Theirs.');
    await expect.poll(kept).toBeUndefined();
    await context.close();
  });

  test('a cancelled upload keeps what was typed', async () => {
    const { page, context } = await office.open(desk, 'keyword=none');
    await page.route('**/api/v1/admin/addDataset', () => {});
    await page.getByRole('button', { name: 'Add dataset' }).first().click();
    const add = page.getByRole('dialog');
    await add.getByLabel('Name', { exact: true }).fill('Sent in vain');
    await add.getByLabel('Version').fill('1.0');
    await add.getByLabel('Modality').fill('MRI');
    await page.keyboard.press('Escape');
    await add.getByRole('button', { name: 'Create draft' }).click();
    await add.getByRole('button', { name: 'Cancel upload' }).click();
    await page.getByText('The upload was cancelled. Nothing was stored.').waitFor();
    await page.goto(office.listed('keyword=none'));
    await page.getByRole('button', { name: 'Add dataset' }).first().click();
    await add.getByText('What you had typed is back.').waitFor();
    expect(await add.getByLabel('Name', { exact: true }).inputValue()).toBe('Sent in vain');
    await context.close();
  });

  test('identifiers: rows by keyboard, errors at their row, saved as they are', async () => {
    const id = await office.lab.added('Identified');
    await office.lab.update(id, { authors: 'Lovelace, Ada; Hopper, Grace' });
    const { page, context } = await office.open(desk, `edit=${id}`);
    const edit = dialog(page, 'Edit Identified 1.0');
    const more = edit.getByText('More about it');
    await more.waitFor();
    expect(await edit.getByRole('group', { name: 'Authors as a list' }).isVisible()).toBe(false);
    await more.click();
    await edit.getByRole('button', { name: 'Take the names from “Authors”' }).press('Enter');
    const author = (n: number) => edit.getByRole('group', { name: `author ${n}`, exact: true });
    const focused = () =>
      page.evaluate<string>(
        'document.activeElement.ariaLabel || document.activeElement.labels?.[0]?.innerText',
      );
    expect(await focused()).toBe('Name');
    await author(2).getByLabel('ORCID').fill('0000-0002-1825-0098');
    // A blank one goes by itself; one is taken away, and the focus stays in the list.
    await edit.getByRole('button', { name: 'Add an author' }).press('Enter');
    await author(3).getByLabel('Name').waitFor();
    await edit.getByRole('button', { name: 'Add an author' }).press('Enter');
    await edit.getByRole('button', { name: 'Remove author 4' }).press('Enter');
    expect(await focused()).toBe('Remove author 3');
    await edit.getByLabel('DOI of this version').fill('not a doi');
    await more.click();
    await edit.getByRole('button', { name: 'Save' }).click();
    const orcidError = author(2).getByText(/This is no ORCID iD/);
    await orcidError.waitFor();
    expect(
      await author(1)
        .getByText(/This is no ORCID iD/)
        .count(),
    ).toBe(0);
    expect(await author(3).count()).toBe(0);
    // The summary leads to the field.
    await edit.getByRole('alert').getByRole('button', { name: /ORCID/ }).click();
    expect(await focused()).toBe('ORCID');
    await author(2).getByLabel('ORCID').fill('https://orcid.org/0000-0002-1825-0097');
    expect(await orcidError.count()).toBe(0);
    await edit.getByLabel('DOI of this version').fill('https://doi.org/10.1234/abc');
    await edit.getByRole('button', { name: 'Add a related work' }).click();
    const work = edit.getByRole('group', { name: 'related work 1', exact: true });
    await work.getByLabel('This dataset').selectOption('is cited by');
    await work.getByLabel('DOI').fill('10.5555/12345678');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    expect((await office.lab.lineage(id)).identifiers).toEqual({
      doi: '10.1234/abc',
      conceptDoi: '',
      authorList: [{ name: 'Lovelace, Ada' }, { name: 'Hopper, Grace', orcid: '0000-0002-1825-0097' }],
      funders: [],
      relatedWorks: [{ doi: '10.5555/12345678', relation: 'IsCitedBy' }],
    });
    await page.goto(office.listed(`edit=${id}`));
    await edit.getByText('10.1234/abc · 2 authors · 1 related work').waitFor();
    await context.close();
  });
});
