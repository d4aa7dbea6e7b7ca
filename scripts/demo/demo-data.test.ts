// @module-tag guards

import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { requestStatuses } from '../../contract/access.ts';
import { buildDemoAssets, type DemoAssets } from './build-assets.ts';
import { demoDatasets } from './catalogue.ts';
import { makeDocument } from './document.ts';
import { demoAdministrator, demoPeople } from './people.ts';
import { drawPicture } from './picture.ts';
import { demoRequests } from './requests.ts';

describe('demo datasets', () => {
  it('has at least eight datasets in five modalities, and one in two versions', () => {
    expect(demoDatasets.length).toBeGreaterThanOrEqual(8);
    expect(new Set(demoDatasets.map(({ modalityName }) => modalityName)).size).toBeGreaterThanOrEqual(5);
    const names = new Set(demoDatasets.map(({ name }) => name));
    expect(names.size).toBeLessThan(demoDatasets.length);
  });

  it('gives every dataset a name and version, and a key, of its own', () => {
    const titles = demoDatasets.map(({ name, version }) => `${name} ${version}`);
    expect(new Set(titles).size).toBe(titles.length);
    expect(new Set(demoDatasets.map(({ key }) => key)).size).toBe(demoDatasets.length);
  });

  it.each(demoDatasets)('$key: real files, source and licence', async (dataset) => {
    for (const field of ['detail', 'license', 'source', 'authors', 'citation', 'keywords'] as const) {
      expect(dataset[field], field).not.toBe('');
    }
    expect(dataset.subsets.length).toBeGreaterThanOrEqual(2);
    expect(new Set(dataset.subsets.map(({ fileName }) => fileName)).size).toBe(dataset.subsets.length);
    for (const { filePath } of dataset.subsets)
      expect((await stat(filePath)).size, filePath).toBeGreaterThan(0);
  });

  it.each(demoDatasets)('$key: every letter is one that the document can print', (dataset) => {
    // WinAnsi: the PDF's standard fonts have no others, and pdfkit drops the rest without a word.
    const printable = /^[\n\x20-\x7e\xa0-\xff‘’“”–—…•]*$/;
    const { name, detail, license, authors, citation, keywords, source, subsets } = dataset;
    const texts = [
      name,
      detail,
      license,
      authors,
      citation,
      keywords,
      source,
      ...subsets.map(({ desc }) => desc),
    ];
    for (const text of texts) expect(text).toMatch(printable);
  });

  it('releases: has versions that differ, one with identifiers, one under embargo, one with hidden names, one withdrawn', async () => {
    const made = demoDatasets.flatMap(({ next }) => next ?? []);
    expect(made.map(({ frozen }) => frozen)).toEqual(expect.arrayContaining([true, false]));
    for (const { filePath, change } of made.flatMap(({ changes }) => changes)) {
      const content = await readFile(filePath);
      const changed = change?.(content) ?? content;
      expect(changed.equals(content), filePath).toBe(false);
      expect(Math.abs(changed.length - content.length), `${filePath}: no more than was said`).toBeLessThan(
        10,
      );
    }
    for (const has of ['identifiers', 'embargoDays', 'filesVisible', 'withdrawn'] as const)
      expect(demoDatasets.filter((dataset) => dataset[has] !== undefined).length, has).toBe(1);
  });

  it('has one subset without a description, which the pages show as "subset"', () => {
    const bare = demoDatasets.flatMap(({ subsets }) => subsets).filter(({ desc }) => desc === '');
    expect(bare).toHaveLength(1);
  });
});

describe('demo assets', () => {
  let folder = '';
  let assets: DemoAssets[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'vitrine-demo-'));
    assets = await buildDemoAssets(folder);
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('draws a 1280 × 800 PNG under 1 MB for each, no two alike', async () => {
    const sizes = new Set<number>();
    for (const { picturePath } of assets) {
      const { format, width, height } = await sharp(picturePath).metadata();
      expect({ format, width, height }, picturePath).toEqual({ format: 'png', width: 1280, height: 800 });
      const { size } = await stat(picturePath);
      expect(size).toBeLessThan(1e6);
      sizes.add(size);
    }
    expect(sizes.size).toBe(demoDatasets.length);
  });

  it('makes a PDF of 2 to 4 pages for each', async () => {
    for (const { documentPath } of assets) {
      const { start, pages } = await readPdf(documentPath);
      expect(start, documentPath).toBe('%PDF-');
      expect(pages, documentPath).toBeGreaterThanOrEqual(2);
      expect(pages, documentPath).toBeLessThanOrEqual(4);
    }
  });

  it('gives the same bytes for the same inputs', async () => {
    const [dataset] = demoDatasets;
    if (!dataset) throw new Error('no datasets');
    const [first, second] = [await drawPicture(dataset), await drawPicture(dataset)];
    expect(first.equals(second)).toBe(true);
    expect((await makeDocument(dataset, first)).equals(await makeDocument(dataset, second))).toBe(true);
  });

  it('leaves on the second run what is there', async () => {
    const [before] = assets;
    if (!before) throw new Error('no assets');
    const { mtimeMs } = await stat(before.picturePath);
    expect(await buildDemoAssets(folder)).toEqual(assets);
    expect((await stat(before.picturePath)).mtimeMs).toBe(mtimeMs);
  });
});

describe('demo people', () => {
  it('covers every status, most of them approved', () => {
    const count = Map.groupBy(demoPeople, ({ status }) => status);
    expect([...count.keys()].sort()).toEqual(['approved', 'needs_info', 'pending', 'rejected', 'suspended']);
    expect(count.get('approved')?.length).toBeGreaterThan(demoPeople.length / 2);
  });

  it('invents addresses at reserved domains only (RFC 2606), each once', () => {
    const emails = [demoAdministrator.email, ...demoPeople.map(({ email }) => email)];
    expect(new Set(emails).size).toBe(emails.length);
    for (const email of emails)
      expect(email).toMatch(/@(example\.(org|com|net)|[a-z-]+\.example\.com|[a-z-]+\.test)$/);
  });

  it('reviews nobody before they registered, and all within 60 days', () => {
    for (const person of demoPeople) {
      expect(person.registeredDaysAgo).toBeLessThanOrEqual(60);
      if (person.status !== 'pending')
        expect(person.reviewedDaysAgo).toBeLessThanOrEqual(person.registeredDaysAgo);
    }
  });

  it('keeps the rules for passwords (decisions.md §2)', () => {
    for (const { password } of demoPeople) expect(password.length).toBeGreaterThanOrEqual(12);
    expect(demoAdministrator.password.length).toBeGreaterThanOrEqual(15);
  });
});

describe('demo requests', () => {
  it('covers every status, each person once', () => {
    expect(new Set(demoRequests.map(({ is }) => is))).toEqual(new Set(requestStatuses));
    expect(new Set(demoRequests.map(({ email }) => email)).size).toBe(demoRequests.length);
  });

  it('are made by people who are there, and decided afterwards', () => {
    for (const { email, daysAgo, decisions } of demoRequests) {
      const person = demoPeople.find((one) => one.email === email);
      expect(person?.registeredDaysAgo, email).toBeGreaterThan(daysAgo);
      for (const decision of decisions) expect(decision.daysAgo).toBeLessThan(daysAgo);
    }
  });
});

/** Enough of a PDF's structure for a count of pages: pdfkit leaves the page tree uncompressed. */
async function readPdf(filePath: string): Promise<{ start: string; pages: number }> {
  const text = (await readFile(filePath)).toString('latin1');
  return { start: text.slice(0, 5), pages: text.match(/\/Type \/Page\b(?!s)/g)?.length ?? 0 };
}
