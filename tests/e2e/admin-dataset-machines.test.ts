// @module-tag guards

import { expect, test } from 'vitest';
import type { AdminDataset } from '../../contract/dataset-admin.ts';
import { findings } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { datasetOffice, dialog } from '../support/dataset-office.ts';
import { LONG, looks } from '../support/guards.ts';

const office = datasetOffice();

inBrowser('what machines read of a dataset, in the back office', (desk) => {
  test('column names: nobody is told them until the curator says so; what is closed says it', async () => {
    const id = await office.lab.added('Columned');
    const { page, context } = await office.open(desk, `edit=${id}`);
    const edit = dialog(page, 'Edit Columned 1.0');
    await edit.getByText('More about it').click();
    const choice = edit.getByLabel('Who is told the column names');
    expect(await choice.inputValue()).toBe('approved');
    await choice.selectOption('Everybody');
    await edit.getByText('column names public').waitFor();
    expect(await findings(page, looks, '[role=dialog]')).toEqual([]);
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'detached' });
    const { dataset } = await office.lab.call<{ dataset: AdminDataset }>(
      'GET',
      `/api/v1/admin/dataset/${id}`,
    );
    expect(dataset).toMatchObject({ columnsVisible: 'public', filesVisible: 'public' });
    await context.close();
  });

  test('RO-Crate: a button among the files, once; none where files are fixed', LONG, async () => {
    const id = await office.lab.added('Crated');
    const { page, context } = await office.open(desk, `files=${id}`);
    const files = dialog(page, 'Files of Crated 1.0');
    const add = files.getByRole('button', { name: 'Add an RO-Crate' });
    await add.waitFor();
    expect(await findings(page, looks, '[role=dialog]')).toEqual([]);
    await add.press('Enter');
    await page.getByText('ro-crate-metadata.json is added').waitFor();
    await files.getByRole('row', { name: /ro-crate-metadata\.json/ }).waitFor();
    await add.waitFor({ state: 'detached' });
    const frozen = await office.lab.frozen('Fixed');
    await page.goto(office.listed(`files=${frozen}`));
    await dialog(page, 'Files of Fixed 1.0').getByText('a.csv').first().waitFor();
    expect(await page.getByRole('button', { name: 'Add an RO-Crate' }).count()).toBe(0);
    await context.close();
  });
});
