import { describe, expect, it } from 'vitest';
import { pageOf } from './page-of.ts';

const row = (title: string, signatures: number, createdAt: string, datasets: string[] = []) => ({
  id: title,
  title,
  version: 1,
  createdAt,
  signatures,
  datasets,
});
const all = [
  row('Brains', 3, '2026-11-03T00:00:00.000Z', ['Atlas']),
  row('Cells', 9, '2026-11-01T00:00:00.000Z'),
  row('Hearts', 1, '2026-11-02T00:00:00.000Z', ['Beats', 'Atlas of hearts']),
];
const titles = (query: Partial<Parameters<typeof pageOf>[1]>) =>
  pageOf(all, { pageIndex: 1, pageSize: 10, ...query }).list.map(({ title }) => title);

describe('decisions §1: a list is filtered, sorted and paged, here of an answer that has all', () => {
  it('keeps the answer’s order without a sort', () => {
    expect(titles({})).toEqual(['Brains', 'Cells', 'Hearts']);
  });

  it('sorts by each column, both ways', () => {
    expect(titles({ sort: 'signatures', order: 'desc' })).toEqual(['Cells', 'Brains', 'Hearts']);
    expect(titles({ sort: 'createdAt', order: 'asc' })).toEqual(['Cells', 'Hearts', 'Brains']);
    expect(titles({ sort: 'title', order: 'desc' })).toEqual(['Hearts', 'Cells', 'Brains']);
  });

  it('finds by title and by dataset, whatever the case', () => {
    expect(titles({ keyword: 'cELL' })).toEqual(['Cells']);
    expect(titles({ keyword: 'atlas' })).toEqual(['Brains', 'Hearts']);
    expect(titles({ keyword: 'nothing' })).toEqual([]);
  });

  it('counts all that it found, and gives the page that is asked for', () => {
    expect(pageOf(all, { pageIndex: 2, pageSize: 2 })).toMatchObject({
      count: 3,
      list: [{ title: 'Hearts' }],
    });
    expect(pageOf(all, { pageIndex: 3, pageSize: 2 }).list).toEqual([]);
  });
});
