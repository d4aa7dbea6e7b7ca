// @module-tag guards

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Ordered } from '../../contract/dataset-order.ts';
import { demoDatasets } from '../../scripts/demo/catalogue.ts';
import { makeDocument } from '../../scripts/demo/document.ts';
import { drawPicture } from '../../scripts/demo/picture.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

let folder: string;
let server: ServerProcess;
let token: string;
const file = (name: string) => join(folder, name);

async function draft(name: string, files: Record<string, string> = {}): Promise<string> {
  const body = new FormData();
  for (const [key, value] of Object.entries({ name, version: '1.0', modalityName: 'EEG' }))
    body.append(key, value);
  for (const [path, text] of Object.entries(files)) body.append('subsets', new Blob([text]), path);
  const response = await fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body,
  });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/** A bound on hangs: a busy machine is no failure. */
const soon = <Value>(get: () => Value | Promise<Value>) => expect.poll(get, { timeout: 15_000 });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-sets-'));
  server = await startServer(file('data'));
  token = await adminTokenOf(server.url);
  const [dataset] = demoDatasets;
  if (!dataset) throw new Error('the demo has no dataset');
  const picture = await drawPicture(dataset);
  await writeFile(file('picture.png'), picture);
  await writeFile(file('document.pdf'), await makeDocument(dataset, picture));
  await writeFile(file('no.pdf'), 'This is no PDF.');
});
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

inBrowser('issue 6: dataset list, order, trash', (desk) => {
  test('picture and document with a preview before, and as they are afterwards; sent once', async () => {
    const { page, complaints, context } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/dataset/dataset_list`);
    await page.getByRole('button', { name: 'Add dataset' }).first().click();
    const form = page.getByRole('dialog', { name: 'Add dataset' });
    await form.getByLabel('Name', { exact: true }).fill('Previewed');
    await form.getByLabel('Version').fill('1.0');
    await form.getByLabel('Modality').fill('Audio');
    const [picture, document] = [
      form.getByLabel('Picture', { exact: true }),
      form.getByLabel('Document (PDF)', { exact: true }),
    ];
    await picture.setInputFiles(file('picture.png'));
    await form.getByRole('img', { name: 'Preview of the picture' }).waitFor();
    await document.setInputFiles(file('no.pdf'));
    await form.getByText('This file could not be read as a PDF.').waitFor();
    await document.setInputFiles(file('document.pdf'));
    await form.getByText(/^\d+ pages?$/).waitFor();
    // Something is drawn on it.
    expect(
      await page.evaluate<number>(
        'new Set(document.querySelector("canvas").getContext("2d").getImageData(0, 0, 200, 200).data).size',
      ),
    ).toBeGreaterThan(3);
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/addDataset')) calls++;
    });
    await form.getByRole('button', { name: 'Create draft' }).dblclick();
    // The files come next.
    const files = page.getByRole('dialog', { name: 'Files of Previewed 1.0' });
    await files.getByText('It has no files yet: visitors would find nothing to download.').waitFor();
    expect(calls).toBe(1);
    await files.getByRole('button', { name: 'Publish later' }).click();

    await page.getByRole('button', { name: 'Previewed 1.0', exact: true }).click();
    const edit = page.getByRole('dialog', { name: 'Edit Previewed 1.0' });
    const stored = edit.getByRole('img', { name: 'The picture now' });
    await stored.waitFor();
    await soon(() =>
      page.evaluate<number>('document.querySelector(`[alt="The picture now"]`).naturalWidth'),
    ).toBeGreaterThan(0);
    const link = await edit.getByRole('link', { name: 'Open the document now there' }).getAttribute('href');
    expect((await fetch(server.url + link)).headers.get('content-type')).toBe('application/pdf');
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('publish; withdraw asks first and says what it means', async () => {
    await draft('Status', { 'a.csv': 'a' });
    const { page, context } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/dataset/dataset_list?keyword=status`);
    await page.getByRole('button', { name: 'Publish Status 1.0' }).click();
    await page
      .getByRole('dialog', { name: 'Publish Status 1.0?' })
      .getByRole('button', { name: 'Publish', exact: true })
      .click();
    const more = page.getByRole('button', { name: 'More actions for Status 1.0' });
    await page.getByRole('row').getByText('Published', { exact: true }).waitFor();
    await soon(() => more.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);
    const withdraw = async () => {
      await more.click();
      await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    };
    await withdraw();
    const question = page.getByRole('dialog', { name: 'Withdraw Status 1.0?' });
    await question
      .getByText(/its page then says that it is withdrawn, and downloads stop at once/i)
      .waitFor();
    await question.getByRole('button', { name: 'Cancel' }).click();
    await question.waitFor({ state: 'detached' });
    await withdraw();
    await question.getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('row').getByText('Withdrawn').waitFor();
    await context.close();
  });

  test('order: by arrows from the keyboard, by dragging; the server’s order is the same', async () => {
    for (const name of ['Alpha', 'Beta', 'Gamma']) await draft(name);
    const { page, context } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/dataset/dataset_list?modalityName=EEG`);
    await page.getByRole('button', { name: 'Order', exact: true }).click();
    const list = page.getByRole('list', { name: 'Datasets in their order' });
    const shown = async () =>
      (await list.getByRole('listitem').allTextContents())
        .map((text) => /^(Alpha|Beta|Gamma|Status)/.exec(text)?.[0])
        .filter((name) => name !== 'Status');
    const stored = async () =>
      (
        await callServer<Ordered[]>(server.url, 'GET', '/api/v1/admin/datasetOrder?modalityName=EEG', {
          token,
        })
      )
        .map(({ name }) => name)
        .filter((name) => name !== 'Status');
    await list.waitFor();
    expect(await shown()).toEqual(['Alpha', 'Beta', 'Gamma']);
    await page.getByRole('button', { name: 'Move Gamma 1.0 up' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await page.getByText('Gamma 1.0 is now 1 of 4').waitFor();
    expect(await shown()).toEqual(['Gamma', 'Alpha', 'Beta']);
    // At the top the arrow is of no use any more: its twin has the focus.
    await soon(() => page.evaluate<string>('document.activeElement.getAttribute("aria-label")')).toBe(
      'Move Gamma 1.0 down',
    );
    await soon(stored).toEqual(['Gamma', 'Alpha', 'Beta']);
    const item = (name: string) => list.getByRole('listitem').filter({ hasText: name });
    await item('Beta').dragTo(item('Alpha'));
    await soon(stored).toEqual(['Gamma', 'Beta', 'Alpha']);
    expect(await shown()).toEqual(['Gamma', 'Beta', 'Alpha']);
    await context.close();
  });

  test('subsets: moved by their arrows', async () => {
    const id = await draft('Parts', { 'a.csv': 'a', 'b.csv': 'b', 'c.csv': 'c' });
    const { page, context } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/dataset/dataset_list?keyword=parts`);
    await page.getByRole('button', { name: 'Files of Parts 1.0' }).click();
    // look.md: the folder once, the names below it, what they are together.
    const drawer = page.getByRole('dialog');
    await drawer.getByText('parts/parts-1.0/', { exact: true }).waitFor();
    await drawer.getByText('a.csv', { exact: true }).waitFor();
    await drawer.getByText('3 files · 3 B', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Move parts/parts-1.0/c.csv up' }).click();
    await page.getByRole('button', { name: 'Move parts/parts-1.0/a.csv down' }).click();
    const stored = async () => {
      const { subsetList } = await callServer<{ subsetList: { path: string }[] }>(
        server.url,
        'GET',
        `/api/v1/admin/dataset/${id}`,
        { token },
      );
      return subsetList.map(({ path }) => path.at(-5));
    };
    await soon(stored).toEqual(['c', 'a', 'b']);
    await context.close();
  });

  test('trash: to it, back, and for ever with a question that names what is lost', async () => {
    await draft('Doomed', { 'a.csv': 'a,b\n' });
    const { page, complaints, context } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/dataset/dataset_list?keyword=doomed`);
    const remove = async () => {
      await page.getByRole('button', { name: 'More actions for Doomed 1.0' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.getByText('Nothing matches these filters.').waitFor();
      await page.getByRole('link', { name: 'Trash', exact: true }).click();
      await page.getByRole('row').filter({ hasText: 'Doomed 1.0' }).getByText('30 days').waitFor();
    };
    await remove();
    let calls = 0;
    page.on('request', (request) => {
      if (request.url().endsWith('/restore')) calls++;
    });
    await page.getByRole('button', { name: 'Restore Doomed 1.0' }).dblclick();
    await page.getByText('Doomed 1.0 is back').waitFor();
    await page.getByText('The trash is empty.').waitFor();
    expect(calls).toBe(1);
    await page.goto(`${server.url}/admin/dataset/dataset_list?keyword=doomed`);
    await page.getByRole('button', { name: 'Publish Doomed 1.0' }).waitFor();
    await remove();
    await page.getByRole('button', { name: 'Delete for ever: Doomed 1.0' }).click();
    const question = page.getByRole('dialog', { name: 'Delete Doomed 1.0 for ever?' });
    await question.getByText(/its picture and document and 1 file \(.*\) are removed at once/).waitFor();
    await question.getByText(/^Download records, signed terms and the checksums/).waitFor();
    await question.getByRole('button', { name: 'Delete for ever' }).click();
    await page.getByText('The trash is empty.').waitFor();
    const trash = await callServer<{ count: number }>(server.url, 'GET', '/api/v1/admin/trash', { token });
    expect(trash.count).toBe(0);
    expect(complaints.list).toEqual([]);
    await context.close();
  });
});
