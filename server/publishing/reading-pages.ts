import { catalogueSearch, readCatalogueQuery } from '../../contract/catalogue-query.ts';
import type { DataOf } from '../../contract/endpoint.ts';
import type { listFiles } from '../../contract/files.ts';
import { type FilesQuery, filesSearch, readFilesQuery } from '../../contract/files-query.ts';
import type { PageData, ShownFiles } from '../../contract/render.ts';
import type { Setting } from '../../contract/setting.ts';
import { shownMonths, type UsageMonth } from '../../contract/usage.ts';
import { type Language, languages } from '../../texts/languages.ts';
import type { VisitorCatalogue } from '../features/catalogue/index.ts';
import { contentPolicy, languageVary, type Prepared, permissionsPolicy, prepare } from '../http/index.ts';
import { type ChangeCounter, versionedCache } from '../shared/versioned-cache.ts';
import { addresses } from './addresses.ts';
import { describePage } from './describe.ts';
import { headOf } from './head.ts';
import { jsonLd } from './json-ld.ts';
import type { PageRenderer } from './renderer.ts';
import { pageLinks } from './signposting.ts';

/** Subsets in the document, which render together with the whole dataset as 200 rows; a browser fetches the rest. */
const ROWS = 199;
/**
 * ms; added to the catalogue cache's lifetime: a download count, or another server's change, shows within 10 s
 * (decisions §5).
 */
const LIFETIME = 4_000;
const MOST_PAGES = 500;
/** Cached home pages with a search or an order, in a cache of their own, so that searches do not evict the pages. */
const MOST_SEARCHES = 100;
/** Cached dataset pages that show another folder, page or search of their files; in a cache of their own as well. */
const MOST_FOLDERS = 200;

interface Dependencies {
  rendererFor: (language: Language) => Promise<PageRenderer>;
  /** The API's `data` for an anonymous visitor. */
  ask: Pick<VisitorCatalogue, 'datasets' | 'plain' | 'dataset'> & {
    setting: () => Promise<Setting>;
    modalityNames: () => Promise<Record<string, string>>;
    /** Null: there is no such folder. */
    files: (id: string, query: FilesQuery) => Promise<DataOf<typeof listFiles> | null>;
    /** Undefined: the figures are not public. */
    usage: (id: string) => Promise<UsageMonth[] | undefined>;
  };
  publicUrl: string;
  staticBase: string;
  changes: ChangeCounter;
  now: () => number;
}

const datasetPage = /^\/datasetDetail\/([^/]+)$/;

/** Home and dataset pages, rendered for the anonymous visitor and cached until the catalogue changes. */
export function readingPages({ rendererFor, ask, publicUrl, staticBase, changes, now }: Dependencies) {
  const to = addresses(publicUrl, staticBase);

  async function siteData(): Promise<Pick<PageData, 'setting' | 'modalityNames'>> {
    const [setting, modalityNames] = await Promise.all([ask.setting(), ask.modalityNames()]);
    return { setting, modalityNames };
  }

  async function filesOf(id: string, params: URLSearchParams): Promise<ShownFiles> {
    const query = readFilesQuery(params);
    return { query, tree: await ask.files(id, query) };
  }

  async function dataFor(pathname: string, params: URLSearchParams): Promise<PageData> {
    const id = datasetPage.exec(pathname)?.[1];
    if (id === undefined) {
      const [site, datasets, plain] = await Promise.all([siteData(), ask.datasets(), ask.plain()]);
      return { ...site, datasets, plain };
    }
    const [site, found] = await Promise.all([siteData(), ask.dataset(decodeURIComponent(id))]);
    if (!found) return { ...site, detail: null, plain: new Map() };
    const { dataset, subsetList, detailHtml, fixity, release, access, plain, changedAt } = found;
    const [files, usage] = await Promise.all([filesOf(dataset.id, params), ask.usage(dataset.id)]);
    return {
      ...site,
      detail: {
        dataset,
        detailHtml,
        subsetList: subsetList.slice(0, ROWS),
        subsetCount: subsetList.length,
        fixity,
        release,
        access,
        files,
        usage: usage?.slice(-shownMonths) ?? null,
      },
      plain: new Map([[dataset.id, plain]]),
      changedAt,
    };
  }

  async function render(url: string, language: Language): Promise<Prepared> {
    const renderer = await rendererFor(language);
    const { pathname, searchParams } = new URL(url, publicUrl);
    const data = await dataFor(pathname, searchParams);
    const rendered = await renderer.renderPage(url, data);
    const { html, state } = rendered;
    const status = data.detail?.files?.tree === null ? 404 : rendered.status;
    const described = describePage(data, to, language);
    const page = data.detail === undefined ? 'home' : 'dataset';
    const head = headOf(data, publicUrl + pathname, language, to) + jsonLd(data, to, language);
    const text = renderer.document({ head, html, state, page });
    return prepare(text, {
      status,
      type: 'text/html; charset=utf-8',
      headers: {
        'content-security-policy': contentPolicy(staticBase),
        'permissions-policy': permissionsPolicy,
        'content-language': language,
        vary: languageVary,
        ...(described && { link: pageLinks(described, to) }),
      },
    });
  }

  const cacheOf = (most: number) => (language: Language) =>
    versionedCache({
      load: (url: string) => render(url, language),
      version: changes.version,
      now,
      lifetime: LIFETIME,
      most,
      keep: (page) => page.status === 200,
    });
  const perLanguage = (make: ReturnType<typeof cacheOf>) =>
    Object.fromEntries(languages.map((language) => [language, make(language)])) as Record<
      Language,
      ReturnType<typeof make>
    >;
  const pages = perLanguage(cacheOf(MOST_PAGES));
  const searches = perLanguage(cacheOf(MOST_SEARCHES));
  const folders = perLanguage(cacheOf(MOST_FOLDERS));

  /** The cache key: canonical path and query, without unknown parameters. */
  function keyOf(url: string): { key: string; kept: typeof pages } {
    const { pathname, searchParams } = new URL(url, publicUrl);
    const isHome = pathname === '/';
    const search = isHome
      ? catalogueSearch(readCatalogueQuery(searchParams))
      : filesSearch(readFilesQuery(searchParams));
    return { key: pathname + search, kept: search === '' ? pages : isHome ? searches : folders };
  }

  return {
    /** @param url the page's canonical path, and the query as requested */
    page(url: string, language: Language): Promise<Prepared> {
      if (!url.includes('?')) return pages[language].get(url);
      const { key, kept } = keyOf(url);
      return kept[language].get(key);
    },
  };
}

export type ReadingPages = ReturnType<typeof readingPages>;
