import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findings } from '../support/axe.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD, guardRounds, LONG } from '../support/guards.ts';
import { longDocument, publishedWithDocument } from '../support/long-document.ts';
import { type ServerProcess, startServer } from '../support/server-process.ts';

const PAGES = 60;

let folder: string;
let server: ServerProcess;
let detail: string;
let bytes: number;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-document-'));
  server = await startServer(join(folder, 'data'));
  const document = await longDocument(PAGES, 200_000);
  bytes = document.length;
  detail = `${server.url}/datasetDetail/${await publishedWithDocument(server.url, new Uint8Array(document))}`;
}, 60_000);
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

const leaf = (page: Page, number: number) => page.getByText(`This is leaf ${number} of ${PAGES}`);
const canvases = (page: Page) => page.locator('[data-page] canvas');
const pageField = (page: Page) => page.getByRole('textbox', { name: 'Page' });

inBrowser("§2: a 'Document' section renders every page of a PDF", (desk) => {
  const open = async (options: Parameters<typeof desk.person>[0] = {}) => {
    const person = await desk.person(options);
    await person.page.goto(detail);
    await person.page.getByRole('heading', { name: 'Document', exact: true }).scrollIntoViewIfNeeded();
    await leaf(person.page, 1).waitFor();
    return person;
  };

  test('every page, drawn while it is near, fetched by ranges', async () => {
    const { context, page } = await desk.person();
    let fetched = 0;
    const whole: number[] = [];
    page.on('response', (response) => {
      if (!response.url().endsWith('.pdf')) return;
      if (response.status() === 206) fetched += Number(response.headers()['content-length']);
      else whole.push(response.status());
    });
    await page.goto(detail);
    await page.getByRole('heading', { name: 'Document', exact: true }).scrollIntoViewIfNeeded();
    await leaf(page, 1).waitFor();
    await expect.poll(() => page.locator('[data-page]').count(), { timeout: 15_000 }).toBe(PAGES);
    expect(await canvases(page).count()).toBeLessThanOrEqual(6);
    // The first answer says that ranges are served, and is broken off.
    expect(whole.length).toBeLessThanOrEqual(1);
    for (let number = 1; number <= PAGES; number += 3) {
      await page.locator(`[data-page="${number}"]`).scrollIntoViewIfNeeded();
      await leaf(page, number).waitFor();
      expect(await canvases(page).count(), 'what is left behind gives its pixels back').toBeLessThanOrEqual(
        8,
      );
    }
    expect(fetched).toBeGreaterThan(bytes / 2);
    await context.close();
  });

  test('a jump fetches what it shows, not what lies between', GUARD, async () => {
    const { context, page } = await open();
    let fetched = 0;
    page.on('response', (response) => {
      fetched += response.url().endsWith('.pdf') ? Number(response.headers()['content-length']) : 0;
    });
    await pageField(page).fill('50');
    await page.keyboard.press('Enter');
    await leaf(page, 50).waitFor();
    await expect.poll(() => pageField(page).inputValue()).toBe('50');
    expect(fetched).toBeLessThan(bytes / 2);
    for (const [typed, shown] of [
      ['999', String(PAGES)],
      ['-3', '1'],
      ['nine', '1'],
    ] as const) {
      await pageField(page).fill(typed);
      await page.keyboard.press('Enter');
      await expect.poll(() => pageField(page).inputValue()).toBe(shown);
    }
    await context.close();
  });

  test('look.md: zoom by button and key, fit width', LONG, async () => {
    const { context, page, complaints } = await open({ viewport: { width: 1280, height: 900 } });
    const width = async () => (await page.locator('[data-page="1"] canvas').boundingBox())?.width ?? 0;
    const percent = page.getByRole('status', { name: 'Zoom' });
    expect(await width()).toBeCloseTo(880, -1);
    expect(await percent.textContent()).toBe('111 %');
    const zoomIn = page.getByRole('button', { name: 'Zoom in' });
    for (const tool of [zoomIn, page.getByRole('button', { name: 'Fit width' }), pageField(page)])
      expect((await tool.boundingBox())?.height).toBe(40);
    expect(await zoomIn.textContent(), 'an icon, no glyph').toBe('');
    await zoomIn.click();
    expect(await percent.textContent()).toBe('125 %');
    await expect.poll(width).toBeGreaterThan(980);
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
    await page.keyboard.press('-');
    await page.keyboard.press('-');
    await expect.poll(() => percent.textContent()).toBe('75 %');
    await expect.poll(width).toBeLessThan(600);
    await page.keyboard.press('0');
    await expect.poll(() => percent.textContent()).toBe('111 %');
    // A number to go to is typed, not taken for a zoom.
    await pageField(page).fill('');
    await pageField(page).pressSequentially('10');
    await page.keyboard.press('Enter');
    await leaf(page, 10).waitFor();
    expect(await percent.textContent()).toBe('111 %');
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('look.md: the outline leads to its pages, by key', LONG, async () => {
    const { context, page } = await open();
    const opener = page.getByRole('button', { name: 'Outline' });
    await opener.focus();
    await page.keyboard.press('Enter');
    const entry = page.getByRole('button', { name: 'Part from page 51' });
    await entry.focus();
    await page.keyboard.press('Enter');
    await leaf(page, 51).waitFor();
    await page.keyboard.press('Escape');
    expect(await opener.getAttribute('aria-expanded')).toBe('false');
    expect(await page.evaluate('document.activeElement?.textContent'), 'focus is back').toBe('Outline');
    await context.close();
  });

  test('§2: a failure is logged, and shown with Retry', async () => {
    const { context, page } = await desk.person();
    const logged: string[] = [];
    page.on('console', (message) => logged.push(message.text()));
    await page.route('**/*.pdf', (route) => route.abort());
    await page.goto(detail);
    await page.getByRole('heading', { name: 'Document', exact: true }).scrollIntoViewIfNeeded();
    await page.getByText('The document could not be shown').waitFor();
    expect(logged.join()).toContain('The document could not be loaded.');
    await page.unroute('**/*.pdf');
    await page.getByRole('button', { name: 'Retry' }).click();
    await leaf(page, 1).waitFor();
    await context.close();
  });

  test("the browser's own viewer may show the PDF: its answer says no sandbox and no download", async () => {
    const { context, page } = await open();
    const href = await page.getByRole('link', { name: 'Open the PDF' }).getAttribute('href');
    const { headers } = await fetch(server.url + href);
    expect(headers.get('content-type')).toBe('application/pdf');
    expect(headers.get('content-security-policy') ?? '').not.toMatch(/sandbox|plugin-types/);
    expect(headers.get('content-disposition') ?? 'inline').toMatch(/^inline/);
    await context.close();
  });

  for (const { looks, options, round } of guardRounds) {
    test(`with the outline open: no axe violation, nothing wider${round}`, {
      ...GUARD,
      ...options,
    }, async () => {
      const { context, page } = await open({
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 800 },
      });
      await page.getByRole('button', { name: 'Outline' }).click();
      await page.getByRole('button', { name: 'Zoom in' }).click();
      expect(await findings(page, looks)).toEqual([]);
      await context.close();
    });
  }
});
