import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Dataset } from '../../contract/catalogue.ts';
import { findings, violationsOf } from '../support/axe.ts';
import { inBrowser, savedBytes } from '../support/browser.ts';
import { GUARD, guardRounds } from '../support/guards.ts';
import { adminTokenOf, callServer, type ServerProcess, startServer } from '../support/server-process.ts';

const ROWS = 600;

let folder: string;
let server: ServerProcess;
let older: string;
let newer: string;
let long: string;

async function publish(
  fields: Record<string, string>,
  files: [name: string, text: string][],
): Promise<string> {
  const token = await adminTokenOf(server.url);
  const form = new FormData();
  for (const [key, value] of Object.entries({ modalityName: 'Text', ...fields })) form.append(key, value);
  for (const [name, text] of files) form.append('subsets', new Blob([text]), name);
  const headers = { authorization: `Bearer ${token}` };
  const added = await fetch(`${server.url}/api/v1/admin/addDataset`, { method: 'POST', body: form, headers });
  const { data } = (await added.json()) as { data: Dataset };
  const body = { status: 'published' };
  await callServer(server.url, 'PUT', `/api/v1/admin/updateDataset/${data.id}`, { token, body });
  return data.id;
}

const files = (count: number, from = 0): [string, string][] =>
  Array.from({ length: count }, (_, index) => [`scan-${from + index}.csv`, `${from + index}`]);

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vitrine-dataset-page-'));
  server = await startServer(join(folder, 'data'));
  const authors = 'Lovelace, Ada; Hopper, Grace';
  older = await publish({ name: 'Atlas', version: '1.0', authors }, files(25));
  newer = await publish({ name: 'Atlas', version: '1.1', authors, citation: 'Lovelace & Hopper, Atlas.' }, [
    ...files(24, 2),
    ['scan-1.csv', 'other'],
  ]);
  long = await publish({ name: 'Long', version: '1' }, files(ROWS));
}, 60_000);
afterAll(async () => {
  await server?.end();
  await rm(folder, { recursive: true, force: true });
});

const cite = (page: Page) => page.getByRole('button', { name: 'Cite', exact: true });
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search the data list' });
const named = (page: Page, name: string) => page.getByRole('rowheader', { name: new RegExp(`^${name}`) });

inBrowser('issue 5, item 3: the dataset page', (desk) => {
  const open = async (id: string, options: Parameters<typeof desk.person>[0] = {}) => {
    const person = await desk.person(options);
    await person.page.goto(`${server.url}/datasetDetail/${id}`);
    await cite(person.page).waitFor();
    return person;
  };

  for (const [locale, options] of [
    ['en', {}],
    ['zh-CN', GUARD],
  ] as const)
    test(`§3 detail is shown as the server rendered it, in ${locale}`, options, async () => {
      const detail = `## Columns\n\n|a|b|\n|:-|-:|\n|1|2|\n\n> *quoted* <b>x</b>\n\n${'word'.repeat(100)} [site](https://x.org)`;
      const described = await publish({ name: `Described ${locale}`, version: '1', detail }, files(1));
      for (const width of [1280, 390]) {
        const { context, page, complaints } = await desk.person({ locale, viewport: { width, height: 800 } });
        await page.goto(`${server.url}/datasetDetail/${described}`);
        await page.locator('section[aria-labelledby="about"] h3').waitFor();
        const about = page.locator('section[aria-labelledby="about"]');
        const sent = await (
          await context.request.get(page.url(), { headers: { 'accept-language': locale } })
        ).text();
        const html = (await about.locator('> div').innerHTML()).trim();
        expect(sent, 'hydrated as it was sent').toContain(html);
        expect(html).toContain('<td>1</td>');
        expect(html).toContain('&lt;b&gt;x&lt;/b&gt;');
        expect(await about.getByRole('link', { name: 'site' }).getAttribute('href')).toBe('https://x.org');
        const wide = await page.evaluate('document.documentElement.scrollWidth > innerWidth');
        expect(wide, 'nothing widens the page').toBe(false);
        expect(await violationsOf(page)).toEqual([]);
        expect(complaints.list).toEqual([]);
        await context.close();
      }
    });

  test('look.md: the first screen says what it is and leads to the one next step', async () => {
    const described = await publish(
      {
        name: 'Whiskers',
        version: '2',
        license: 'CC BY 4.0',
        keywords: 'mouse, sleep; mouse',
        detail: `The **first** words. ${'They are as many as a person says of a thing they know well. '.repeat(9)}\n\nWhat follows.`,
      },
      files(3),
    );
    for (const width of [1280, 390]) {
      const { context, page } = await desk.person({ viewport: { width, height: 900 } });
      await page.goto(`${server.url}/datasetDetail/${described}`);
      const download = page.locator('main').getByRole('link', { name: 'Sign in to download', exact: true });
      const box = await download.boundingBox();
      expect(box?.height).toBe(40);
      expect(box?.width).toBe(width === 1280 ? 280 : 358);
      expect((box?.y ?? 900) + 40).toBeLessThan(900);
      expect(await download.getAttribute('href')).toMatch(/^\/login\?redirect=/);
      expect(await page.getByText('Version 2', { exact: true }).boundingBox()).toMatchObject({ height: 24 });
      expect(await page.getByRole('link', { name: 'CC BY 4.0' }).getAttribute('href')).toBe(
        'https://creativecommons.org/licenses/by/4.0/',
      );
      const keywords = page.getByRole('list', { name: 'Keywords' }).getByRole('link');
      expect(await keywords.allTextContents()).toEqual(['mouse', 'sleep']);
      await page.getByText('The first words.').waitFor();
      const [lines = 0, longest = 0] = await page.evaluate<number[]>(`(() => {
        const lead = [...document.querySelectorAll('p')].find((p) => p.textContent.startsWith('The first words.'));
        const lengths = new Map();
        const texts = document.createTreeWalker(lead, NodeFilter.SHOW_TEXT);
        const range = document.createRange();
        while (texts.nextNode()) {
          for (let at = 0; at < texts.currentNode.length; at++) {
            range.setStart(texts.currentNode, at);
            range.setEnd(texts.currentNode, at + 1);
            const line = Math.round(range.getBoundingClientRect().bottom);
            lengths.set(line, (lengths.get(line) ?? 0) + 1);
          }
        }
        return [lengths.size, Math.max(...lengths.values())];
      })()`);
      expect(lines).toBeGreaterThan(6);
      expect(longest).toBeLessThanOrEqual(72);
      if (width === 1280) expect(longest).toBeGreaterThanOrEqual(65);
      // The licence stands beside the actions, too, and is read out once.
      await page.getByText('Licence: CC BY 4.0', { exact: true }).last().waitFor();
      expect(await page.locator('section[aria-labelledby="about"]').textContent()).toMatch(
        /^About\s*What follows\.\s*$/,
      );
      await keywords.last().click();
      await page.getByRole('heading', { level: 1, name: 'Research datasets' }).waitFor();
      expect(await page.getByRole('searchbox').inputValue()).toBe('sleep');
      await context.close();
    }
  });

  test('Cite: what the laboratory asks for, APA, BibTeX, RIS and CSL-JSON, saved as files', async () => {
    const { context, page, complaints } = await open(newer);
    await cite(page).focus();
    await page.keyboard.press('Enter');
    const panel = page.getByRole('region', { name: 'Cite this dataset' });
    await panel.getByText('Lovelace & Hopper, Atlas.').waitFor();
    await expect.poll(() => panel.getByRole('radio').count(), { timeout: 15_000 }).toBe(6);
    await panel.getByRole('radio', { name: 'Cite as' }).focus();
    await page.keyboard.press('ArrowRight');
    const address = `${server.url}/d/atlas/1.1`;
    await panel.getByText(`Atlas (Version 1.1) [Data set]. Vitrine. ${address}`).waitFor();
    for (const [format, ending, holds] of [
      ['BibTeX', '.bib', 'author = {Lovelace, Ada and Hopper, Grace}'],
      ['RIS', '.ris', 'AU  - Hopper, Grace'],
      ['CSL-JSON', '.json', '"family": "Hopper"'],
    ] as const) {
      await panel.getByRole('radio', { name: format }).check();
      // The longest is as high as the window: the panel keeps within it, and nothing has to be scrolled to.
      const { y = 0, height = 0 } = (await panel.boundingBox()) ?? {};
      expect(y + height, format).toBeLessThanOrEqual(720);
      const saved = page.waitForEvent('download');
      await panel.getByRole('button', { name: `Save ${ending}` }).click();
      const download = await saved;
      expect(download.suggestedFilename()).toMatch(new RegExp(`^lovelace\\d{4}atlas\\${ending}$`));
      const text = (await savedBytes(download)).toString();
      expect(text).toContain(holds);
      expect(text).toContain(address);
    }
    await panel.getByRole('radio', { name: 'Badge' }).check();
    const badge = `${server.url}/api/v1/dataset/${newer}/fixity.svg`;
    await panel.getByText(`[![Last check of the files of Atlas 1.1](${badge})](${address})`).waitFor();
    expect((await fetch(badge)).status).toBe(200);
    expect((await fetch(address)).url, 'the cited address leads here').toContain(newer);
    expect(complaints.list).toEqual([]);
    await context.close();
  });

  test('releases.md, "Changes": the versions of the lineage, the way to the newest, and what changed', async () => {
    const { context, page } = await open(older);
    const banner = page.getByRole('note');
    await banner.getByText('There is a newer version:').waitFor();
    await banner.getByRole('link', { name: 'Atlas 1.1' }).click();
    await page.waitForURL(new RegExp(newer));
    await banner.waitFor({ state: 'detached' });
    const versions = page.getByRole('region', { name: 'Versions' });
    expect(await versions.getByRole('listitem').allTextContents()).toEqual([
      expect.stringMatching(/^1\.1newest.*this pageChanges since 1\.0$/),
      expect.stringMatching(/^1\.0/),
    ]);
    await versions.getByRole('button', { name: 'Changes since 1.0' }).click();
    await versions.getByText('1 added, 1 changed, 1 removed, 23 the same').waitFor();
    expect(await versions.locator('li li').allTextContents()).toEqual([
      'removedscan-0.csv1 B',
      'changedscan-1.csv1 B → 5 B',
      'addedscan-25.csv2 B',
    ]);
    const more = page.getByRole('region', { name: 'More about it' });
    expect(await more.getByRole('link', { name: '/d/atlas/1.1' }).getAttribute('href')).toBe('/d/atlas/1.1');
    await context.close();
  });

  test(
    'a long list draws what is near; the search, the way back and paper find the rest',
    GUARD,
    async () => {
      const { context, page } = await open(long);
      const drawn = () => page.locator('tbody tr[id]').count();
      expect(await drawn()).toBeLessThanOrEqual(200);
      // The document carries the first rows; the browser asks for the rest.
      await expect
        .poll(() => page.getByRole('table', { name: 'Data list' }).getAttribute('aria-rowcount'))
        .toBe(String(ROWS + 2));
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await named(page, 'scan-599.csv').waitFor();
      expect(await drawn()).toBeLessThan(ROWS - 100);

      // On phones too the heading comes first, to the eye as to the ear.
      await page.setViewportSize({ width: 390, height: 844 });
      const list = page.getByRole('region', { name: 'Data list' });
      const top = async (part: Locator) => (await part.boundingBox())?.y ?? Number.NaN;
      const heading = list.getByRole('heading', { name: 'Data list' });
      expect(await top(list.getByRole('searchbox'))).toBeGreaterThan(await top(heading));
      await page.setViewportSize({ width: 1280, height: 720 });

      await search(page).fill('SCAN-42');
      await page.getByText('11 of 601 rows').waitFor();
      await expect.poll(drawn).toBe(11);
      await search(page).fill('nothing like it');
      await page.getByText('No row matches').waitFor();
      await page.keyboard.press('Escape');
      await named(page, 'scan-0.csv').waitFor();

      const { subsetList } = await callServer<{ subsetList: { id: string }[] }>(
        server.url,
        'GET',
        `/api/v1/dataset/${long}`,
      );
      const far = subsetList[400]?.id;
      await page.goto('about:blank');
      await page.goto(`${server.url}/datasetDetail/${long}#row-${far}`);
      const row = page.locator(`[id="row-${far}"]`);
      await row.waitFor();
      await expect
        .poll(async () => {
          const top = (await row.boundingBox())?.y ?? -1;
          return top > 0 && top < 720;
        })
        .toBe(true);

      await page.evaluate(`dispatchEvent(new Event('beforeprint'))`);
      expect(await drawn()).toBe(ROWS + 1);
      await context.close();
    },
  );

  test('on paper: metadata, full checksums, citation, address; nothing to press, no ticket', async () => {
    const { context, page } = await open(newer, { colorScheme: 'dark' });
    await page.emulateMedia({ media: 'print' });
    await page.getByText(`${server.url}/d/atlas/1.1`, { exact: true }).waitFor();
    await page.getByText('Atlas (Version 1.1) [Data set]').waitFor();
    expect(await page.getByRole('button').count()).toBe(0);
    expect(await page.getByRole('link').count()).toBe(0);
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(
      await page.evaluate(`(() => {
        const code = document.querySelector('tbody code');
        return getComputedStyle(code, '::after').content.replaceAll('"', '') === code.title && code.title.length;
      })()`),
    ).toBe(64);
    await context.close();
  });

  for (const { looks, options, round } of guardRounds) {
    test(`each panel open: no axe violation, nothing wider${round}`, { ...GUARD, ...options }, async () => {
      const { context, page } = await open(newer, {
        reducedMotion: 'reduce',
        viewport: { width: 1280, height: 900 },
      });
      await cite(page).click();
      await page.getByRole('radio', { name: 'BibTeX' }).check();
      await search(page).fill('nothing like it');
      await page.getByText('No row matches').waitFor();
      expect(await findings(page, looks), 'cite, nothing found').toEqual([]);
      await search(page).fill('');
      await page.getByRole('button', { name: 'Changes since 1.0' }).click();
      await page.getByText('1 added, 1 changed').waitFor();
      expect(await findings(page, looks), 'versions').toEqual([]);
      await context.close();
    });
  }
});
