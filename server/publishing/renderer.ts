import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Renderer } from '../../contract/render.ts';
import { type Language, languages } from '../../texts/languages.ts';

interface ManifestEntry {
  file: string;
  css?: string[];
  imports?: string[];
}

/**
 * Pages with chunks of their own, by their sources in Vite's manifest: the page's, then those of its deferred parts
 * (web/reading/deferred.tsx), whose styles the document needs as well.
 */
export const pageSources = {
  home: ['features/home/home.page.tsx'],
  dataset: [
    'features/dataset-detail/dataset-detail.page.tsx',
    'features/dataset-detail/files/file-browser.tsx',
    'features/dataset-detail/release/release-parts.ts',
    'features/dataset-detail/document-section.tsx',
  ],
} as const;
export type PageName = keyof typeof pageSources;

/**
 * Links to the page's render-blocking styles, and to its code for web/deferred-hydration.js; without those that `shell`
 * has already.
 */
function linksOf(manifest: Record<string, ManifestEntry>, sources: readonly string[], shell: string): string {
  const entries = sources.flatMap((source) => {
    const entry = manifest[source];
    if (!entry) throw new Error(`the build's manifest does not name ${source}`);
    return [...(entry.imports ?? []).flatMap((name) => manifest[name] ?? []), entry];
  });
  const css = entries.flatMap((entry) => entry.css ?? []);
  const missing = (files: string[]) => [...new Set(files)].filter((file) => !shell.includes(`"/${file}"`));
  const styles = missing(css).map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`);
  const scripts = missing(entries.map(({ file }) => file)).map(
    (file) => `<link rel="deferred" href="/${file}">`,
  );
  return [...styles, ...scripts].join('');
}

export interface Document {
  head: string;
  html: string;
  /** JSON; empty for none. */
  state: string;
  page: PageName | undefined;
}

/** JSON in a data block must not end the element or begin a comment (threat 17). */
const inDataBlock = (json: string): string => json.replace(/</g, '\\u003c');

/**
 * Loads the renderer of reading pages: the SSR bundle, the document, and each page's assets.
 * @param pagesFolder Vite's build for browsers
 * @param ssrFolder Vite's build for the server
 * @param language of the build: one for each
 */
async function loadRenderer(pagesFolder: string, ssrFolder: string, language: Language) {
  const renderer: Renderer = await import(pathToFileURL(join(ssrFolder, `entry-server.${language}.js`)).href);
  const shell = await readFile(join(pagesFolder, `index.${language}.html`), 'utf8');
  const manifest = JSON.parse(
    await readFile(join(pagesFolder, `manifest.${language}.json`), 'utf8'),
  ) as Record<string, ManifestEntry>;
  const links = Object.fromEntries(
    Object.entries(pageSources).map(([name, sources]) => [name, linksOf(manifest, sources, shell)]),
  ) as Record<PageName, string>;
  const parts = shell.split(/<!--page-(?:head|html|state)-->/);
  const [before, afterHead, afterHtml, end] = parts;
  if (parts.length !== 4) throw new Error('The document has not the three places that pages are put into');

  return {
    renderPage: renderer.renderPage,

    /** Composes the document. */
    document({ head, html, state, page }: Document): string {
      const data =
        state === '' ? '' : `<script type="application/json" id="page-state">${inDataBlock(state)}</script>`;
      return [before, head, page ? links[page] : '', afterHead, html, afterHtml, data, end].join('');
    },
  };
}

export type PageRenderer = Awaited<ReturnType<typeof loadRenderer>>;

/** Renderers by language, loaded on first use (6 MiB, 30 ms); the default language's at once. */
export async function loadRenderers(pagesFolder: string, ssrFolder: string) {
  const loaded = new Map<Language, Promise<PageRenderer>>();
  const rendererFor = (language: Language): Promise<PageRenderer> => {
    const known = loaded.get(language);
    if (known) return known;
    const loading = loadRenderer(pagesFolder, ssrFolder, language);
    loaded.set(language, loading);
    loading.catch(() => loaded.delete(language));
    return loading;
  };
  await rendererFor(languages[0]);
  return rendererFor;
}
