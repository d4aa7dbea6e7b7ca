import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoDatasets } from '../../../scripts/demo/catalogue.ts';
import { makeDocument } from '../../../scripts/demo/document.ts';
import { drawPicture } from '../../../scripts/demo/picture.ts';
import { inBrowser } from '../../support/browser.ts';
import { ADMIN, type ServerProcess, startServer } from '../../support/server-process.ts';

let folder: string;
let server: ServerProcess;
const file = (name: string) => join(folder, name);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-up-'));
  server = await startServer(join(folder, 'data'));
  const [dataset] = demoDatasets;
  if (!dataset) throw new Error('the demo has no dataset');
  const picture = await drawPicture(dataset);
  await writeFile(file('picture.png'), picture);
  await writeFile(file('document.pdf'), await makeDocument(dataset, picture));
  await writeFile(file('train.csv'), 'id,label\n1,a\n');
  await writeFile(file('test.csv'), 'id\n2\n');
  await writeFile(file('not-a-picture.png'), '<svg onload="alert(1)"/>');
});
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

inBrowser('§2 dataset list screen: a lab puts a dataset up', (desk) => {
  test('adds a draft with picture, document and files, edits, publishes; visitors see it', {
    timeout: 120_000,
  }, async () => {
    const lab = await desk.person();
    const { page } = lab;
    await page.goto(`${server.url}/admin/dataset/dataset_list`);
    await page.getByLabel('E-mail').fill(ADMIN.username);
    await page.getByLabel('Password', { exact: true }).fill(ADMIN.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.waitForURL(/\/admin\/dataset\/dataset_list/);

    // Wrong input first: the form says why, and keeps everything.
    await page.getByRole('button', { name: 'Add dataset' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add dataset' });
    await form.getByLabel('Name', { exact: true }).fill('Street Sounds');
    await form.getByLabel('Version').fill('1.0');
    await form.getByLabel('Modality').fill('Audio');
    await form.getByLabel('Detail').fill('Recorded **at night**.');
    await form.locator('input[type=file]').nth(0).setInputFiles(file('not-a-picture.png'));
    await form.locator('input[type=file]').nth(1).setInputFiles(file('document.pdf'));
    await form.getByRole('button', { name: 'Create draft' }).click();
    await form
      .getByText(/must be a PNG, JPEG, WebP or AVIF/)
      .first()
      .waitFor();
    expect(await form.getByLabel('Name', { exact: true }).inputValue()).toBe('Street Sounds');

    await form.locator('input[type=file]').nth(0).setInputFiles(file('picture.png'));
    await form.getByRole('button', { name: 'Create draft' }).click();
    // The files come next; each goes on where it stopped.
    const files = page.getByRole('dialog', { name: 'Files of Street Sounds 1.0' });
    // The picture is made into several first, which takes its time on a busy machine.
    await files.waitFor({ timeout: 60_000 });
    await files.getByLabel('Choose files').setInputFiles([file('train.csv'), file('test.csv')]);
    await files.getByText('train.csv', { exact: true }).first().waitFor();
    await files.getByText('test.csv', { exact: true }).first().waitFor();
    await files.getByRole('button', { name: 'Publish later' }).click();
    const row = page.getByRole('row').filter({ hasText: 'Street Sounds' });
    await row.getByText('Draft').waitFor();

    // A correction, then out with it.
    await row.getByRole('button', { name: 'Street Sounds 1.0', exact: true }).click();
    const edit = page.getByRole('dialog', { name: /Edit/ });
    await edit.getByLabel('Licence').fill('CC BY 4.0');
    await edit.getByRole('button', { name: /^Save/ }).click();
    await edit.waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Publish Street Sounds 1.0' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Publish', exact: true }).click();
    await row.getByText('Published').waitFor();

    // A visitor sees picture, facts, the Data list and every page of the document.
    const visitor = await desk.person();
    await visitor.page.goto(server.url);
    await visitor.page.getByRole('link', { name: /Street Sounds/ }).click();
    await visitor.page.getByText('CC BY 4.0').first().waitFor();
    await visitor.page.getByRole('rowheader', { name: /train.csv/ }).waitFor();
    const document_ = visitor.page.getByRole('heading', { name: 'Document' });
    await document_.scrollIntoViewIfNeeded();
    await visitor.page.locator('canvas').first().waitFor();
    await expect.poll(() => visitor.page.locator('canvas').count()).toBeGreaterThan(1);
    expect(visitor.complaints.list).toEqual([]);
    expect(lab.complaints.list).toEqual([]);
  });
});
