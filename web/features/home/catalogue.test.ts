import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import { groupByModality, searchDatasets, totalsOf } from './catalogue.ts';

const make = (name: string, modalityName: string) =>
  ({
    id: name,
    name,
    version: '2.1',
    modalityName,
    authors: 'Doe, Jane',
    keywords: 'open',
    detail: '',
    size: 10,
    count: 3,
  }) as Dataset;
const all = [make('Brain', 'MRI'), make('Weather', 'Time series'), make('Knee', 'MRI'), make('海', '声音')];

describe('§2 one section per modality', () => {
  it('groups in the order of the answer, each with its place in the address', () => {
    const groups = groupByModality(all).map(({ id, datasets }) => [id, datasets.length]);
    expect(groups).toEqual([
      ['mri', 2],
      ['time-series', 1],
      ['声音', 1],
    ]);
  });
  it('names that differ in punctuation only keep their own sections', () => {
    const ids = groupByModality([make('a', 'X-Ray'), make('b', 'X Ray'), make('c', '***')]).map(
      ({ id }) => id,
    );
    expect(new Set(ids).size).toBe(3);
  });
});

describe('the search of the home page', () => {
  it.each([
    ['', 4],
    ['  ', 4],
    ['mri', 2],
    ['MRI knee', 1],
    ['jane 2.1', 4],
    ['海', 1],
    ['nothing', 0],
  ])('%j finds %d', (query, count) => {
    expect(searchDatasets(all, query)).toHaveLength(count);
  });
  it('the name’s beginning first, then a word’s in it, then name, keyword, author, description; and says what matched', () => {
    const sets = [
      { ...make('By detail', 'a'), detail: 'an open pen' },
      make('Open Content', 'a'),
      { ...make('London', 'a'), authors: 'Lovelace, Ada; OpenStreetMap contributors' },
      { ...make('Office', 'a'), keywords: 'ink, fountain pens' },
      make('Palmer Penguins', 'a'),
      make('Pencils', 'a'),
    ].map((one) => ({ ...one, keywords: one.keywords === 'open' ? '' : one.keywords }));
    expect(
      searchDatasets(sets, ' Pen ').map(({ dataset, why }) => [dataset.name, why?.field, why?.text]),
    ).toEqual([
      ['Pencils', undefined, undefined],
      ['Palmer Penguins', undefined, undefined],
      ['Open Content', undefined, undefined],
      ['Office', 'keyword', 'fountain pens'],
      ['London', 'author', 'OpenStreetMap contributors'],
      ['By detail', 'detail', ''],
    ]);
  });
  it('totals', () => {
    expect(totalsOf(all)).toEqual({ datasets: 4, modalities: 3, bytes: 40, downloads: 12 });
  });
});
