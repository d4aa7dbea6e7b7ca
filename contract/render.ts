import type { DatasetAccess } from './access.ts';
import type { Dataset, Fixity, Subset } from './catalogue.ts';
import type { DataOf } from './endpoint.ts';
import type { listFiles } from './files.ts';
import type { FilesQuery } from './files-query.ts';
import type { Release } from './releases.ts';
import type { Setting } from './setting.ts';
import type { UsageMonth } from './usage.ts';

/** Input of rendering a reading page for an anonymous visitor, collected from the server's own services. */
export interface PageData {
  setting: Setting;
  /** Labels by modality, for the modalities whose label differs from the value (decisions §7). */
  modalityNames?: Record<string, string>;
  /** On the home page. */
  datasets?: Dataset[];
  /** On a dataset page; null: there is no such dataset. */
  detail?: Detail | null;
  /** Plain text of the descriptions shown, by dataset id. */
  plain: ReadonlyMap<string, string>;
  /** On a dataset page: when the dataset last changed, ISO 8601. */
  changedAt?: string;
}

export interface Detail {
  dataset: Dataset;
  /** `detail` rendered and sanitised. */
  detailHtml: string;
  /** Only the first ones of a long list: the page fetches the rest. */
  subsetList: Subset[];
  /** Total number of subsets. */
  subsetCount: number;
  /** Null without files. */
  fixity: Fixity | null;
  release: Release;
  access: DatasetAccess;
  /** The files that the address names; absent where the page was loaded in the browser, which asks for them itself. */
  files?: ShownFiles;
  /** The last months' downloads; null: not public; absent as `files` is. */
  usage?: UsageMonth[] | null;
}

/** A page of a dataset's files, and what was asked for. */
export interface ShownFiles {
  query: FilesQuery;
  /** Null: there is no such folder. */
  tree: DataOf<typeof listFiles> | null;
}

/** One rendered page: the HTML of `#root`, and the state for hydration. */
export interface RenderedPage {
  status: number;
  html: string;
  /** JSON for `#page-state`; the caller escapes `<`. */
  state: string;
}

/** The exports of the built `dist/ssr/entry-server.js`. */
export interface Renderer {
  /** @param url path and query of the request */
  renderPage(url: string, data: PageData): Promise<RenderedPage>;
}
