import { describe, expect, it } from 'vitest';
import type { Row } from './rows.ts';
import { rowSearch } from './search-rows.ts';

const row = (key: string, name: string, desc: string) => ({ key, name, desc }) as Row;
const search = rowSearch([
  row('a', 'site-01/Scan.nii', 'Grenoble, café'),
  row('b', 'site-02/scan.nii', 'Lyon'),
  row('c', '数据/one.csv', 'subset'),
]);
const keys = (query: string) => [...(search(query) ?? 'all')];

describe('issue 5, item 3: the search over the rows', () => {
  it('no words find everything', () => {
    expect(search('')).toBeUndefined();
    expect(search('  ')).toBeUndefined();
  });
  it('each word, in any order, in name or description', () => {
    expect(keys('scan')).toEqual(['a', 'b']);
    expect(keys('lyon scan')).toEqual(['b']);
    expect(keys('lyon grenoble')).toEqual([]);
  });
  it('case, accents and wide letters make no difference', () => {
    expect(keys('CAFE')).toEqual(['a']);
    expect(keys('ＳＩＴＥ-02')).toEqual(['b']);
    expect(keys('数据')).toEqual(['c']);
  });
  it('what looks like a pattern is text', () => {
    expect(keys('.*')).toEqual([]);
  });
});
