import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { form, newDataset } from '../../server/testing/forms.ts';
import { alive, inBrowser } from '../support/browser.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

let dataDir: string;
let server: ServerProcess;

const datasets: [name: string, modality: string, fields: Record<string, string>, bytes: number][] = [
  ['Brain atlas', 'MRI', { keywords: 'cortex, template' }, 10],
  ['Ankle', 'MRI', { detail: 'Walking, and *standing*.' }, 30],
  ['Tides', 'Time series', { authors: 'Thomson, William' }, 20],
];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-home-search-'));
  server = await startServer(dataDir);
  const token = await adminTokenOf(server.url);
  for (const [name, modalityName, fields, bytes] of datasets) {
    const body = form({ ...newDataset(name), modalityName, ...fields }, [
      'subsets',
      'x'.repeat(bytes),
      'a.txt',
    ]);
    const headers = { authorization: `Bearer ${token}` };
    const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
    const { data, msg } = (await added.json()) as { data: Dataset; msg: string };
    if (!data) throw new Error(msg);
    await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, {
      token,
      body: { status: 'published', sort: datasets.findIndex(([one]) => one === name) },
    });
  }
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const titles = (page: Page) => page.getByRole('heading', { level: 3 }).allTextContents();
const field = (page: Page) => page.getByRole('searchbox', { name: 'Search datasets' });
const order = (page: Page) => page.getByRole('combobox', { name: 'Order' });

describe('issue 5, home: the server renders what the address asks for', () => {
  test('§1 each card: name and version, modality, files, size and downloads, each once', async () => {
    const { html } = await get('/?q=ankle');
    const card = /<a [^>]*href="\/datasetDetail\/[^>]*>(.*?)<\/a>/s.exec(html)?.[1] ?? '';
    const text = card.replaceAll('<!-- -->', '').replaceAll(/<[^>]+>/g, '|');
    expect(text.split('|').filter(Boolean)).toEqual(['Ankle 1.0', 'MRI', '1 file', '138 B', '0 downloads']);
  });

  const get = async (path: string) => {
    const answer = await fetch(server.url + path, { headers: { accept: 'text/html' } });
    const html = await answer.text();
    return {
      html,
      titles: Array.from(html.matchAll(/<h3[^>]*>(.*?)<\/h3>/g), ([, title]) =>
        title?.replaceAll('<!-- -->', ''),
      ),
    };
  };

  test.each([
    ['/?q=atlas', ['Brain atlas 1.0']],
    ['/?q=mri', ['Brain atlas 1.0', 'Ankle 1.0']],
    ['/?q=CORTEX', ['Brain atlas 1.0']],
    ['/?q=standing', ['Ankle 1.0']],
    ['/?q=mri&sort=name', ['Ankle 1.0', 'Brain atlas 1.0']],
    ['/?sort=size', ['Ankle 1.0', 'Brain atlas 1.0', 'Tides 1.0']],
    ['/?q=%20%20&sort=none&utm_source=x', ['Brain atlas 1.0', 'Ankle 1.0', 'Tides 1.0']],
    ['/?q=nowhere', []],
  ])('%s', async (path, expected) => {
    expect((await get(path)).titles).toEqual(expected);
  });

  test('what is looked for is text in the answer (threat 17), and the page keeps one canonical address', async () => {
    const words = `</script><script>alert(1)</script><img src=x onerror=alert(1)>`;
    const { html } = await get(`/?q=${encodeURIComponent(words)}`);
    expect(html).not.toMatch(/<script>alert|<img src=x/);
    expect(html).toContain('&lt;/script&gt;');
    expect(html).toMatch(/<link rel="canonical" href="[^"?]*\/">/);
  });

  test('a search is kept, and right after a change at once', async () => {
    const token = await adminTokenOf(server.url);
    const [first] = await callServer<Dataset[]>(server.url, 'GET', '/api/v1/datasets');
    const set = (keywords: string) =>
      callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${first?.id}`, {
        token,
        body: { keywords },
      });
    expect((await get('/?q=hippocampus')).titles).toEqual([]);
    await set('cortex, hippocampus');
    expect((await get('/?q=hippocampus')).titles).toEqual(['Brain atlas 1.0']);
    await set('cortex, template');
    expect((await get('/?q=hippocampus')).titles).toEqual([]);
  });
});

inBrowser('issue 5, home: search and order over the catalogue in the address', (desk) => {
  test('found while typing; one entry of the history per search; back and forward', async () => {
    const { context, page, complaints } = await desk.person();
    await page.goto(`${server.url}/`);
    await page.getByRole('status').filter({ hasText: /^$/ }).first().waitFor({ state: 'attached' });
    await field(page).pressSequentially('MRI  atlas ');
    await page.getByRole('status').filter({ hasText: '1 dataset matches' }).waitFor();
    await page.waitForURL(`${server.url}/?q=MRI+atlas`);
    expect(await titles(page)).toEqual(['Brain atlas 1.0']);
    await field(page).fill('mri');
    await page.getByText('2 datasets match').waitFor();
    await order(page).selectOption({ label: 'By name' });
    await page.waitForURL(`${server.url}/?q=mri&sort=name`);
    expect(await titles(page)).toEqual(['Ankle 1.0', 'Brain atlas 1.0']);

    await page.goBack();
    await page.waitForURL(`${server.url}/?q=mri`);
    await expect.poll(() => titles(page)).toEqual(['Brain atlas 1.0', 'Ankle 1.0']);
    expect(await order(page).inputValue()).toBe('arranged');
    // The laboratory's own order is none of what was found.
    expect(await order(page).getByRole('option').first().textContent()).toBe('Best match');
    await page.goBack();
    await page.waitForURL(`${server.url}/`);
    await expect.poll(() => order(page).getByRole('option').first().textContent()).toBe('As arranged');
    await expect.poll(() => field(page).inputValue()).toBe('');
    expect(await titles(page)).toHaveLength(3);
    await page.goForward();
    await page.goForward();
    await page.waitForURL(`${server.url}/?q=mri&sort=name`);
    await expect.poll(() => field(page).inputValue()).toBe('mri');
    await expect.poll(() => titles(page)).toEqual(['Ankle 1.0', 'Brain atlas 1.0']);

    // Into a dataset and back: still the same search.
    await page.getByRole('link', { name: /Ankle/ }).click();
    await page.getByRole('heading', { level: 1, name: 'Ankle' }).waitFor();
    await page.goBack();
    await expect.poll(() => field(page).inputValue()).toBe('mri');
    await page.reload();
    await expect.poll(() => titles(page)).toEqual(['Ankle 1.0', 'Brain atlas 1.0']);
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('nothing found says so, with a way out that keeps the order', async () => {
    const { context, page } = await desk.person();
    await page.goto(`${server.url}/?q=nowhere&sort=size`);
    await page.getByRole('heading', { name: 'No dataset matches “nowhere”' }).waitFor();
    await page.getByRole('status').filter({ hasText: '0 datasets match' }).waitFor();
    await page.getByRole('link', { name: 'Clear search' }).click();
    await page.waitForURL(`${server.url}/?sort=size`);
    await expect.poll(() => titles(page)).toEqual(['Ankle 1.0', 'Brain atlas 1.0', 'Tides 1.0']);
    await context.close();
  });

  /** The page before its code has come. */
  async function withoutItsCode() {
    const { context, page } = await desk.person();
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/assets\/(?!first-).*\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`${server.url}/`, { waitUntil: 'commit' });
    return { context, page, letGo };
  }

  test('what is typed before the script has come is looked for once it is there', async () => {
    const { context, page, letGo } = await withoutItsCode();
    await field(page).fill('tides');
    letGo();
    await page.getByText('1 dataset matches').waitFor();
    expect(await titles(page)).toEqual(['Tides 1.0']);
    await context.close();
  });

  test('a button clicked before the script has come answers once it is there; a link leads on at once', async () => {
    const { context, page, letGo } = await withoutItsCode();
    const theme = page.locator('button[data-needs="script"][aria-label]').first();
    const before = await theme.getAttribute('aria-label');
    await theme.click();
    expect(await theme.getAttribute('aria-label')).toBe(before);
    letGo();
    await alive(page);
    expect(await theme.getAttribute('aria-label')).not.toBe(before);
    await context.close();
    const other = await withoutItsCode();
    await other.page.getByRole('link', { name: /Tides/ }).click();
    await other.page.getByRole('heading', { name: 'Tides', level: 1 }).waitFor();
    other.letGo();
    await other.context.close();
  });
});
