import { describe, expect, it } from 'vitest';
import type { Dataset } from '../../../contract/catalogue.ts';
import { catalogueSearch, catalogueSorts, readCatalogueQuery } from '../../../contract/catalogue-query.ts';
import { sortDatasets } from './catalogue.ts';

const make = (name: string, version: string, count: number, size: number, publishedAt: string | null) =>
  ({ name, version, count, size, publishedAt }) as Dataset;
const all = [
  make('Scan 10', '1.0', 5, 10, '2026-01-02T00:00:00.000Z'),
  make('atlas', '1.0', 0, 30, '2026-01-03T00:00:00.000Z'),
  make('Scan 9', '1.0', 5, 20, null),
  make('Atlas', '2.0', 9, 10, '2026-01-01T00:00:00.000Z'),
];

describe('issue 5, home: the order within a modality', () => {
  it.each([
    ['arranged', ['Scan 10 1.0', 'atlas 1.0', 'Scan 9 1.0', 'Atlas 2.0']],
    ['newest', ['atlas 1.0', 'Scan 10 1.0', 'Atlas 2.0', 'Scan 9 1.0']],
    ['name', ['Atlas 2.0', 'atlas 1.0', 'Scan 9 1.0', 'Scan 10 1.0']],
    ['downloads', ['Atlas 2.0', 'Scan 9 1.0', 'Scan 10 1.0', 'atlas 1.0']],
    ['size', ['atlas 1.0', 'Scan 9 1.0', 'Atlas 2.0', 'Scan 10 1.0']],
  ] as const)('%s', (sort, expected) => {
    expect(sortDatasets(all, sort).map(({ name, version }) => `${name} ${version}`)).toEqual(expected);
  });
});

describe('issue 5, home: search and order in the address', () => {
  const read = (search: string) => readCatalogueQuery(new URLSearchParams(search));
  it.each([
    ['', ''],
    ['?q=', ''],
    ['?sort=arranged', ''],
    ['?sort=__proto__&utm=1', ''],
    ['?q=%20Brain%20%20%20MRI%20&x=1', '?q=Brain+MRI'],
    ['?sort=size&q=%E6%B5%B7', '?q=%E6%B5%B7&sort=size'],
    [`?q=${'a'.repeat(500)}`, `?q=${'a'.repeat(200)}`],
    ['?q=%ZZ', '?q=%25ZZ'],
  ])('%s is %s', (given, kept) => {
    const search = catalogueSearch(read(given));
    expect(search).toBe(kept);
    expect(catalogueSearch(read(search)), 'and stays so').toBe(kept);
  });
  it('every order survives its address', () => {
    for (const sort of catalogueSorts)
      expect(read(catalogueSearch({ q: 'a b', sort }))).toEqual({ q: 'a b', sort });
  });
});
