// @module-tag long

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { limits } from '../../contract/limits.ts';
import { form, newDataset } from '../../server/testing/forms.ts';
import { inBrowser } from '../support/browser.ts';
import { GUARD } from '../support/guards.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const modalities = ['CT', 'EEG', 'MRI', 'PET', 'Sound'];

let dataDir: string;
let server: ServerProcess;

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'vitrine-home-scroll-'));
  server = await startServer(dataDir);
  const token = await adminTokenOf(server.url);
  for (const modalityName of modalities) {
    const body = form({ ...newDataset(`Of ${modalityName}`), modalityName }, ['subsets', 'x', 'a.txt']);
    const headers = { authorization: `Bearer ${token}` };
    const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body, headers });
    const { data } = (await added.json()) as { data: Dataset };
    const published = { token, body: { status: 'published' } };
    await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, published);
  }
});
afterAll(async () => {
  await server?.end();
  await rm(dataDir, { recursive: true, force: true });
});

const entry = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Modalities' }).getByRole('link', { name });
const marked = (page: Page) =>
  page.getByRole('navigation', { name: 'Modalities' }).locator('[aria-current]').textContent();
/** The page has stood still for a while, by its own clock. */
const atRest = (page: Page) =>
  page.evaluate(`new Promise((rest) => {
    let timer = setTimeout(rest, 1500);
    addEventListener('scroll', () => { clearTimeout(timer); timer = setTimeout(rest, 1500); });
  })`);
/** As a scrollbar and find in page do it: no wheel, finger or key tells of it. */
const scrolledTo = (page: Page, top: number) =>
  page.evaluate(`scrollTo({ top: ${top}, behavior: 'instant' })`);

inBrowser('§2 the modality list follows the page', (desk) => {
  for (const [how, reducedMotion] of [
    ['animated', 'no-preference'],
    ['at once', 'reduce'],
  ] as const) {
    const options = how === 'animated' ? {} : GUARD;
    test(`${how}: a chosen section stays marked until a scroll that is not ours`, options, async () => {
      const { context, page } = await desk.person({ reducedMotion, viewport: { width: 1280, height: 800 } });
      await page.goto(`${server.url}/`);
      expect(await marked(page)).toContain('CT');
      // Both are too near the end to reach the top: only the choice tells them apart.
      for (const name of ['PET', 'Sound', 'PET']) {
        await entry(page, name).click();
        await atRest(page);
        expect(await marked(page)).toContain(name);
      }
      await scrolledTo(page, 0);
      await expect.poll(() => marked(page)).toContain('CT');
      await entry(page, 'PET').click();
      await atRest(page);
      await scrolledTo(page, 100);
      await expect.poll(() => marked(page)).toContain('CT');
      await context.close();
    });
  }

  test('a section that has left the page gives its mark away, before the next one is at its place', async () => {
    const { context, page } = await desk.person({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${server.url}/`);
    const bottom = await page.evaluate<number>(
      "document.getElementById('ct').getBoundingClientRect().bottom",
    );
    await scrolledTo(page, bottom - limits.scrollOffset - 2);
    expect(await marked(page)).toContain('CT');
    await scrolledTo(page, bottom - limits.scrollOffset + 2);
    await expect.poll(() => marked(page)).toContain('EEG');
    await context.close();
  });

  test('history: back and forward mark what is in view there', GUARD, async () => {
    const { context, page } = await desk.person({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${server.url}/`);
    for (const name of ['EEG', 'PET']) {
      await entry(page, name).click();
      await atRest(page);
    }
    await page.goBack();
    await page.waitForURL(/#.*eeg$/i);
    await expect.poll(() => marked(page)).toContain('EEG');
    await page.goBack();
    await expect.poll(() => marked(page)).toContain('CT');
    await context.close();
  });

  test('an address opened at a section marks it until the page is scrolled', async () => {
    const { context, page } = await desk.person({ viewport: { width: 1280, height: 800 } });
    await page.goto(`${server.url}/`);
    const href = await entry(page, 'PET').getAttribute('href');
    await page.goto('about:blank');
    await page.goto(server.url + href);
    await expect.poll(() => marked(page)).toContain('PET');
    await atRest(page);
    expect(await marked(page)).toContain('PET');
    await scrolledTo(page, 0);
    await expect.poll(() => marked(page)).toContain('CT');
    await context.close();
  });

  test('§9 to a section near the end the scroll takes its 800 ms, too; the scrollbar ends it', async () => {
    const { context, page } = await desk.person({
      reducedMotion: 'no-preference',
      viewport: { width: 1280, height: 1400 },
    });
    await page.goto(`${server.url}/`);
    await page.evaluate(`
      window.begun = Infinity;
      addEventListener('click', () => { window.begun = performance.now(); }, true);
      addEventListener('scroll', () => { window.last = performance.now(); });
    `);
    await entry(page, 'Sound').click();
    await atRest(page);
    const end = 'document.documentElement.scrollHeight - document.documentElement.clientHeight';
    expect(await page.evaluate(`scrollY >= ${end} - 1`)).toBe(true);
    // Its last steps are less than a pixel.
    expect(await page.evaluate<number>('window.last - window.begun')).toBeGreaterThan(
      limits.scrollDuration * 0.8,
    );

    await scrolledTo(page, 0);
    await page.evaluate(`addEventListener('scroll', () => {
      if (scrollY > 20) scrollTo({ top: 0, behavior: 'instant' });
    })`);
    await entry(page, 'Sound').click();
    await atRest(page);
    expect(await page.evaluate('scrollY')).toBe(0);
    await context.close();
  });
});
