import { describe, expect, it } from 'vitest';
import { pageCount, parseTableQuery, serialiseTableQuery, toCallQuery } from './table-query.ts';

const spec = {
  sorts: ['name', 'size'],
  filters: { keyword: 'text', status: ['draft', 'published'] },
} as const;
const parse = (search: string) => parseTableQuery(new URLSearchParams(search), spec);

describe('§9 paging of the admin lists: page, size, sort and filters live in the address', () => {
  it('starts on page 1 with 20 rows', () => {
    expect(parse('')).toEqual({ page: 1, size: 20, sort: undefined, order: 'desc', filters: {} });
  });

  it('offers 10, 20, 30 and 50 rows and nothing else', () => {
    for (const size of [10, 20, 30, 50]) expect(parse(`size=${size}`).size).toBe(size);
    for (const size of ['0', '25', '200', '-10', 'ten', '1e1']) expect(parse(`size=${size}`).size).toBe(20);
  });

  it('leaves out what the server would refuse (decisions §1: unknown sorts and filters are 400)', () => {
    const query = parse('sort=password&order=up&token=x&keyword=%20%20&page=0');
    expect(query).toEqual({ page: 1, size: 20, sort: undefined, order: 'desc', filters: {} });
    expect(toCallQuery(query)).toEqual({ pageIndex: 1, pageSize: 20 });
  });

  it('says the same again after a round trip', () => {
    const search = 'keyword=brain+mri&status=draft&sort=size&order=asc&size=50&page=3';
    expect(serialiseTableQuery(parse(search), spec).toString()).toBe(search);
    expect(serialiseTableQuery(parse(''), spec).toString()).toBe('');
  });

  it('hands the call flat names', () => {
    expect(toCallQuery(parse('status=draft&sort=name&order=asc&page=2'))).toEqual({
      pageIndex: 2,
      pageSize: 20,
      sort: 'name',
      order: 'asc',
      status: 'draft',
    });
  });

  it('keeps what is the screen’s own, and no other parameter', () => {
    const kept = { ...spec, keeps: ['view'] };
    const now = new URLSearchParams('view=mails&utm_source=x&keyword=a');
    const query = parseTableQuery(now, kept);
    expect(query.filters).toEqual({ keyword: 'a' });
    expect(serialiseTableQuery(query, kept, now).toString()).toBe('view=mails&keyword=a');
    expect(serialiseTableQuery(query, spec, now).toString()).toBe('keyword=a');
  });

  it('counts pages, one at least', () => {
    expect([pageCount(0, 20), pageCount(20, 20), pageCount(21, 20)]).toEqual([1, 1, 2]);
  });
});
