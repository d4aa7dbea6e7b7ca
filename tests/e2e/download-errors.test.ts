// @module-tag guards
import { mkdir, mkdtemp, realpath, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { violationsOf } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { LONG } from '../support/guards.ts';
import { approvedUser, decide } from '../support/person.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const EMAIL = 'ada@example.org';

let folder: string;
let dataDir: string;
let root: string;
let server: ServerProcess;
let token: string;
let admin: string;
let datasetId: string;

const inside = () => ({ folder: dataDir, databaseUrl: undefined });
const asAdmin = <Data>(method: string, path: string, body?: object) =>
  callServer<Data>(server.url, method, path, { token: admin, ...(body && { body }) });
const setStatus = (status: string) => asAdmin('PUT', `/api/v1/admin/updateDataset/${datasetId}`, { status });

/** Starts the server again, as one that delivers so. */
async function serve(delivery: string): Promise<void> {
  await server?.end();
  server = await startServer(dataDir, { DELIVERY: delivery, IMPORT_ROOTS: root });
}

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'vitrine-download-errors-')));
  dataDir = join(folder, 'data');
  root = join(folder, 'shelf');
  await mkdir(root);
  await writeFile(join(root, 'placed.bin'), 'as it was');
  await serve('stream');
  admin = await adminTokenOf(server.url);
  const form = new FormData();
  for (const [key, value] of Object.entries({ name: 'Atlas', version: '1.0', modalityName: 'Text' }))
    form.append(key, value);
  form.append('subsets', new Blob(['a']), 'a.csv');
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${admin}` },
  });
  datasetId = ((await added.json()) as { data: Dataset }).data.id;
  await asAdmin('POST', `/api/v1/admin/addSubsets/${datasetId}`, {
    subsets: [{ path: 'atlas/atlas-1.0/placed.bin', source: { import: join(root, 'placed.bin') } }],
  });
  await setStatus('published');
  await asAdmin('POST', '/api/v1/setting', {
    name: 'Reading Room',
    contact: 'Room 5\nreading@lab.example',
  });
  token = await approvedUser(server.url, dataDir, EMAIL);
  const allThere = async () => expect((await links()).every(({ downloadUrl }) => downloadUrl)).toBe(true);
  await vi.waitFor(allThere, { timeout: 30_000, interval: 100 });
}, 120_000);
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

/** The rows as the user sees them, the whole dataset first. */
async function links(): Promise<(Dataset | Subset)[]> {
  const { dataset, subsetList } = await callServer<{ dataset: Dataset; subsetList: Subset[] }>(
    server.url,
    'GET',
    `/api/v1/dataset/${datasetId}`,
    { token },
  );
  return [dataset, ...subsetList];
}

/** Of the Data list: the file browser has a link of its own to the same file. */
const downloadOf = (page: Page, name: string) =>
  page
    .locator('a[href*="/api/v1/download/"]')
    .and(page.getByRole('link', { name: new RegExp(`^(Download|下载) ${name}`) }));

inBrowser('decisions §10: a download link that fails says why', (desk) => {
  type Options = Parameters<typeof desk.person>[0];
  async function open(options: Options = {}) {
    const person = await desk.person(options);
    await person.context.addCookies([{ name: 'Portal-Token', value: token, url: server.url }]);
    await person.page.goto(`${server.url}/datasetDetail/${datasetId}`);
    await downloadOf(person.page, 'a.csv').waitFor();
    return person;
  }

  /** The words, in the portal's style and name, and the way back to where fresh links are. */
  async function reads(page: Page, words: string | RegExp, complaints: { list: string[] }) {
    await page.getByText(words).waitFor();
    expect(await page.title()).toMatch(/ - Reading Room$/);
    expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
    // The stylesheet came, under the strict policy.
    expect(await page.evaluate(`getComputedStyle(document.querySelector('main')).flexGrow`)).toBe('1');
    expect(complaints.list).toEqual([]);
    await page.getByRole('link', { name: 'Back to Atlas 1.0' }).click();
    await page.getByRole('heading', { level: 1, name: 'Atlas' }).waitFor();
  }

  test('what can be had is saved, and the page stays', async () => {
    const { context, page } = await open();
    for (const name of [/^Download a\.csv/, /^SAH-256, .*a\.csv/]) {
      const saved = page.waitForEvent('download');
      await page.locator('a[href*="/api/v1/download"]').and(page.getByRole('link', { name })).click();
      expect((await saved).suggestedFilename()).toMatch(/^a\.csv(\.sha256)?$/);
      expect(await (await saved).failure()).toBeNull();
    }
    expect(page.url()).toContain('/datasetDetail/');
    await downloadOf(page, 'a.csv').waitFor();
    await context.close();
  });

  for (const delivery of ['x-accel', 'stream']) {
    test(
      `suspended meanwhile: 403, whatever way it is pressed (${delivery})`,
      delivery === 'stream' ? {} : LONG,
      async () => {
        await serve(delivery);
        const { context, page, complaints } = await open();
        await decide(server.url, EMAIL, 'suspended', 'A reason.');
        try {
          const other = context.waitForEvent('page');
          await downloadOf(page, 'a.csv').click({ button: 'middle' });
          const tab = await other;
          await tab.getByText('Your access is suspended.').waitFor();
          await tab.getByText('reading@lab.example').waitFor();
          await tab.close();
          await downloadOf(page, 'a.csv').focus();
          await page.keyboard.press('Enter');
          await page.waitForURL(/\/api\/v1\/download\//);
          await reads(page, 'Your access is suspended.', complaints);
        } finally {
          await decide(server.url, EMAIL, 'approved');
        }
        await context.close();
      },
    );
  }

  test('withdrawn meanwhile: 410, of the integrity link too', async () => {
    const both = [await open(), await open()];
    const links = [downloadOf, (page: Page) => page.getByRole('link', { name: /^SAH-256, .*a\.csv/ })];
    await setStatus('withdrawn');
    try {
      for (const [index, { context, page, complaints }] of both.entries()) {
        await links[index]?.(page, 'a.csv').click();
        await page.waitForURL(/\/api\/v1\/download/);
        await reads(page, 'This dataset was withdrawn and can no longer be downloaded.', complaints);
        await context.close();
      }
    } finally {
      await setStatus('published');
    }
  });

  test('a revision that is gone: 410, and the page that it leads back to has a fresh link', async () => {
    const { context, page, complaints } = await open();
    const own = new FormData();
    own.append('subsets', new Blob(['b']), 'b.csv');
    await fetch(`${server.url}/api/v1/admin/addSubsets/${datasetId}`, {
      method: 'POST',
      body: own,
      headers: { authorization: `Bearer ${admin}` },
    });
    const link = await downloadOf(page, 'Atlas 1.0').getAttribute('href');
    const former = `id = '${new URL(link ?? '', server.url).searchParams.get('rev')}'`;
    const superseded = () =>
      sql(inside(), `select id from objects where superseded_at is not null and ${former}`);
    await expect.poll(superseded, { timeout: 15_000 }).toHaveLength(1);
    await sql(inside(), `update objects set superseded_at = 1 where ${former}`);
    await downloadOf(page, 'Atlas 1.0').click();
    await page.waitForURL(/\/api\/v1\/download\//);
    await reads(page, 'This link is for an old revision.', complaints);
    const saved = page.waitForEvent('download');
    await downloadOf(page, 'Atlas 1.0').click();
    expect(await (await saved).failure()).toBeNull();
    await context.close();
  });

  test('a dead ticket: 401', async () => {
    const { context, page, complaints } = await open();
    await sql(inside(), 'delete from tickets');
    await downloadOf(page, 'a.csv').click();
    await page.waitForURL(/\/api\/v1\/download\//);
    await reads(page, 'Please sign in to download, or fetch a new link', complaints);
    await context.close();
  });

  test('503: one may try again', async () => {
    const { context, page, complaints } = await open();
    const file = join(root, 'placed.bin');
    await writeFile(file, 'another ');
    await utimes(file, 1, 1);
    await downloadOf(page, 'placed.bin').click();
    await page.waitForURL(/\/api\/v1\/download\//);
    await page.getByRole('heading', { name: 'Not available right now' }).waitFor();
    const again = page.getByRole('link', { name: 'Try again' });
    expect(await again.getAttribute('href')).toBe(page.url().slice(server.url.length));
    await reads(page, /changed|not the one/, complaints);
    await context.close();
  });

  for (const [colorScheme, width, options] of [
    ['light', 1280, {}],
    ['dark', 320, LONG],
    ['light', 320, LONG],
    ['light', 390, LONG],
    ['dark', 390, LONG],
    ['dark', 1280, LONG],
  ] as const) {
    test(
      `in Chinese, by what the person chose; ${colorScheme}, ${width} px: no axe violation`,
      options,
      async () => {
        const { context, page, complaints } = await desk.person({
          colorScheme,
          viewport: { width, height: 800 },
          locale: 'zh-CN',
        });
        const [, row] = await links();
        const url = row?.downloadUrl?.replace(/token=[^&]*/, 'token=nobody') ?? '';
        await page.goto(server.url + url);
        await page.getByRole('heading', { name: '请重新登录' }).waitFor();
        await page.getByRole('link', { name: '返回 Atlas 1.0' }).waitFor();
        expect(await page.locator('html').getAttribute('lang')).toBe('zh-CN');
        const violations = await violationsOf(page);
        expect(violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.target}`)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
        expect(complaints.list).toEqual([]);
        await context.addCookies([
          { name: 'Portal-Language', value: 'en', url: server.url },
          { name: 'Portal-Theme', value: 'dark', url: server.url },
        ]);
        await page.reload();
        await page.getByRole('heading', { name: 'Please sign in again' }).waitFor();
        expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
        await context.close();
      },
    );
  }
});
