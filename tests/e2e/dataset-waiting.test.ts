// @module-tag guards

import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { holdJobs } from '../../server/testing/import-root.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { violationsOf } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { approvedUser, decide, registeredUser } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

/** As keep-fresh.ts has it, ms. */
const LONGEST = 60_000;

let folder: string;
let dataDir: string;
let server: ServerProcess;
let token: string;
let admin: string;
let count = 0;

const inside = () => ({ folder: dataDir, databaseUrl: undefined });
const asAdmin = <Data>(method: string, path: string, body?: object) =>
  callServer<Data>(server.url, method, path, { token: admin, ...(body && { body }) });

/** A dataset of its own, published; with a file unless it is to have none. */
async function publish(name: string, file?: string): Promise<string> {
  const form = new FormData();
  for (const [key, value] of Object.entries({ name, version: '1', modalityName: 'Text' }))
    form.append(key, value);
  if (file) form.append('subsets', new Blob(['a']), file);
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${admin}` },
  });
  const { id } = ((await added.json()) as { data: Dataset }).data;
  await asAdmin('PUT', `/api/v1/admin/updateDataset/${id}`, { status: 'published' });
  return id;
}

/** Adds a file that lies on the server already: a job hashes it. */
async function addFromDisk(id: string, path: string): Promise<void> {
  count += 1;
  const file = join(folder, 'shelf', `${count}.bin`);
  await writeFile(file, 'on disk');
  await asAdmin('POST', `/api/v1/admin/addSubsets/${id}`, { subsets: [{ path, source: { import: file } }] });
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-waiting-')));
  dataDir = join(folder, 'data');
  await mkdir(join(folder, 'shelf'));
  server = await startServer(dataDir, { IMPORT_ROOTS: join(folder, 'shelf') });
  admin = await adminTokenOf(server.url);
  token = await approvedUser(server.url, dataDir, 'ada@example.org');
}, 120_000);
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});
afterEach(() => sql(inside(), 'drop trigger if exists hold'));

const row = (page: Page, name: string) =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: new RegExp(`^${name}`) }) });
const downloadIn = (page: Page, name: string) => row(page, name).getByRole('link', { name: /^Download/ });

inBrowser('decisions §10: what the dataset page waits for comes without a reload', (desk) => {
  async function open(id: string, session?: string) {
    const person = await desk.person();
    const { context, page } = person;
    // Looks are counted, and the page's clock is moved by hand.
    await page.clock.install();
    const looks = { datasets: 0 };
    page.on('request', (request) => {
      if (request.url().includes('/api/v1/dataset/')) looks.datasets += 1;
    });
    if (session) await context.addCookies([{ name: 'Portal-Token', value: session, url: server.url }]);
    await page.goto(`${server.url}/datasetDetail/${id}`);
    const loaded = `window.loadedOnce = true`;
    await page.evaluate(loaded);
    const wasReloaded = async () => (await page.evaluate('window.loadedOnce')) !== true;
    return { ...person, looks, wasReloaded };
  }

  /** Lets the page's clock go on until something is so. */
  const inTime = (page: Page, isSo: () => Promise<boolean>) =>
    expect
      .poll(
        async () => {
          await page.clock.fastForward(LONGEST);
          return isSo();
        },
        { timeout: 30_000 },
      )
      .toBe(true);

  test('a file that is being hashed: its link, and the whole one, appear when the job ends', async () => {
    const id = await publish('Coming', 'there.csv');
    const release = await holdJobs(inside(), 'intake');
    await addFromDisk(id, 'late.bin');
    const { context, page, looks, wasReloaded } = await open(id, token);
    await row(page, 'late.bin').getByText('Checksum not ready yet').waitFor();
    await row(page, 'late.bin').getByText('Not available yet').waitFor();
    await downloadIn(page, 'there.csv').waitFor();
    await inTime(page, async () => looks.datasets >= 3);
    expect(await downloadIn(page, 'late.bin').count()).toBe(0);
    await release();
    await inTime(page, () => downloadIn(page, 'late.bin').isVisible());
    await page
      .getByRole('grid', { name: 'Files' })
      .getByRole('link', { name: /^Download late\.bin/ })
      .waitFor();
    expect(await wasReloaded()).toBe(false);
    await context.close();
  });

  test('a checksum: its place says so, it can be asked for, and becomes a link; then nobody asks any more', async () => {
    const id = await publish('Summed', 'a.csv');
    const release = await holdJobs(inside(), 'archive-hash');
    const { context, page, looks, wasReloaded } = await open(id, token);
    const whole = row(page, 'Summed 1');
    await whole.getByText('SAH-256: not ready yet').waitFor();
    expect(await whole.getByRole('link', { name: /^SAH-256/ }).count()).toBe(0);
    const violations = await violationsOf(page);
    expect(violations.map(({ id: rule, nodes }) => `${rule} at ${nodes[0]?.target}`)).toEqual([]);
    await whole.getByRole('button', { name: /^Compute it now/ }).click();
    await whole.getByText('SAH-256: being computed').waitFor();
    await release();
    const link = whole.getByRole('link', { name: /^SAH-256, SHA-256 checksum for Summed 1/ });
    await inTime(page, () => link.isVisible());
    await expect
      .poll(() => page.evaluate(`document.activeElement.getAttribute('aria-label')`))
      .toBe(await link.getAttribute('aria-label'));
    const saved = page.waitForEvent('download');
    await link.click();
    expect((await saved).suggestedFilename()).toMatch(/\.zip\.sha256$/);
    const before = looks.datasets;
    for (let minutes = 0; minutes < 10; minutes++) await page.clock.fastForward(LONGEST);
    await page.evaluate(`dispatchEvent(new Event('focus'))`);
    expect(looks.datasets, 'nothing is pending').toBe(before);
    expect(await wasReloaded()).toBe(false);
    await context.close();
  });

  test('a user who is approved meanwhile: the links appear, by themselves or on coming back', async () => {
    const id = await publish('Waited for', 'a.csv');
    for (const by of ['itself', 'focus'] as const) {
      const email = `${by}@example.org`;
      const session = await registeredUser(server.url, dataDir, email);
      const { context, page, wasReloaded } = await open(id, session);
      await row(page, 'a.csv').getByText('Awaiting approval').waitFor();
      await page.getByText('The download links appear here as soon as that is done').waitFor();
      await decide(server.url, email, 'approved');
      if (by === 'itself') await inTime(page, () => downloadIn(page, 'a.csv').isVisible());
      else {
        // The clock stands still but for the moment in which nobody changes windows; a busy page may be past it by then.
        const stands = () =>
          page.clock.pauseAt(Date.now() + 2_000).then(
            () => true,
            () => false,
          );
        await expect.poll(stands).toBe(true);
        await page.evaluate(`dispatchEvent(new Event('focus'))`);
        await downloadIn(page, 'a.csv').waitFor();
      }
      expect(await page.getByText('The download links appear here').count()).toBe(0);
      const saved = page.waitForEvent('download');
      await downloadIn(page, 'a.csv').click();
      expect(await (await saved).failure()).toBeNull();
      expect(await wasReloaded()).toBe(false);
      await context.close();
    }
  });

  test('a hidden page asks nothing; a look that fails says nothing', async () => {
    const id = await publish('Hidden', 'a.csv');
    const release = await holdJobs(inside(), 'archive-hash');
    const { context, page, looks } = await open(id, token);
    await row(page, 'Hidden 1').getByText('SAH-256: not ready yet').waitFor();
    await inTime(page, async () => looks.datasets >= 3);
    const become = (hidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, value: ${hidden} });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await become(true);
    const before = looks.datasets;
    for (let minutes = 0; minutes < 10; minutes++) await page.clock.fastForward(LONGEST);
    expect(looks.datasets).toBe(before);

    await context.route('**/api/v1/dataset/**', (route) => route.abort());
    await become(false);
    await inTime(page, async () => looks.datasets >= before + 3);
    expect(await page.locator('[role=alert]:visible, dialog:visible').count()).toBe(0);
    expect(await page.getByText('server connect error').count()).toBe(0);
    await downloadIn(page, 'a.csv').waitFor();
    await context.unroute('**/api/v1/dataset/**');
    await release();
    await row(page, 'Hidden 1')
      .getByRole('button', { name: /^Compute it now/ })
      .click();
    await inTime(page, () =>
      row(page, 'Hidden 1')
        .getByRole('link', { name: /^SAH-256/ })
        .isVisible(),
    );
    await context.close();
  });

  test('without files: "No files yet", and nobody waits; withdrawn: that, and neither', async () => {
    const empty = await publish('Empty');
    const first = await open(empty);
    const none = row(first.page, 'Empty 1').getByText('No files yet');
    await none.waitFor();
    // Each part of the line brings a dot, which is cut off where the line begins; words without one would be, too.
    const words = await none.evaluate((element) => {
      const range = element.ownerDocument.createRange();
      range.selectNodeContents(element);
      return range.getBoundingClientRect().left;
    });
    const cell = row(first.page, 'Empty 1').getByRole('rowheader');
    const start = await cell.evaluate(
      (element) =>
        element.getBoundingClientRect().left +
        Number.parseFloat(element.ownerDocument.defaultView?.getComputedStyle(element).paddingLeft ?? '0'),
    );
    expect(words, 'no letter is cut off').toBeGreaterThanOrEqual(start);
    expect(await first.page.getByText('Checksum not ready yet').count()).toBe(0);
    const before = first.looks.datasets;
    for (let minutes = 0; minutes < 10; minutes++) await first.page.clock.fastForward(LONGEST);
    expect(first.looks.datasets).toBe(before);
    await first.context.close();
    const second = await open(empty, token);
    await expect
      .poll(() => row(second.page, 'Empty 1').getByText('No files yet').count(), { timeout: 15_000 })
      .toBe(2);
    await second.context.close();

    const release = await holdJobs(inside(), 'archive-hash');
    const gone = await publish('Gone', 'a.csv');
    for (const id of [empty, gone])
      await asAdmin('PUT', `/api/v1/admin/updateDataset/${id}`, { status: 'withdrawn' });
    for (const id of [empty, gone]) {
      const { context, page } = await open(id, token);
      await page.getByText('This version was withdrawn on').waitFor();
      // Said once, before all else.
      expect(await page.getByRole('note').count()).toBe(1);
      const first = page.getByRole('article').locator('nav + *');
      expect(await first.getAttribute('role')).toBe('note');
      expect(await page.getByText(/No files yet|not ready yet/i).count()).toBe(0);
      await context.close();
    }
    await release();
  });

  test('an archive of its own that is being hashed is on its way, not missing', async () => {
    const release = await holdJobs(inside(), 'intake');
    const id = await publish('Own');
    const file = join(folder, 'shelf', 'own.zip');
    await writeFile(file, 'PK');
    await asAdmin('PUT', `/api/v1/admin/updateDataset/${id}`, { archive: { import: file } });
    const { context, page } = await open(id, token);
    await row(page, 'Own 1').getByText('Checksum not ready yet').waitFor();
    await release();
    await inTime(page, () => downloadIn(page, 'Own 1').isVisible());
    await context.close();
  });
});
