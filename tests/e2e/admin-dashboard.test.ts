// @module-tag guards
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '../../server/shared/ids.ts';
import { sql } from '../../server/testing/look-inside.ts';
import { findings } from '../support/axe.ts';
import { administrator } from '../support/back-office.ts';
import { inBrowser } from '../support/browser.ts';
import { guardRounds, LONG } from '../support/guards.ts';
import { fillPast } from '../support/past.ts';
import { signIn } from '../support/person.ts';
import { adminTokenOf, type ServerProcess, startServer } from '../support/server-process.ts';

const DAY = 86_400_000;
/** A bound on hangs, for busy machines. */
const soon = { timeout: 15_000 };
const HOUR = 3_600_000;
/** More than the socket's buffers take: an unread answer of this size goes on running. */
const MUCH = 24_000_000;

let dataDir: string;
let server: ServerProcess;
let token: string;
let datasetId: string;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-dashboard-'));
  const now = Date.now();
  await fillPast(dataDir, async (past) => {
    past.at(now - 20 * DAY);
    await past.user('ada@example.org', 'approved');
    await past.user('no@example.org', 'rejected');
    const files = { 'a.txt': 'abc', 'b.txt': 'x'.repeat(2_000), 'big.bin': new Uint8Array(MUCH) };
    datasetId = await past.dataset({ name: 'Brain', version: '1', modalityName: 'MRI', files });
    await past.dataset({ name: 'Street', version: '2', modalityName: 'Audio', files: { 'c.txt': 'c' } });
    past.at(now - 10 * DAY);
    await past.download('ada@example.org', datasetId, 'a.txt');
    past.at(now - 3 * DAY);
    await past.user('old@example.org', 'pending');
    past.at(now - 2 * HOUR);
    await past.user('new@example.org', 'pending');
    await past.user('asked@example.org', 'needs_info');
    await past.download('ada@example.org', datasetId, 'b.txt', 'bytes=0-9');
  });
  const inside = { folder: dataDir, databaseUrl: undefined };
  await sql(
    inside,
    `insert into jobs (id, kind, subject, payload, state, priority, run_at, attempts, done, total, note, created_at, finished_at)
     values ('${newId()}', 'test', 'scan 7', '{}', 'failed', 0, 0, 9, 3, 9, 'No space.', ${now - HOUR}, ${now - HOUR})`,
  );
  await sql(
    inside,
    `insert into outbox (id, recipient, subject, body, html, created_at, not_before, attempts, given_up_at, last_error)
     values ('${newId()}', 'x@example.org', '', '', '', ${now}, ${now}, 3, ${now}, 'No such user.')`,
  );
  server = await startServer(dataDir);
  token = await adminTokenOf(server.url);
}, 120_000);
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

/** A download whose answer nobody reads on. */
async function running(): Promise<IncomingMessage> {
  const session = await signIn(server.url, 'ada@example.org');
  const url = `${server.url}/api/v1/download/${datasetId}/brain/brain-1/big.bin`;
  return new Promise((resolve, reject) => {
    const asked = request(url, { headers: { authorization: `Bearer ${session}` }, agent: false }, resolve);
    asked.on('error', reject);
    asked.end();
  });
}

const tile = (page: Page, name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
const panel = (page: Page, title: RegExp) => page.getByRole('region', { name: title }).first();
const asTable = (page: Page, title: string) => page.getByRole('button', { name: `View as table: ${title}` });
/** How long the list on the screen says it is; the tabs keep other screens, hidden. */
const entries = (page: Page, said: string) =>
  page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${said}$`) })
    .waitFor();
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

inBrowser('§2 /admin/index: dashboard, titled home', (desk) => {
  const open = async (path = '', options: Parameters<typeof desk.person>[0] = {}) => {
    const person = await administrator(desk, server.url, token, options);
    await person.page.goto(`${server.url}/admin/index${path}`);
    await person.page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
    return person;
  };

  test('the downloads in the details of a person lead to their records', LONG, async () => {
    const { context, page } = await administrator(desk, server.url, token);
    await page.goto(`${server.url}/admin/user/user_list?keyword=ada%40`);
    await page.getByRole('rowheader').getByRole('button').first().click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: /^\d+: the download records of / })
      .click();
    await page.waitForURL(/\/admin\/dataset\/download\?userId=[\w-]+$/);
    await page
      .getByRole('rowheader', { name: /ada@example\.org/ })
      .first()
      .waitFor();
    await context.close();
  });

  test('each tile leads to the list that holds what it counts', async () => {
    const download = await running();
    try {
      const { page, complaints } = await open();
      const figures: [name: string, figure: string, path: string, entries: string | null][] = [
        ['Waiting for a decision', '2', '/admin/user/applicant_list?status=pending', '2 entries'],
        ['Active downloads now', '1', '/admin/dataset/download?active=true', '1 entry'],
        [
          'Broken downloads, 24 h',
          '1',
          '/admin/dataset/download?complete=false&active=false&within=24h',
          '1 entry',
        ],
        ['Failed jobs, 24 h', '1', '/admin/system/jobs?state=failed', null],
        ['Storage used', '24 MB', '/admin/dataset/dataset_list?sort=size&order=desc', null],
        ['Datasets', '2', '/admin/dataset/dataset_list', '2 entries'],
        ['Users', '5', '/admin/user/user_list', '5 entries'],
      ];
      for (const [name, figure, path, said] of figures) {
        await expect.poll(() => tile(page, name).locator('span').nth(1).textContent(), soon).toBe(figure);
        await tile(page, name).click();
        const wanted = new URL(path, server.url);
        await expect.poll(() => new URL(page.url()).pathname, soon).toBe(wanted.pathname);
        expect(search(page), name).toEqual(Object.fromEntries(wanted.searchParams));
        if (said !== null) await entries(page, said);
        await page.goBack();
        await page.getByRole('heading', { level: 1, name: 'home' }).waitFor();
      }
      // look.md: what is nothing is quiet.
      expect(await tile(page, 'Waiting').getAttribute('data-none')).toBeNull();
      expect(await tile(page, 'Waiting').textContent()).toContain('The oldest came 3 days ago');
      expect(await tile(page, 'Waiting').textContent()).toContain('1 asked for more information');
      expect(await tile(page, 'Storage used').textContent()).toMatch(/\d [kMGTP]?B free/);
      expect(complaints.list).toEqual([]);
    } finally {
      download.destroy();
    }
  });

  test('decisions §9: it says that mails are files, and how many were given up', async () => {
    const { page } = await open();
    const notice = page.getByRole('region', { name: 'Mails' });
    await notice.getByText(/SMTP_URL is not set/).waitFor();
    await notice.getByText('1 mail was given up: no server would take them.').waitFor();
    await notice.getByRole('link', { name: 'Look at the jobs' }).click();
    await page.waitForURL(/\/admin\/system\/jobs$/);
  });

  test('charts, each with the same figures as a table', async () => {
    const { page, complaints } = await open();
    for (const title of [/^Downloads per day/, /^Registrations/, /^Most downloaded/, /^By modality/]) {
      const chart = panel(page, title).locator('[role="img"]');
      await chart.locator('svg.recharts-surface').first().waitFor();
      expect(await chart.getAttribute('aria-describedby'), String(title)).not.toBeNull();
    }
    await expect
      .poll(() => panel(page, /^Downloads per day/).textContent())
      .toMatch(/[23] downloads, .* \(0 in the period before\)/);
    await asTable(page, 'Downloads per day').click();
    const days = page.getByRole('table', { name: 'Downloads and bytes sent per day (UTC)' });
    await expect.poll(() => days.getByRole('row').count(), { timeout: 15_000 }).toBe(31);
    const today = new Date().toISOString().slice(0, 10);
    expect(await days.getByRole('rowheader').first().textContent()).toBe(today);
    const tenDaysAgo = new Date(Date.now() - 10 * DAY).toISOString().slice(0, 10);
    const row = days.getByRole('row').filter({ hasText: tenDaysAgo });
    await expect
      .poll(() => row.getByRole('cell').allTextContents(), { timeout: 15_000 })
      .toEqual(['1', '3 B']);
    await page.getByRole('button', { name: 'View as chart: Downloads per day' }).click();
    await panel(page, /^Downloads per day/)
      .locator('[role="img"]')
      .waitFor();

    await asTable(page, 'By modality, of all time').click();
    const modalities = page.getByRole('table', { name: /^Datasets and downloads by modality/ });
    await expect
      .poll(() => modalities.getByRole('row').allTextContents(), { timeout: 15_000 })
      .toEqual([
        'ModalityDatasetsDownloads',
        // With or without the running one of another test.
        expect.stringMatching(/^MRI1[23]$/),
        'Audio10',
      ]);
    await modalities.getByRole('link', { name: 'Audio' }).click();
    await page.waitForURL(/dataset_list\?modalityName=Audio/);
    await entries(page, '1 entry');
    expect(complaints.list).toEqual([]);
  });

  test('the range is in the address; days of one’s own, the last one included', async () => {
    const { page } = await open();
    const pressed = page.locator('fieldset button[aria-pressed="true"]');
    expect(await pressed.textContent()).toBe('Last 30 days');
    await page.getByRole('button', { name: 'Last 7 days' }).click();
    await expect.poll(() => search(page), soon).toEqual({ range: '7d' });
    await panel(page, /^Downloads per day/)
      .getByText(/1 download, 10 B sent|2 downloads/)
      .waitFor();
    await page.reload();
    await expect.poll(() => pressed.textContent(), soon).toBe('Last 7 days');
    await asTable(page, 'Downloads per day').click();
    const days = page.getByRole('table', { name: 'Downloads and bytes sent per day (UTC)' });
    await expect.poll(() => days.getByRole('row').count(), { timeout: 15_000 }).toBe(8);

    const dayOf = (ago: number) => new Date(Date.now() - ago * DAY).toISOString().slice(0, 10);
    await page.getByRole('button', { name: 'Custom' }).click();
    await page.getByLabel('From').fill(dayOf(12));
    await page.getByLabel('Before').fill(dayOf(8));
    await expect.poll(() => search(page), soon).toEqual({ from: dayOf(12), to: dayOf(8) });
    await expect
      .poll(() => days.getByRole('rowheader').allTextContents(), soon)
      .toEqual([9, 10, 11, 12].map(dayOf));
    // Back undoes the choice.
    await page.goBack();
    await expect.poll(() => search(page), soon).not.toEqual({ from: dayOf(12), to: dayOf(8) });
    const [first, before] = [page.getByLabel('From'), page.getByLabel('Before')];
    await expect.poll(() => before.inputValue(), soon).toBe(dayOf(-1));
    // What the server would refuse is said, and the charts stay.
    const kept = search(page);
    await first.fill('2001-01-01');
    await page.getByText('At most ten years.').waitFor();
    expect([search(page), await first.inputValue()]).toEqual([kept, '2001-01-01']);

    await page.goto(`${server.url}/admin/index?from=${dayOf(9)}&to=${dayOf(7)}`);
    await panel(page, /^Downloads per day/)
      .getByText('Nothing was downloaded in these days.')
      .waitFor();
    expect(await asTable(page, 'Downloads per day').count()).toBe(0);
  });

  test('a year is drawn by weeks, and still a table by days', LONG, async () => {
    const { page } = await open('?range=year');
    const span = Math.ceil((Date.now() - Date.UTC(new Date().getUTCFullYear(), 0, 1)) / DAY);
    const by = span <= 92 ? 'day' : 'week';
    await asTable(page, `Downloads per ${by}`).click();
    const days = page.getByRole('table', { name: 'Downloads and bytes sent per day (UTC)' });
    expect(await days.getByRole('row').count()).toBe(span + 1);
  });

  test('what fails says so in its place, and Retry brings it', async () => {
    const { page } = await administrator(desk, server.url, token);
    await page.route('**/api/v1/admin/downloadCount**', (route) =>
      route.fulfill({ status: 500, json: { code: 500, msg: 'No.' } }),
    );
    await page.route('**/assets/name-chart-*.js', (route) => route.abort());
    await page.goto(`${server.url}/admin/index`);
    const downloads = panel(page, /^Downloads/);
    await downloads.getByRole('alert').getByText('These figures could not be loaded.').waitFor();
    // The others are there, and a chart whose code does not come has its table.
    await panel(page, /^Registrations/)
      .locator('svg.recharts-surface')
      .waitFor();
    const modalities = panel(page, /^By modality/);
    await modalities
      .getByText('The chart could not be loaded. The table works without it.')
      .first()
      .waitFor();
    await asTable(page, 'By modality, of all time').click();
    await page.getByRole('table', { name: /^Datasets and downloads by modality/ }).waitFor();
    await page.unroute('**/api/v1/admin/downloadCount**');
    await downloads.getByRole('button', { name: 'Retry' }).click();
    await downloads.locator('svg.recharts-surface').first().waitFor();
  });

  test('no other screen loads the charts', LONG, async () => {
    const { page } = await administrator(desk, server.url, token);
    const charts: string[] = [];
    page.on('response', async (response) => {
      if (!response.url().endsWith('.js')) return;
      const text = await response.text().catch(() => '');
      if (text.includes('recharts')) charts.push(new URL(response.url()).pathname);
    });
    for (const path of ['dataset/download', 'dataset/dataset_list', 'user/user_list', 'system/jobs']) {
      await page.goto(`${server.url}/admin/${path}`, { waitUntil: 'networkidle' });
      await page.getByRole('heading', { level: 1 }).first().waitFor();
    }
    expect(charts).toEqual([]);
    await page.goto(`${server.url}/admin/index`);
    await page.locator('svg.recharts-surface').first().waitFor();
    await expect.poll(() => charts.length).toBeGreaterThan(0);
  });

  test('colours are those of the theme, in light and dark', LONG, async () => {
    const colours = async (colorScheme: 'light' | 'dark') => {
      const { page } = await open('', { colorScheme });
      const bar = panel(page, /^Downloads/)
        .locator('.recharts-bar-rectangle path')
        .first();
      await bar.waitFor();
      const [fill, primary] = await page.evaluate<[string, string]>(`
        const bar = document.querySelector('.recharts-bar-rectangle path');
        const probe = document.body.appendChild(document.createElement('i'));
        probe.style.color = 'var(--primary)';
        [getComputedStyle(bar).fill, getComputedStyle(probe).color]`);
      return [fill, primary];
    };
    const [light, dark] = [await colours('light'), await colours('dark')];
    expect(light[0]).toBe(light[1]);
    expect(dark[0]).toBe(dark[1]);
    expect(light[0]).not.toBe(dark[0]);
  });

  for (const { looks, options, round } of guardRounds) {
    test(
      `axe finds nothing in charts, tables and filters, nothing is too wide${round}`,
      options,
      async () => {
        const { page, complaints } = await open('', {
          reducedMotion: 'reduce',
          viewport: { width: 1280, height: 900 },
        });
        await page.locator('svg.recharts-surface').nth(4).waitFor();
        expect(await findings(page, looks, 'main')).toEqual([]);
        for (let panels = 0; panels < 4; panels++)
          await page
            .getByRole('button', { name: /^View as table/ })
            .first()
            .click();
        await page.getByRole('button', { name: 'Custom' }).click();
        expect(await findings(page, looks, 'main')).toEqual([]);

        await page.goto(`${server.url}/admin/dataset/download?active=false`);
        await entries(page, '\\d entries');
        await page.getByRole('combobox', { name: 'Dataset' }).click();
        await page.getByRole('option', { name: 'Brain 1' }).waitFor();
        expect(await findings(page, looks, 'main')).toEqual([]);
        expect(complaints.list).toEqual([]);
      },
    );
  }
});

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
}

describe('look.md, "Budgets": charts are lazy', () => {
  test('the first JavaScript of the dashboard holds none of them', () => {
    const folder = new URL('../../dist/web/', import.meta.url);
    const read = (file: string) => readFileSync(new URL(file, folder), 'utf8');
    const chunks = JSON.parse(read('app-manifest.en.json')) as Record<string, Chunk>;
    const found = new Set<string>();
    const visit = (name: string) => {
      if (found.has(name)) return;
      found.add(name);
      chunks[name]?.imports?.forEach(visit);
    };
    for (const name of ['app.html', 'admin/layout/admin-layout.tsx', 'admin/dashboard/dashboard.page.tsx']) {
      expect(chunks[name], name).toBeDefined();
      visit(name);
    }
    const withCharts = [...found].filter((name) => read(chunks[name]?.file ?? '').includes('recharts'));
    expect(withCharts).toEqual([]);
    const lazy = chunks['admin/dashboard/dashboard.page.tsx']?.dynamicImports ?? [];
    expect(lazy).toEqual(
      expect.arrayContaining([
        'admin/dashboard/charts/day-chart.tsx',
        'admin/dashboard/charts/name-chart.tsx',
      ]),
    );
  });
});
