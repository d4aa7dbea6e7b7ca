import type { Dataset, Subset } from '../../../contract/catalogue.ts';
import { type Prepared, prepare } from '../../http/index.ts';
import type { Descriptions } from '../../markdown/index.ts';
import { iso } from '../../shared/time.ts';
import { type ChangeCounter, versionedCache } from '../../shared/versioned-cache.ts';
import type { CatalogueStore } from './catalogue.store.ts';

/** With the pages', which keep what they got from here: a download count shows within 10 s (decisions §5). */
const LIFETIME = 4_000;
/** With a list of subsets each, of up to some hundred kB. */
const MOST_OPENED = 200;

interface Shown {
  dataset: Dataset;
  subsetList: Subset[];
  detailHtml: string;
  /** The description's words. */
  plain: string;
  /** ISO 8601. */
  changedAt: string;
}

const answerOf = (data: object): Prepared =>
  prepare(JSON.stringify({ code: 200, msg: 'ok', data }), { type: 'application/json; charset=utf-8' });

interface Dependencies {
  store: CatalogueStore;
  descriptions: Descriptions;
  changes: ChangeCounter;
  now: () => number;
}

/** The catalogue as everybody may see it, kept ready until it changes. */
export function catalogueForVisitors({ store, descriptions, changes, now }: Dependencies) {
  const published = versionedCache({
    load: async () => {
      const list = await store.published();
      return { list, answer: answerOf(list) };
    },
    version: changes.version,
    now,
    lifetime: LIFETIME,
    most: 1,
  });
  const opened = versionedCache({
    load: async (id: string) => {
      const found = await store.visible(id);
      if (!found) return undefined;
      const { row: dataset, changedAt } = found;
      const subsetList = (await store.subsets(id)).map(({ row }) => row);
      const { html: detailHtml, plain } = await descriptions.of(dataset);
      const shown = { dataset, subsetList, detailHtml, plain, changedAt: iso(changedAt) };
      return { shown, answer: answerOf({ dataset, subsetList, detailHtml }) };
    },
    version: changes.version,
    now,
    lifetime: LIFETIME,
    most: MOST_OPENED,
    keep: (found) => found !== undefined,
  });
  const texts = versionedCache({
    load: descriptions.plainOfPublished,
    version: changes.version,
    now,
    lifetime: LIFETIME,
    most: 1,
  });
  return {
    /** The whole answer of `datasets`. */
    answer: async (): Promise<Prepared> => (await published.get('')).answer,
    /** The same when it is at hand. */
    ready: (): Prepared | undefined => published.peek('')?.answer,
    datasets: async (): Promise<Dataset[]> => (await published.get('')).list,
    /** The words of their descriptions, by id. */
    plain: (): Promise<ReadonlyMap<string, string>> => texts.get(''),
    dataset: async (id: string): Promise<Shown | undefined> => (await opened.get(id))?.shown,
    datasetOfPath: store.datasetOfPath,
    /** The whole answer of `dataset/{id}`; undefined when visitors see none. */
    datasetAnswer: async (id: string): Promise<Prepared | undefined> => (await opened.get(id))?.answer,
    /** The same when it is at hand. */
    datasetReady: (id: string): Prepared | undefined => opened.peek(id)?.answer,
    /** When each published dataset last changed, ISO 8601 by id. */
    async changedAt(): Promise<Map<string, string>> {
      const times = await store.changedAt();
      return new Map(Array.from(times, ([id, time]) => [id, iso(time)]));
    },
  };
}

export type VisitorCatalogue = ReturnType<typeof catalogueForVisitors>;
