// @module-tag guards
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../../support/axe.ts';
import { administrator, mailsIn } from '../../support/back-office.ts';
import { inBrowser } from '../../support/browser.ts';
import { looks } from '../../support/guards.ts';
import { fillPast } from '../../support/past.ts';
import { signIn } from '../../support/person.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../../support/server-process.ts';

const DAY = 86_400_000;
const WHAT = 'Row 17 of scales.csv had grams for kilograms.';

let dataDir: string;
let server: ServerProcess;
let token: string;
let id: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-recall-'));
  await fillPast(dataDir, async (past) => {
    past.at(Date.now() - DAY);
    for (const name of ['ada', 'bob', 'cleo']) await past.user(`${name}@example.org`, 'approved');
    const files = { 'scales.csv': 'grams,17', 'notes.txt': 'nothing wrong' };
    id = await past.dataset({ name: 'Scales', version: '1', modalityName: 'Sensors', files });
    await past.download('ada@example.org', id, 'scales.csv');
    await past.download('bob@example.org', id, 'scales.csv', 'bytes=0-3');
    await past.download('cleo@example.org', id, 'notes.txt');
  });
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
}, 120_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

inBrowser('access.md, Recall: from a version to its page', (desk) => {
  test('choose a file, see who has it, tell them, and read it on the page', {
    timeout: 180_000,
  }, async () => {
    const { page, complaints } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/dataset/dataset_list?versions=${id}`);
    await page.getByRole('button', { name: /^More actions for version 1$/ }).click();
    await page.getByRole('menuitem', { name: 'Recall files …' }).click();
    const dialog = page.getByRole('dialog', { name: 'Recall files of Scales 1' });
    // Without a file nothing is opened, and it is said.
    await dialog.getByRole('button', { name: 'Show who has them' }).click();
    await dialog.getByText('Choose at least one file.').first().waitFor();
    await dialog.getByLabel('Find a file').fill('SCALES');
    await dialog
      .getByRole('list', { name: 'Files found' })
      .getByRole('button', { name: 'scales.csv' })
      .click();
    await dialog.getByRole('list', { name: 'Chosen files' }).getByText('scales.csv').waitFor();
    expect(await findings(page, looks)).toEqual([]);
    await page.setViewportSize({ width: 1_280, height: 900 });
    await dialog.getByRole('button', { name: 'Show who has them' }).click();

    await page.waitForURL(/\/admin\/dataset\/recall\?recall=/);
    const drawer = page.getByRole('dialog', { name: 'Recall of Scales 1' });
    const rows = drawer.getByRole('rowheader');
    await rows.first().waitFor();
    expect(await rows.allTextContents()).toEqual(['ada Readerada@example.org', 'bob Readerbob@example.org']);
    expect(
      await mailsIn(dataDir).then((all) => all.filter(({ subject }) => subject.includes('Scales'))),
    ).toEqual([]);
    expect(await findings(page, looks)).toEqual([]);
    await page.setViewportSize({ width: 1_280, height: 900 });

    // What is missing is said at its field, and what was typed stays.
    await drawer.getByLabel('What has changed').fill(WHAT);
    await drawer.getByRole('button', { name: 'Send' }).click();
    await drawer.getByText('Say why: the page shows it.').first().waitFor();
    expect(await drawer.getByLabel('What has changed').inputValue()).toBe(WHAT);
    await drawer.getByLabel('Reason').fill('A typing error.');
    await drawer.getByRole('button', { name: 'Send' }).click();
    const sure = page.getByRole('dialog', { name: 'Send this recall to 2 people?' });
    await sure.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Sent: 2 people, 2 mails.').waitFor();
    await drawer.getByRole('heading', { name: 'Who was told' }).waitFor();
    await expect
      .poll(async () =>
        (await mailsIn(dataDir))
          .filter(({ subject }) => subject === 'Corrected files: Scales 1')
          .map(({ to }) => to)
          .sort(),
      )
      .toEqual(['ada@example.org', 'bob@example.org']);
    await page.reload();
    await drawer.getByRole('cell', { name: 'sent' }).first().waitFor();
    expect(await findings(page, looks)).toEqual([]);
    expect(complaints.list).toEqual([]);

    // Anybody reads it on the version's page, without a script, too.
    for (const javaScriptEnabled of [true, false]) {
      const visitor = await desk.person({ javaScriptEnabled });
      await visitor.page.goto(`${server.url}/datasetDetail/${id}`);
      const note = visitor.page.getByRole('note').filter({ hasText: 'Recalled on' });
      expect(await note.textContent()).toContain(WHAT);
      expect(await note.textContent()).toContain('Please use the corrected ones.');
      if (javaScriptEnabled) expect(await findings(visitor.page, looks)).toEqual([]);
      expect(visitor.complaints.list).toEqual([]);
      await visitor.context.close();
    }

    // What is not true any more is taken down, and stays in the list.
    await drawer.getByRole('button', { name: 'Take the notice down' }).click();
    const down = page.getByRole('dialog', { name: 'Take this notice from the dataset’s page?' });
    await down.getByRole('button', { name: 'Take the notice down' }).click();
    await page.getByText('The notice is taken down.').waitFor();
    await drawer.getByText(/^taken down /).waitFor();
    expect(await drawer.getByRole('button', { name: 'Take the notice down' }).count()).toBe(0);
    expect(await rows.count()).toBe(2);
    const visitor = await desk.person();
    // Another server than the one that took it down may show it for 10 s (operations.md, "Several servers").
    const notices = async () => {
      await visitor.page.goto(`${server.url}/datasetDetail/${id}`);
      await visitor.page.getByRole('heading', { name: 'Scales', level: 1 }).waitFor();
      return visitor.page.getByText('Recalled on').count();
    };
    await expect.poll(notices).toBe(0);
    await visitor.context.close();
  });

  test('a person declines such mails on the account page', { timeout: 120_000 }, async () => {
    const { page, context, complaints } = await desk.person({ viewport: { width: 390, height: 844 } });
    const { hostname: domain } = new URL(server.url);
    const value = await signIn(server.url, 'cleo@example.org');
    await context.addCookies([{ name: 'Portal-Token', value, domain, path: '/' }]);
    await page.goto(`${server.url}/account`);
    const box = page.getByRole('checkbox', { name: 'Tell me when files that I downloaded are corrected' });
    await expect.poll(() => box.isEnabled()).toBe(true);
    expect(await box.isChecked()).toBe(true);
    await box.click();
    await expect.poll(() => box.isEnabled()).toBe(true);
    await page.reload();
    await expect.poll(() => box.isEnabled()).toBe(true);
    expect(await box.isChecked()).toBe(false);
    expect(await findings(page, looks)).toEqual([]);
    expect(complaints.list).toEqual([]);
  });
});
