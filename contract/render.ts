import type { Dataset, Subset } from './catalogue.ts';
import type { Setting } from './setting.ts';

/** What the anonymous visitor of a reading page is shown; the server asks its own calls for it. */
export interface PageData {
  setting: Setting;
  /** What people read for a modality, by its name; only those that are called otherwise (decisions §7). */
  modalityNames?: Record<string, string>;
  /** Of the home page. */
  datasets?: Dataset[];
  /** Of a dataset page; null: there is no such dataset. */
  detail?: Detail | null;
  /** Of the datasets shown: their descriptions' words, by id. */
  plain: ReadonlyMap<string, string>;
  /** Of a dataset page: when anything of the dataset last changed, ISO 8601. */
  changedAt?: string;
}

export interface Detail {
  dataset: Dataset;
  /** Its `detail` rendered and sanitised. */
  detailHtml: string;
  /** The first ones only, where there are very many: the page asks for the rest. */
  subsetList: Subset[];
  /** How many there are in all. */
  subsetCount: number;
}

/** One rendered page: what stands in `#root`, and the state that the browser goes on from. */
export interface RenderedPage {
  status: number;
  html: string;
  /** JSON for `#page-state`; `<` is not escaped yet. */
  state: string;
}

/** What the built `dist/ssr/entry-server.js` exports. */
export interface Renderer {
  /** @param url path and query, as the browser asked for it */
  renderPage(url: string, data: PageData): Promise<RenderedPage>;
}
