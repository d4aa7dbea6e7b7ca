import { t } from '#texts/reading';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { CatalogueSort } from '../../../contract/catalogue-query.ts';

export interface Modality {
  name: string;
  /** Id of its section, and the `#modality` of the URL. */
  id: string;
  datasets: Dataset[];
}

/** Keeps letters and digits of any script; the rest becomes a hyphen. */
const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'modality';

/** Groups in the order given; the response's is that of the modalities (contract/catalogue.ts). */
export function groupByModality(datasets: readonly Dataset[]): Modality[] {
  const groups = new Map<string, Modality>();
  const taken = new Set<string>();
  for (const dataset of datasets) {
    let group = groups.get(dataset.modalityName);
    if (!group) {
      const wanted = slug(dataset.modalityName);
      // Two names may have the same slug.
      const id = taken.has(wanted) ? `${wanted}-${groups.size}` : wanted;
      taken.add(id);
      group = { name: dataset.modalityName, id, datasets: [] };
      groups.set(dataset.modalityName, group);
    }
    group.datasets.push(dataset);
  }
  return [...groups.values()];
}

const words = (text: string): string[] => text.toLowerCase().split(/\s+/).filter(Boolean);

export interface Match {
  dataset: Dataset;
  /**
   * 0: the name begins with the query. 1: words of the name begin with those of the query. 2: all are in the name. Then
   * keyword, author, version or modality, detail.
   */
  rank: number;
  /** The match of the weakest word, where the card does not show it anyway. */
  why: { field: 'keyword' | 'author' | 'detail'; text: string } | undefined;
}

const partWith = (text: string, separators: RegExp, word: string): string =>
  text
    .split(separators)
    .find((part) => part.toLowerCase().includes(word))
    ?.trim() ?? '';

const has = (text: string) => {
  const lower = text.toLowerCase();
  return (word: string): boolean => lower.includes(word);
};

/** "Palmer Penguins" has a word that begins with "pen", "Open Content" has none. */
const hasBeginning = (text: string) => {
  const parts = text.toLowerCase().split(/[^\p{L}\p{N}]+/u);
  return (word: string): boolean => parts.some((part) => part.startsWith(word));
};

/** Of a dataset; undefined unless every word of the query occurs in one of its texts. */
function matchOf(
  dataset: Dataset,
  query: string,
  nameOf: (modalityName: string) => string,
): Match | undefined {
  const { name, version, modalityName, authors, keywords, detail } = dataset;
  const shown = `${version} ${modalityName} ${nameOf(modalityName)}`;
  // The best first.
  const places = [hasBeginning(name), has(name), has(keywords), has(authors), has(shown), has(detail)];
  const wanted = words(query);
  const levels = wanted.map((word) => places.findIndex((isIn) => isIn(word)));
  if (levels.includes(-1)) return undefined;
  const level = Math.max(0, ...levels);
  const word = wanted[levels.indexOf(level)] ?? '';
  const whys = [
    undefined,
    undefined,
    { field: 'keyword', text: partWith(keywords, /[,;，；]/, word) },
    // A comma may stand within a name.
    { field: 'author', text: partWith(authors, /[;；]/, word) },
    undefined,
    { field: 'detail', text: '' },
  ] as const;
  const begins = name.toLowerCase().startsWith(query.trim().toLowerCase());
  return { dataset, rank: level === 0 && begins ? 0 : level + 1, why: whys[level] };
}

/**
 * Datasets in which every word of the query occurs, the best match first, otherwise in the order given.
 * @param nameOf label of a modality
 */
export const searchDatasets = (
  datasets: readonly Dataset[],
  query: string,
  nameOf: (modalityName: string) => string = (name) => name,
): Match[] =>
  datasets.flatMap((dataset) => matchOf(dataset, query, nameOf) ?? []).toSorted((a, b) => a.rank - b.rank);

/** Sorts names by the page's language; numbers in them numerically. */
const names = new Intl.Collator(t.language, { numeric: true, sensitivity: 'base' });

const byName = (a: Dataset, b: Dataset): number =>
  names.compare(a.name, b.name) || names.compare(b.version, a.version);

const orders: Record<Exclude<CatalogueSort, 'arranged'>, (a: Dataset, b: Dataset) => number> = {
  newest: (a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '', 'en') || byName(a, b),
  name: byName,
  downloads: (a, b) => b.count - a.count || byName(a, b),
  size: (a, b) => b.size - a.size || byName(a, b),
};

/** @param datasets in the order of the response, which is the laboratory's own */
export const sortDatasets = (datasets: Dataset[], sort: CatalogueSort): Dataset[] =>
  sort === 'arranged' ? datasets : datasets.toSorted(orders[sort]);

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

export const totalsOf = (datasets: readonly Dataset[]) => ({
  datasets: datasets.length,
  modalities: new Set(datasets.map((dataset) => dataset.modalityName)).size,
  bytes: sum(datasets.map((dataset) => dataset.size)),
  downloads: sum(datasets.map((dataset) => dataset.count)),
});

/** A stable hash of a name: the tint of a card without an image. */
export const tintOf = (name: string, tints: number): number =>
  sum([...name].map((letter) => letter.codePointAt(0) ?? 0)) % tints;
