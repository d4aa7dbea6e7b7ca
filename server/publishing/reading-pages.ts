import type { Dataset, Subset } from '../../contract/catalogue.ts';
import { catalogueSearch, readCatalogueQuery } from '../../contract/catalogue-query.ts';
import type { PageData } from '../../contract/render.ts';
import type { Setting } from '../../contract/setting.ts';
import { type Language, languages } from '../../texts/languages.ts';
import { contentPolicy, languageVary, type Prepared, permissionsPolicy, prepare } from '../http/index.ts';
import { type ChangeCounter, versionedCache } from '../shared/versioned-cache.ts';
import { addresses } from './addresses.ts';
import { headOf } from './head.ts';
import { jsonLd } from './json-ld.ts';
import type { PageRenderer } from './renderer.ts';

/** Subsets that the document carries, which with the whole are the rows that it draws; a browser asks for the rest. */
const ROWS = 199;
/** With the catalogue's own: a download count shows within 10 s (decisions §5), and what another server changed. */
const LIFETIME = 4_000;
const MOST_PAGES = 500;
/** Of the home page with a search or an order: kept apart, so that nobody's words push the pages out. */
const MOST_SEARCHES = 100;

interface Opened {
  dataset: Dataset;
  subsetList: Subset[];
  detailHtml: string;
  plain: string;
  changedAt: string;
}

interface Dependencies {
  rendererFor: (language: Language) => Promise<PageRenderer>;
  /** The portal's own calls, as an anonymous visitor gets their `data`. */
  ask: {
    setting: () => Promise<Setting>;
    modalityNames: () => Promise<Record<string, string>>;
    datasets: () => Promise<Dataset[]>;
    plain: () => Promise<ReadonlyMap<string, string>>;
    dataset: (id: string) => Promise<Opened | undefined>;
  };
  publicUrl: string;
  staticBase: string;
  changes: ChangeCounter;
  now: () => number;
}

const datasetPage = /^\/datasetDetail\/([^/]+)$/;

/** Home and dataset pages, rendered for the anonymous visitor and kept until the catalogue changes. */
export function readingPages({ rendererFor, ask, publicUrl, staticBase, changes, now }: Dependencies) {
  const to = addresses(publicUrl, staticBase);

  async function siteData(): Promise<Pick<PageData, 'setting' | 'modalityNames'>> {
    const [setting, modalityNames] = await Promise.all([ask.setting(), ask.modalityNames()]);
    return { setting, modalityNames };
  }

  async function dataFor(pathname: string): Promise<PageData> {
    const id = datasetPage.exec(pathname)?.[1];
    if (id === undefined) {
      const [site, datasets, plain] = await Promise.all([siteData(), ask.datasets(), ask.plain()]);
      return { ...site, datasets, plain };
    }
    const [site, found] = await Promise.all([siteData(), ask.dataset(decodeURIComponent(id))]);
    if (!found) return { ...site, detail: null, plain: new Map() };
    const { dataset, subsetList, detailHtml, plain, changedAt } = found;
    return {
      ...site,
      detail: {
        dataset,
        detailHtml,
        subsetList: subsetList.slice(0, ROWS),
        subsetCount: subsetList.length,
      },
      plain: new Map([[dataset.id, plain]]),
      changedAt,
    };
  }

  async function render(url: string, language: Language): Promise<Prepared> {
    const renderer = await rendererFor(language);
    const { pathname } = new URL(url, publicUrl);
    const data = await dataFor(pathname);
    const { status, html, state } = await renderer.renderPage(url, data);
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

  /** Path and query in the one way that the page is kept under: what it does not know of a query is left out. */
  function keyOf(url: string): { key: string; isSearch: boolean } {
    const { pathname, searchParams } = new URL(url, publicUrl);
    const search = pathname === '/' ? catalogueSearch(readCatalogueQuery(searchParams)) : '';
    return { key: pathname + search, isSearch: search !== '' };
  }

  return {
    /** @param url the page's path, written in one way, and the query as the browser asked for it */
    page(url: string, language: Language): Promise<Prepared> {
      if (!url.includes('?')) return pages[language].get(url);
      const { key, isSearch } = keyOf(url);
      return (isSearch ? searches : pages)[language].get(key);
    },
  };
}

export type ReadingPages = ReturnType<typeof readingPages>;
