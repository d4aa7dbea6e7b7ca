// @module-tag guards
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { holdJobs } from '../../server/testing/import-root.ts';
import { findings } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { datasetOffice, dialog } from '../support/dataset-office.ts';
import { LONG, looks } from '../support/guards.ts';
import { pasted } from '../support/pasted.ts';

const office = datasetOffice();

inBrowser('releases "Versions and releases": the back office', (desk) => {
  const entry = (page: Page, version: string) =>
    page
      .getByRole('list', { name: 'Versions, newest first' })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: version, exact: true }) });
  const choose = async (page: Page, version: string, item: RegExp) => {
    await page.getByRole('button', { name: `More actions for version ${version}` }).click();
    await page.getByRole('menuitem', { name: item }).click();
  };

  test('a new version of a frozen one is made, its files changed, published and frozen; the old one stays', async () => {
    const one = await office.lab.frozen('Journey');
    const { page, context, complaints } = await office.open(desk, `files=${one}`);
    const files = dialog(page, 'Files of Journey 1.0');
    // Nothing there leads into a refusal: the way out is offered instead.
    await files.getByText(/its files are fixed/).waitFor();
    expect(await files.getByRole('button', { name: /^Choose|^Delete/ }).count()).toBe(0);
    await files.getByRole('button', { name: 'New version' }).click();
    const make = dialog(page, 'New version of Journey');
    expect(await make.getByLabel('Version', { exact: true }).inputValue()).toBe('1.1');
    await make.getByLabel('What is new').fill('One more table.');
    await make.getByRole('button', { name: 'Make the draft' }).click();
    const fresh = dialog(page, 'Files of Journey 1.1');
    await fresh.getByText('a.csv', { exact: true }).waitFor();
    await fresh
      .getByLabel('Choose files')
      .setInputFiles([{ name: 'b.csv', mimeType: 'text/csv', buffer: Buffer.from('b\n') }]);
    await fresh.getByText('b.csv', { exact: true }).first().waitFor();

    // By keys, which stay on the parts while the drawer changes below them.
    await fresh.getByRole('tab', { name: 'Files' }).focus();
    await page.keyboard.press('ArrowRight');
    await entry(page, '1.1').getByText('One more table.').waitFor();
    expect(await page.evaluate('document.activeElement?.textContent')).toBe('Versions');
    await entry(page, '1.1')
      .getByRole('list', { name: 'Files of 1.1 that differ from 1.0' })
      .getByText('b.csv')
      .waitFor();
    await entry(page, '1.1').getByText('1 added · 1 the same · who has 1.0 fetches 2 B').waitFor();
    await page.getByRole('button', { name: 'Publish Journey 1.1' }).last().click();
    const publish = dialog(page, 'Publish Journey 1.1?');
    const freeze = publish.getByLabel('Freeze its files too');
    expect(await freeze.isChecked()).toBe(false);
    await freeze.check();
    await publish.getByText(/never change again\. Nobody can undo this/).waitFor();
    await publish.getByRole('button', { name: 'Publish and freeze' }).click();
    await entry(page, '1.1').getByText('Frozen', { exact: true }).waitFor();
    const { versions, slug } = await office.lab.lineage(one);
    expect(
      versions.map(({ version, fileCount, releaseHash }) => [version, fileCount, releaseHash?.length]),
    ).toEqual([
      ['1.1', 2, 64],
      ['1.0', 1, 64],
    ]);
    await context.grantPermissions(['clipboard-write']);
    const copies = async (name: string, text: string | null | undefined) => {
      await page.getByRole('button', { name }).click();
      await page.getByText('Copied', { exact: true }).last().waitFor();
      await expect.poll(() => pasted(page)).toBe(text);
    };
    await copies('Copy the release hash of version 1.1', versions[0]?.releaseHash);
    await copies('Copy the permanent address of version 1.1', `${office.server.url}/d/${slug}/1.1`);
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test(
    'a frozen one: its form says what is fixed and why; Delete leads to Withdraw, which wants a reason',
    LONG,
    async () => {
      const id = await office.lab.frozen('Cited');
      const { page, context } = await office.open(desk, `edit=${id}`);
      const edit = dialog(page, 'Edit Cited 1.0');
      await edit.getByText('Fixed: this version is frozen.').waitFor();
      for (const name of ['Version', 'Path'])
        expect(await edit.getByLabel(name, { exact: true }).isEditable(), name).toBe(false);
      await edit.getByLabel('Keywords').fill('new words');
      await edit.getByRole('button', { name: 'Save' }).click();
      await edit.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'More actions for Cited 1.0' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const withdraw = dialog(page, 'Withdraw Cited 1.0?');
      await withdraw.getByText(/A frozen version is not deleted/).waitFor();
      await withdraw.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await withdraw.getByRole('button', { name: /never withdrawn without a reason/ }).waitFor();
      await withdraw.getByLabel('Reason').fill('A sensor was wrong.');
      await withdraw.getByRole('button', { name: 'Withdraw', exact: true }).click();
      await withdraw.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'More actions for Cited 1.0' }).click();
      expect(await page.getByRole('menuitem', { name: 'Delete' }).count()).toBe(0);
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      await entry(page, '1.0').getByText('Withdrawn: A sensor was wrong.').waitFor();
      await entry(page, '1.0').getByText('1 change since it was frozen').click();
      await entry(page, '1.0').getByText('new words').waitFor();
      await context.close();
    },
  );

  test(
    'a refusal keeps what was typed and says its words in place; an embargo is set and ended',
    LONG,
    async () => {
      const id = await office.lab.added('Refused');
      await office.lab.update(id, { status: 'published' });
      const { page, context } = await office.open(desk, `versions=${id}`);
      await page.getByRole('button', { name: 'New version' }).click();
      const make = dialog(page, 'New version of Refused');
      await make.getByLabel('What is new').fill('My words.');
      // Another administrator is faster.
      await office.lab.next(id, '1.1');
      await make.getByRole('button', { name: 'Make the draft' }).click();
      await make
        .getByRole('alert')
        .getByText(/already there/)
        .waitFor();
      expect(await make.getByLabel('What is new').inputValue()).toBe('My words.');
      await make.getByRole('button', { name: 'Cancel' }).click();
      await choose(page, '1.0', /^Embargo/);
      const embargo = dialog(page, 'Embargo of Refused 1.0');
      await embargo.getByLabel('Files from this day on').fill('2999-12-31');
      await embargo.getByRole('button', { name: 'Save' }).click();
      await entry(page, '1.0').getByText('Embargo until 2999-12-31').waitFor();
      await choose(page, '1.0', /^Embargo/);
      await embargo.getByRole('button', { name: 'End the embargo now' }).click();
      await entry(page, '1.0').getByText('Embargo until 2999-12-31').waitFor({ state: 'detached' });
      // Escape closes the dialog, not the drawer under it.
      await choose(page, '1.0', /^Freeze/);
      const freeze = dialog(page, 'Freeze Refused 1.0?');
      await freeze.getByText(/never change again/).waitFor();
      await page.keyboard.press('Escape');
      await freeze.waitFor({ state: 'detached' });
      await choose(page, '1.0', /^Freeze/);
      await freeze.getByRole('button', { name: 'Freeze for ever' }).click();
      await entry(page, '1.0').getByText('Frozen', { exact: true }).waitFor();
      await context.close();
    },
  );

  test(
    'purging: who else holds the bytes is shown, ticked ones go too, and the name is typed',
    LONG,
    async () => {
      const id = await office.lab.frozen('Purged');
      const draft = await office.lab.next(id, '2.0');
      const { page, context } = await office.open(desk, `versions=${id}`);
      await choose(page, '1.0', /^Remove the bytes/);
      const purge = dialog(page, 'Remove the bytes of Purged 1.0 for ever?');
      await purge.getByLabel('2.0 (Draft): 1 file in common').check();
      await purge.getByLabel('Reason').fill('Consent was withdrawn.');
      await purge.getByLabel(/^Type Purged 1\.0/).fill('Purged');
      await purge.getByRole('button', { name: 'Remove for ever' }).click();
      await purge.getByRole('button', { name: 'Type Purged 1.0, exactly.' }).waitFor();
      await purge.getByLabel(/^Type Purged 1\.0/).fill('Purged 1.0');
      await purge.getByRole('button', { name: 'Remove for ever' }).click();
      await entry(page, '1.0').getByText('Files removed').waitFor();
      await entry(page, '1.0').getByText('Withdrawn: Consent was withdrawn.').waitFor();
      expect((await office.lab.lineage(id)).versions.map((version) => version.id)).toEqual([id]);
      expect(
        (await office.lab.call<{ list: { id: string }[] }>('GET', '/api/v1/admin/trash')).list.map(
          (one) => one.id,
        ),
      ).not.toContain(draft);
      await context.close();
    },
  );

  test(
    'asked for while a file is being hashed: "Freezes soon", here and on the page, then frozen by itself',
    LONG,
    async () => {
      const { lab, shelf, dataDir, server } = office;
      const id = await lab.added('Soon');
      await lab.update(id, { status: 'published' });
      const letGo = await holdJobs({ folder: dataDir, databaseUrl: undefined }, 'intake');
      const file = join(shelf, 'late.bin');
      await writeFile(file, 'late');
      const late = { path: 'soon/soon-1.0/late.bin', source: { import: file } };
      await lab.call('POST', `/api/v1/admin/addSubsets/${id}`, { subsets: [late] });
      const { page, context } = await office.open(desk, `versions=${id}`);
      await choose(page, '1.0', /^Freeze/);
      const freeze = dialog(page, 'Freeze Soon 1.0?');
      await freeze.getByText(/being hashed/).waitFor();
      await freeze.getByRole('button', { name: 'Freeze for ever' }).click();
      await entry(page, '1.0').getByText('Freezes soon', { exact: true }).waitFor();
      await entry(page, '1.0')
        .getByText(/happens by itself/)
        .waitFor();
      // It is not asked for twice.
      await page.getByRole('button', { name: 'More actions for version 1.0' }).click();
      await page.getByRole('menuitem', { name: /^Withdraw/ }).waitFor();
      expect(await page.getByRole('menuitem', { name: /^Freeze/ }).count()).toBe(0);
      const menu = page.getByRole('menu');
      await expect
        .poll(() => menu.evaluate((one) => one.contains(one.ownerDocument.activeElement)))
        .toBe(true);
      await page.keyboard.press('Escape');
      const visitor = await desk.person();
      await visitor.page.goto(`${server.url}/datasetDetail/${id}`);
      await visitor.page.getByText('It is frozen as soon as every file has its checksum.').waitFor();
      await visitor.context.close();
      await letGo();
      await entry(page, '1.0').getByText('Frozen', { exact: true }).waitFor();
      expect(await entry(page, '1.0').getByText('Freezes soon').count()).toBe(0);
      const [version] = (await lab.lineage(id)).versions;
      expect(version).toMatchObject({ fileCount: 2, freezing: null, releaseHash: expect.any(String) });
      await context.close();
    },
  );

  test(
    'purging one file: found by a part of its path, who else holds it is shown, its name is typed; the page tells it',
    LONG,
    async () => {
      const { lab, server } = office;
      const id = await lab.frozen('One file');
      const draft = await lab.next(id, '2.0');
      const { page, context } = await office.open(desk, `versions=${id}`);
      await choose(page, '1.0', /^Remove one file/);
      const purge = dialog(page, 'Remove one file of One file 1.0 for ever');
      expect(await purge.getByRole('button', { name: 'Remove for ever' }).isDisabled()).toBe(true);
      await purge.getByLabel('File', { exact: true }).fill('no such');
      await purge.getByText('No file has this in its path.').waitFor();
      await purge.getByLabel('File', { exact: true }).fill('.CSV');
      const file = 'a.csv';
      await purge.getByRole('button', { name: file }).press('Enter');
      await purge.getByLabel('2.0 (Draft)').check();
      await purge.getByText('Not frozen: 1 file taken out of it.').waitFor();
      await purge.getByLabel('Reason').fill('Consent was withdrawn.');
      const typed = purge.getByLabel(`Type ${file} to confirm`);
      await typed.fill('other');
      await purge.getByRole('button', { name: 'Remove for ever' }).click();
      await purge.getByRole('button', { name: `Type ${file}, exactly.` }).waitFor();
      expect(await findings(page, [{ colorScheme: 'dark', width: 320, axe: true }])).toEqual([]);
      await typed.fill(file);
      await purge.getByRole('button', { name: 'Remove for ever' }).click();
      await purge.waitFor({ state: 'detached' });
      await entry(page, '1.0').getByText('Removed for good: 1 file.').waitFor();
      const { versions } = await lab.lineage(id);
      expect(versions.map((version) => [version.id, version.purgedFiles])).toEqual([
        [draft, 0],
        [id, 1],
      ]);

      await page.goto(`${server.url}/datasetDetail/${id}`);
      const note = page.getByRole('note').filter({ hasText: 'Removed for good from this version: 1 file.' });
      await note.getByText(file, { exact: true }).waitFor();
      await note.getByText('Reason: Consent was withdrawn.').waitFor();
      await page.getByRole('row').filter({ hasText: file }).getByText('Removed', { exact: true }).waitFor();
      expect(await findings(page, [{ colorScheme: 'light', width: 390, axe: true }])).toEqual([]);
      await context.close();
    },
  );

  test('list, drawer and dialogs: no axe violation, light and dark, 1280 and 320', LONG, async () => {
    const id = await office.lab.frozen('Seen');
    await office.lab.next(id, '2.0');
    const { page, context } = await office.open(desk, `versions=${id}`);
    await entry(page, '2.0').waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await choose(page, '1.0', /^Remove the bytes/);
    await page.getByLabel(/in common/).waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.goto(office.listed(`edit=${id}`));
    await page.getByText('More about it').click();
    for (const name of ['an author', 'a funder', 'a related work'])
      await page.getByRole('button', { name: `Add ${name}` }).click();
    expect(await findings(page, looks)).toEqual([]);
    await context.close();
  });
});
