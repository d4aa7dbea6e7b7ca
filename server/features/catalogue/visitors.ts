import type { DatasetAccess } from '../../../contract/access.ts';
import type { Dataset, Fixity, Subset } from '../../../contract/catalogue.ts';
import type { Release } from '../../../contract/releases.ts';
import { type AccessOf, shownDataset, shownRelease, shownSubsets, visibilityOf } from '../../access/index.ts';
import { type Prepared, prepare } from '../../http/index.ts';
import type { Descriptions } from '../../markdown/index.ts';
import { iso } from '../../shared/time.ts';
import { type ChangeCounter, versionedCache } from '../../shared/versioned-cache.ts';
import type { CatalogueStore } from './catalogue.store.ts';
import type { FixityOf } from './fixity.ts';

/** Added to the page cache's lifetime: a download count shows within 10 s (decisions §5). ms. */
const LIFETIME = 4_000;
/** Cached dataset details, each with its list of subsets of up to some hundred kB. */
const MOST_OPENED = 200;

interface Shown {
  dataset: Dataset;
  subsetList: Subset[];
  detailHtml: string;
  fixity: Fixity | null;
  release: Release;
  access: DatasetAccess;
  /** Plain text of the description. */
  plain: string;
  /** ISO 8601. */
  changedAt: string;
}

const answerOf = (data: object): Prepared =>
  prepare(JSON.stringify({ code: 200, msg: 'ok', data }), { type: 'application/json; charset=utf-8' });

interface Dependencies {
  store: CatalogueStore;
  descriptions: Descriptions;
  fixityOf: FixityOf;
  accessOf: AccessOf;
  changes: ChangeCounter;
  now: () => number;
}

/** The catalogue for anonymous visitors, cached until it changes. */
export function catalogueForVisitors({
  store,
  descriptions,
  fixityOf,
  accessOf,
  changes,
  now,
}: Dependencies) {
  const published = versionedCache({
    load: async () => {
      const list = (await store.published()).map((dataset) => shownDataset(dataset, 'anybody'));
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
      const { changedAt } = found;
      const dataset = shownDataset(found.row, 'anybody');
      const subsets = (await store.subsets(id)).map(({ row }) => row);
      const subsetList = shownSubsets(dataset, subsets, 'anybody');
      const { html: detailHtml, plain } = await descriptions.of(dataset);
      const fixity = await fixityOf(found);
      const release = shownRelease(dataset, await store.release(id), 'anybody');
      const access = await accessOf(id, undefined);
      const answer = { dataset, subsetList, detailHtml, fixity, release, access };
      return { shown: { ...answer, plain, changedAt: iso(changedAt) }, answer: answerOf(answer) };
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
    /** The complete response of `datasets`. */
    answer: async (): Promise<Prepared> => (await published.get('')).answer,
    /** The same if cached. */
    ready: (): Prepared | undefined => published.peek('')?.answer,
    datasets: async (): Promise<Dataset[]> => (await published.get('')).list,
    /** Plain text of the descriptions, by id. */
    plain: (): Promise<ReadonlyMap<string, string>> => texts.get(''),
    dataset: async (id: string): Promise<Shown | undefined> => (await opened.get(id))?.shown,
    /**
     * The dataset of a path: its own, or a subset's where visitors see that.
     * @param mayKnow the asker is known to be one who was given this path
     */
    async datasetOfPath(path: string, mayKnow: boolean): Promise<string | undefined> {
      const found = await store.behindPath(path);
      if (!found) return undefined;
      const { datasetId, isSubset } = found;
      const dataset = (await opened.get(datasetId))?.shown.dataset;
      const named = dataset && (mayKnow || !isSubset || visibilityOf(dataset, 'anybody').names);
      return named ? datasetId : undefined;
    },
    behindSlug: store.behindSlug,
    releases: store.releases,
    /** The withdrawn versions, with when they last changed: ISO 8601 by id. */
    async withdrawn(): Promise<Map<string, string>> {
      return new Map(Array.from(await store.withdrawn(), ([id, time]) => [id, iso(time)]));
    },
    /** The complete response of `dataset/{id}`; undefined when visitors may not see it. */
    datasetAnswer: async (id: string): Promise<Prepared | undefined> => (await opened.get(id))?.answer,
    /** The same if cached. */
    datasetReady: (id: string): Prepared | undefined => opened.peek(id)?.answer,
    /** Last change of each published dataset, ISO 8601 by id. */
    async changedAt(): Promise<Map<string, string>> {
      const times = await store.changedAt();
      return new Map(Array.from(times, ([id, time]) => [id, iso(time)]));
    },
  };
}

export type VisitorCatalogue = ReturnType<typeof catalogueForVisitors>;
