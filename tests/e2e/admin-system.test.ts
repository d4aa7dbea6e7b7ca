// @module-tag guards

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { administrator } from '../support/back-office.ts';
import { inBrowser, savedBytes } from '../support/browser.ts';
import { GUARD, LONG } from '../support/guards.ts';
import { keptDraft } from '../support/kept-draft.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';
import { cellsOf } from '../support/xlsx.ts';

let dataDir: string;
let server: ServerProcess;
let token: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-system-'));
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
  for (const modalityName of ['CT', 'MRI', 'Sound']) {
    const form = new FormData();
    for (const [name, value] of Object.entries({ name: `Of ${modalityName}`, version: '1.0', modalityName }))
      form.append(name, value);
    form.append('subsets', new Blob(['a,b\n1,2\n']), 'train.csv');
    const added = await fetch(`${server.url}/api/v1/admin/addDataset`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    const { data } = (await added.json()) as { data: { id: string } };
    await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
      token,
      body: { status: 'published' },
    });
  }
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** Bounds on a hang, on a machine that does much else. */
const POLL = { timeout: 15_000 };

const rowOf = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const dialogOf = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name });
const saved = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

inBrowser('§7 dictionary, configuration and site settings in the back office', (desk) => {
  const office = async (path: string) => {
    const person = await administrator(desk, server.url, await adminTokenOf(server.url));
    await person.page.goto(server.url + path);
    await person.page.getByRole('heading', { level: 1 }).waitFor();
    return person;
  };
  const sections = async (page: Page) => {
    await page.goto(server.url);
    return page.locator('main section > h2').allTextContents();
  };

  test('dictionary: a modality that is added, named and ordered shows on the home page at once', async () => {
    const visitor = await desk.person();
    expect(await sections(visitor.page)).toEqual(['CT', 'MRI', 'Sound']);

    const { page, complaints } = await office('/admin/system/dict?dictType=modality');
    await page.getByRole('status').getByText('This type has no entries yet.').waitFor();
    await page.getByRole('button', { name: 'Add entry' }).first().click();
    const dialog = dialogOf(page, 'Add an entry');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Enter a label.').waitFor();
    expect(await dialog.getByLabel('Type').inputValue()).toBe('modality');
    await dialog.getByLabel('Label').fill('Recorded sound');
    await dialog.getByLabel('Value').fill('Sound');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await rowOf(page, 'Recorded sound').waitFor();
    expect(await sections(visitor.page)).toEqual(['Recorded sound', 'CT', 'MRI']);
    // §2: in upper case on the page, as a style; the text stays readable for screen readers.
    const style = "getComputedStyle(document.querySelector('main section > h2')).textTransform";
    expect(await visitor.page.evaluate(style)).toBe('uppercase');
    expect(await visitor.page.getByRole('navigation', { name: 'Modalities' }).textContent()).toContain(
      'Recorded sound',
    );

    // Those in use are offered; the new one comes after the last, and then before it.
    await page.getByRole('button', { name: 'Add the modality MRI' }).click();
    await rowOf(page, 'MRI').waitFor();
    expect(await sections(visitor.page)).toEqual(['Recorded sound', 'MRI', 'CT']);
    await page.getByRole('button', { name: 'Edit MRI' }).click();
    const edit = dialogOf(page, 'Edit MRI');
    await edit.getByLabel('Order').fill('1');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.waitFor({ state: 'hidden' });
    expect(await sections(visitor.page)).toEqual(['MRI', 'Recorded sound', 'CT']);

    // Turned off it is no longer named; deleted after asking.
    await page.getByRole('button', { name: 'More actions for Recorded sound' }).click();
    await page.getByRole('menuitem', { name: 'Turn off' }).click();
    await rowOf(page, 'Recorded sound').getByText('Off', { exact: true }).waitFor();
    expect(await sections(visitor.page)).toEqual(['MRI', 'CT', 'Sound']);
    await page.getByRole('button', { name: 'More actions for Recorded sound' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialogOf(page, 'Delete Recorded sound?').getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => rowOf(page, 'Recorded sound').count(), { timeout: 15_000 }).toBe(1);
    await page.getByRole('button', { name: 'More actions for Recorded sound' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await dialogOf(page, 'Delete Recorded sound?').getByRole('button', { name: 'Delete' }).click();
    await rowOf(page, 'Recorded sound').waitFor({ state: 'detached' });
    expect(complaints.list).toEqual([]);
    expect(visitor.complaints.list).toEqual([]);
  });

  test('dictionary: what is typed stays when the server refuses it, and names the field', async () => {
    const { page } = await office('/admin/system/dict?dictType=license');
    await page.getByRole('button', { name: 'Add entry' }).click();
    const dialog = dialogOf(page, 'Add an entry');
    await dialog.getByLabel('Label').fill('Zero again');
    await dialog.getByLabel('Value').fill('CC0-1.0');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog
      .getByRole('alert')
      .getByText(/already has an entry with the value "CC0-1.0"/)
      .waitFor();
    expect(await dialog.getByLabel('Label').inputValue()).toBe('Zero again');
    expect(await dialog.getByLabel('Value').getAttribute('aria-invalid')).toBe('true');
  });

  test('dictionary: the export is a real .xlsx with the filtered rows', async () => {
    const { page } = await office('/admin/system/dict?dictType=license&dictLabel=Attribution');
    await rowOf(page, 'CC-BY-4.0').first().waitFor();
    const shown = (await page.getByRole('row').count()) - 1;
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export as .xlsx' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('dictionary-license.xlsx');
    const cells = cellsOf(await savedBytes(download));
    expect(cells).toHaveLength(shown + 1);
    expect(cells[1]?.map(({ value }) => value)).toContain('CC-BY-4.0');
    await page
      .getByRole('status')
      .getByText(/^Exported/)
      .waitFor();
  });

  test(
    'dictionary: the default licence is filled in, the others are offered, another may be typed',
    LONG,
    async () => {
      const { page } = await office('/admin/system/dict?dictType=license');
      await page
        .getByRole('button', { name: 'More actions for Creative Commons Attribution', exact: true })
        .click();
      await page.getByRole('menuitem', { name: 'Make default' }).click();
      await rowOf(page, 'CC-BY-4.0').getByText('Default', { exact: true }).waitFor();
      await page.goto(`${server.url}/admin/dataset/dataset_list`);
      await page.getByRole('button', { name: 'Add dataset' }).first().click();
      const licence = page
        .getByRole('dialog', { name: 'Add dataset' })
        .getByRole('combobox', { name: 'Licence' });
      await expect.poll(() => licence.inputValue(), POLL).toBe('CC-BY-4.0');
      await licence.fill('share alike');
      await page.getByRole('option', { name: 'CC-BY-SA-4.0', exact: false }).first().click();
      expect(await licence.inputValue()).toBe('CC-BY-SA-4.0');
      await licence.fill('A licence of our own');
      expect(await licence.inputValue()).toBe('A licence of our own');
      await page
        .getByRole('dialog', { name: 'Add dataset' })
        .getByRole('combobox', { name: 'Modality' })
        .click();
      await page.getByRole('listbox').getByRole('option', { name: /MRI/ }).waitFor();
    },
  );

  test('dictionary: purposes are offered at registration; people may write their own', async () => {
    const { page, complaints } = await desk.person();
    await page.goto(`${server.url}/register`);
    const purpose = page.getByLabel('Purpose');
    const teaching = page.getByRole('button', { name: 'Teaching', exact: true });
    await teaching.click();
    expect(await purpose.inputValue()).toBe('Teaching.');
    await purpose.fill('Teaching. A course on weaving.');
    await page.getByRole('button', { name: 'Academic research' }).click();
    expect(await purpose.inputValue()).toBe('Academic research. A course on weaving.');
    expect(await teaching.getAttribute('aria-pressed')).toBe('false');
    await page.getByRole('button', { name: 'Academic research' }).click();
    expect(await purpose.inputValue()).toBe('A course on weaving.');
    expect(complaints.list).toEqual([]);
  });

  test('configuration: add, change and delete an own entry; a built-in one keeps key and publicity', async () => {
    const { page, complaints } = await office('/admin/system/config');
    await page.getByRole('button', { name: 'Add entry' }).click();
    const dialog = dialogOf(page, 'Add an entry');
    await dialog.getByLabel('Name').fill('Room');
    await dialog.getByLabel('Key').fill('lab.room');
    await dialog.getByLabel('Value').fill('3.14');
    await dialog.getByLabel('Public').check();
    // What the dialog shows in each frame until it is gone.
    await page.evaluate(`window.shown = []; (function look() {
        const dialog = document.querySelector('[role=dialog]');
        if (!dialog) return;
        shown.push(dialog.querySelector('h2').textContent + ', ' + dialog.querySelectorAll('form').length);
        requestAnimationFrame(look);
      })()`);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    expect(await page.evaluate('[...new Set(shown)]')).toEqual(['Add an entry, 1']);
    const open = await callServer<{ configValue: string }>(server.url, 'GET', '/api/v1/configKey/lab.room');
    expect(open.configValue).toBe('3.14');

    await page.getByLabel('Type').selectOption({ label: 'Own' });
    await rowOf(page, 'lab.room').waitFor();
    await expect.poll(() => page.getByRole('row').count(), POLL).toBe(2);
    await page.getByRole('button', { name: 'Delete Room' }).click();
    await dialogOf(page, 'Delete Room?').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('status').getByText('Nothing matches these filters.').waitFor();

    await page.goto(`${server.url}/admin/system/config?configKey=approval.mode`);
    await rowOf(page, 'approval.mode').waitFor();
    expect(await page.getByRole('button', { name: /^Delete/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Edit Approval mode' }).click();
    const edit = dialogOf(page, 'Edit Approval mode');
    expect(await edit.getByLabel('Key').getAttribute('readonly')).not.toBeNull();
    expect(await edit.getByLabel('Public').isDisabled()).toBe(true);
    expect(await edit.getByRole('link', { name: /screen of its own/ }).getAttribute('href')).toBe(
      '/admin/system/approval',
    );
    await edit.getByLabel('Value').fill('everybody');
    await edit.getByRole('button', { name: 'Save' }).click();
    await edit.getByRole('alert').waitFor();
    expect(await edit.getByLabel('Value').inputValue(), 'typed text is kept').toBe('everybody');
    expect(complaints.list).toEqual([]);
  });

  test('site settings: name, footer and logo show on the pages at once', async () => {
    const visitor = await desk.person();
    await visitor.page.goto(server.url);
    const { page, complaints } = await office('/admin/system/setting');
    await page.getByLabel('Name', { exact: true }).fill('Laboratory of Slow Light');
    await page.getByLabel('Short name').fill('Slow Light');
    await page.getByLabel('Contact text').fill('Room 3.14\nlight@lab.example');
    await page.getByLabel('Copyright').fill('© 2026 The laboratory');
    await page.getByLabel('Filing numbers').fill('No. 2026-0042');
    const logo = await sharp({
      create: { width: 320, height: 80, channels: 3, background: { r: 0, g: 90, b: 180 } },
    })
      .png()
      .toBuffer();
    await page.getByLabel('Logo').setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: logo });
    await page.getByRole('img', { name: 'The new logo' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page, 'The settings are saved');
    expect(await page.title()).toBe('site settings - Laboratory of Slow Light');
    await page.getByRole('img', { name: 'The logo now' }).waitFor();
    // What is typed after the first save is kept, too.
    await page.getByLabel('Copyright').fill('© 2027 The laboratory');
    await expect.poll(() => keptDraft(page, 'setting', 'copyright'), POLL).toBe('© 2027 The laboratory');
    page.once('dialog', (asked) => asked.accept());
    await page.reload();
    await page.getByText('What you had typed is back.').waitFor();
    expect(await page.getByLabel('Copyright').inputValue()).toBe('© 2027 The laboratory');
    await page.getByRole('button', { name: 'Start anew' }).click();
    expect(await page.getByLabel('Copyright').inputValue()).toBe('© 2026 The laboratory');

    await visitor.page.goto(server.url);
    expect(await visitor.page.title()).toMatch(/ - Laboratory of Slow Light$/);
    const header = visitor.page.getByRole('banner');
    await header.getByRole('link', { name: 'Laboratory of Slow Light' }).waitFor();
    const source = await header.locator('img').getAttribute('src');
    expect((await visitor.page.request.get(server.url + source)).headers()['content-type']).toBe(
      'image/webp',
    );
    const footer = visitor.page.getByRole('contentinfo');
    for (const text of ['light@lab.example', '© 2026 The laboratory', 'No. 2026-0042'])
      await footer.getByText(text).waitFor();
    await visitor.page.goto(`${server.url}/login`);
    await visitor.page.getByRole('banner').getByText('Laboratory of Slow Light').waitFor();
    await expect.poll(() => visitor.page.title(), POLL).toBe('Sign in - Laboratory of Slow Light');

    // What is not changed stays, and the logo goes when it is taken away.
    await page.getByRole('button', { name: 'Remove the logo' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('No logo: the portal’s own mark is shown.').waitFor();
    await visitor.page.goto(server.url);
    expect(await header.locator('img').count()).toBe(0);
    await footer.getByText('No. 2026-0042').waitFor();
    expect(complaints.list).toEqual([]);
    expect(visitor.complaints.list).toEqual([]);
  });

  test('site settings: the wording switch shows what it changes, and changes it at once', GUARD, async () => {
    const visitor = await desk.person();
    const { page } = await office('/admin/system/setting');
    await page.getByText('What changes').click();
    await page.getByRole('cell', { name: 'SAH-256' }).waitFor();
    await page.getByRole('cell', { name: 'SHA-256', exact: true }).waitFor();
    await page.getByLabel('Corrected').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await saved(page, 'The settings are saved');
    expect(await page.title()).toBe('Site settings - Laboratory of Slow Light');
    await visitor.page.goto(server.url);
    await visitor.page.getByRole('link', { name: /Of MRI/ }).click();
    await visitor.page.getByText('You must sign in to download').first().waitFor();
    await page.getByLabel('As specified').check();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => page.title(), POLL).toBe('site settings - Laboratory of Slow Light');
    await visitor.page.reload();
    await visitor.page.getByText('your must sign in to download').first().waitFor();
  });
});
