import type { Dataset, Subset } from '../../contract/catalogue.ts';
import type { PageData } from '../../contract/render.ts';
import type { Setting } from '../../contract/setting.ts';
import { type Language, languages } from '../../texts/languages.ts';
import { type ChangeCounter, freshCache } from '../fresh-cache.ts';
import { languageVary } from '../http/language.ts';
import { contentPolicy, permissionsPolicy } from '../http/policy.ts';
import { type Prepared, prepare } from '../http/prepared.ts';
import { addresses } from './addresses.ts';
import { headOf } from './head.ts';
import { jsonLd } from './json-ld.ts';
import type { PageRenderer } from './renderer.ts';

/** Rows of the Data list that the document carries; the browser asks for the rest of a longer one. */
const ROWS = 200;
/** With the catalogue's own: a download count shows within 10 s (decisions §5), and what another server changed. */
const LIFETIME = 4_000;
const MOST_PAGES = 500;

interface Dependencies {
  rendererFor: (language: Language) => Promise<PageRenderer>;
  /** The portal's own calls, as an anonymous visitor gets their `data`. */
  ask: {
    setting: () => Promise<Setting>;
    datasets: () => Promise<Dataset[]>;
    dataset: (id: string) => Promise<{ dataset: Dataset; subsetList: Subset[] } | undefined>;
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

  async function dataFor(pathname: string): Promise<PageData> {
    const id = datasetPage.exec(pathname)?.[1];
    if (id === undefined) {
      const [setting, datasets] = await Promise.all([ask.setting(), ask.datasets()]);
      return { setting, datasets };
    }
    const [setting, found] = await Promise.all([ask.setting(), ask.dataset(decodeURIComponent(id))]);
    if (!found) return { setting, detail: null };
    const { dataset, subsetList } = found;
    return {
      setting,
      detail: { dataset, subsetList: subsetList.slice(0, ROWS), subsetCount: subsetList.length },
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

  const pagesIn = (language: Language) =>
    freshCache({
      load: (url: string) => render(url, language),
      version: changes.version,
      now,
      lifetime: LIFETIME,
      most: MOST_PAGES,
      keep: (page) => page.status === 200,
    });
  const pages = Object.fromEntries(languages.map((language) => [language, pagesIn(language)])) as Record<
    Language,
    ReturnType<typeof pagesIn>
  >;
  return {
    /** @param url path and query; an address with a query is rendered each time, so that nobody fills the cache */
    page: (url: string, language: Language): Promise<Prepared> =>
      url.includes('?') ? render(url, language) : pages[language].get(url),
  };
}

export type ReadingPages = ReturnType<typeof readingPages>;
