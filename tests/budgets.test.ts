import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { languages } from '../texts/languages.ts';

const folder = fileURLToPath(new URL('../dist/web', import.meta.url));

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
  dynamicImports?: string[];
}
type Manifest = Record<string, Chunk>;

const read = (file: string): Buffer => readFileSync(join(folder, file));
const manifest = (name: string): Manifest => JSON.parse(read(name).toString());

/** Sources whose code is there before a page can be used: their own and what they import at once. */
function loaded(chunks: Manifest, sources: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    const chunk = chunks[name];
    if (!chunk) throw new Error(`the build has no ${name}`);
    found.add(name);
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return found;
}

/** Everything that a page may ever load, whatever is clicked. */
function reachable(chunks: Manifest, sources: readonly string[]): Set<string> {
  const found = loaded(chunks, sources);
  for (const name of found) {
    for (const more of loaded(chunks, chunks[name]?.dynamicImports ?? [])) found.add(more);
  }
  return found;
}

const gzipped = (files: Iterable<string>): number =>
  [...new Set(files)].reduce((sum, file) => sum + gzipSync(read(file), { level: 9 }).length, 0);

/** Bytes of gzipped JavaScript and CSS. */
function weigh(chunks: Manifest, sources: readonly string[]) {
  const all = [...loaded(chunks, sources)].flatMap((name) => chunks[name] ?? []);
  return {
    js: gzipped(all.map(({ file }) => file)),
    css: gzipped(all.flatMap(({ css }) => css ?? [])),
  };
}

const dynamicOf = (chunks: Manifest, folders: RegExp): string[] =>
  Object.keys(chunks).filter((name) => folders.test(name));

describe.each(languages)('look.md, "Budgets": bytes before a page can be used, in %s', (language) => {
  const reading = manifest(`manifest.${language}.json`);
  const app = manifest(`app-manifest.${language}.json`);
  const home = 'features/home/home.page.tsx';
  const detail = 'features/dataset-detail/dataset-detail.page.tsx';

  test.each([home, detail])('%s: JavaScript ≤ 120 kB, CSS ≤ 15 kB', (page) => {
    const { js, css } = weigh(reading, ['index.html', page]);
    expect(js).toBeLessThanOrEqual(120_000);
    expect(css).toBeLessThanOrEqual(15_000);
  });

  test('the deferred parts of the dataset page come later, their styles at once', () => {
    const parts = Object.keys(reading).filter((name) =>
      /dataset-detail\/(files\/file-browser|release\/release-parts|document-section)\./.test(name),
    );
    expect(parts).toHaveLength(3);
    const first = loaded(reading, ['index.html', detail]);
    for (const part of parts) expect(first.has(part), part).toBe(false);
    expect(weigh(reading, ['index.html', detail, ...parts]).css).toBeLessThanOrEqual(15_000);
  });

  test('account pages ≤ 200 kB, each of them', () => {
    const pages = dynamicOf(app, /^features\/account\/.*\.page\.tsx$/);
    expect(pages.length).toBeGreaterThanOrEqual(4);
    for (const page of pages) expect(weigh(app, ['app.html', page]).js, page).toBeLessThanOrEqual(200_000);
  });

  test('back office ≤ 380 kB, each screen with its frame', () => {
    const screens = dynamicOf(app, /^admin\/.*\.page\.tsx$/);
    const frame = dynamicOf(app, /^admin\/layout\/admin-layout\.tsx$/);
    expect(frame).toHaveLength(1);
    expect(screens.length).toBeGreaterThanOrEqual(5);
    for (const screen of screens) {
      expect(weigh(app, ['app.html', ...frame, screen]).js, screen).toBeLessThanOrEqual(380_000);
    }
  });

  test('pdf.js comes only when a document is shown', () => {
    const isViewer = (name: string) => /pdf|document-viewer/.test(name);
    expect([...loaded(reading, ['index.html', home, detail])].filter(isViewer)).toEqual([]);
    expect([...reachable(reading, ['index.html'])].filter(isViewer)).toContain(
      'features/dataset-detail/document-viewer.tsx',
    );
    for (const name of loaded(reading, ['index.html', home, detail])) {
      expect(read(reading[name]?.file ?? '').includes('GlobalWorkerOptions'), name).toBe(false);
    }
  });

  test('nothing of the back office is loaded by a public page', () => {
    const isAdmin = (name: string) => name.startsWith('admin/');
    expect([...reachable(reading, ['index.html'])].filter(isAdmin)).toEqual([]);
    const account = dynamicOf(app, /^features\//);
    expect([...loaded(app, ['app.html', ...account])].filter(isAdmin)).toEqual([]);
  });

  test('every asset of 500 bytes or more lies there in brotli and gzip, equal when unpacked', () => {
    const files = [...Object.values(reading), ...Object.values(app)].flatMap(({ file, css = [] }) => [
      file,
      ...css,
    ]);
    const packed = [...new Set(files)].filter(
      (file) => /\.(m?js|css|svg)$/.test(file) && read(file).length >= 500,
    );
    expect(packed.length).toBeGreaterThan(20);
    for (const file of packed) {
      const plain = read(file);
      expect(brotliDecompressSync(read(`${file}.br`)).equals(plain), file).toBe(true);
      expect(gunzipSync(read(`${file}.gz`)).equals(plain), file).toBe(true);
    }
  });
});
