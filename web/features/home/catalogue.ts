import { t } from '#texts/reading';
import type { Dataset } from '../../../contract/catalogue.ts';
import type { CatalogueSort } from '../../../contract/catalogue-query.ts';

export interface Modality {
  name: string;
  /** Of its section, and the `#modality` of the address. */
  id: string;
  datasets: Dataset[];
}

/** Letters and digits of any script; the rest becomes a hyphen. */
const slug = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '') || 'modality';

/** Groups in the order given; that of the answer is the order of the modalities (contract/catalogue.ts). */
export function groupByModality(datasets: readonly Dataset[]): Modality[] {
  const groups = new Map<string, Modality>();
  const taken = new Set<string>();
  for (const dataset of datasets) {
    let group = groups.get(dataset.modalityName);
    if (!group) {
      const wanted = slug(dataset.modalityName);
      // Two names may differ in punctuation only.
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

/**
 * Every word of the query must occur somewhere in what describes the dataset.
 * @param nameOf what people read for a modality
 */
export function searchDatasets(
  datasets: readonly Dataset[],
  query: string,
  nameOf: (modalityName: string) => string = (name) => name,
): Dataset[] {
  const wanted = words(query);
  return datasets.filter(({ name, version, modalityName, authors, keywords, detail }) => {
    const text = [name, version, modalityName, nameOf(modalityName), authors, keywords, detail]
      .join(' ')
      .toLowerCase();
    return wanted.every((word) => text.includes(word));
  });
}

/** As readers of the page's language sort names; numbers in them count as numbers. */
const names = new Intl.Collator(t.language, { numeric: true, sensitivity: 'base' });

const byName = (a: Dataset, b: Dataset): number =>
  names.compare(a.name, b.name) || names.compare(b.version, a.version);

const orders: Record<Exclude<CatalogueSort, 'arranged'>, (a: Dataset, b: Dataset) => number> = {
  newest: (a, b) => (b.publishedAt ?? '').localeCompare(a.publishedAt ?? '', 'en') || byName(a, b),
  name: byName,
  downloads: (a, b) => b.count - a.count || byName(a, b),
  size: (a, b) => b.size - a.size || byName(a, b),
};

/** @param datasets in the order of the answer, which is the laboratory's own */
export const sortDatasets = (datasets: Dataset[], sort: CatalogueSort): Dataset[] =>
  sort === 'arranged' ? datasets : datasets.toSorted(orders[sort]);

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

export const totalsOf = (datasets: readonly Dataset[]) => ({
  datasets: datasets.length,
  modalities: new Set(datasets.map((dataset) => dataset.modalityName)).size,
  bytes: sum(datasets.map((dataset) => dataset.size)),
  downloads: sum(datasets.map((dataset) => dataset.count)),
});

/** A steady number from a name, to tint what has no picture. */
export const tintOf = (name: string, tints: number): number =>
  sum([...name].map((letter) => letter.codePointAt(0) ?? 0)) % tints;
