import type { Page } from '../../../contract/lists.ts';
import type { TermsRow } from '../../../contract/terms.ts';

export const termsSorts = ['title', 'signatures', 'createdAt'] as const;
export type TermsSort = (typeof termsSorts)[number];

interface Query {
  pageIndex: number;
  pageSize: number;
  sort?: TermsSort | undefined;
  order?: 'asc' | 'desc' | undefined;
  keyword?: string | undefined;
}

/** The keyword is looked for in title and datasets. */
const matches = ({ title, datasets }: TermsRow, keyword: string): boolean =>
  [title, ...datasets].some((text) => text.toLowerCase().includes(keyword.toLowerCase()));

const compare = (one: TermsRow, other: TermsRow, sort: TermsSort): number =>
  sort === 'signatures'
    ? one.signatures - other.signatures
    : sort === 'title'
      ? one.title.localeCompare(other.title)
      : one.createdAt < other.createdAt
        ? -1
        : Number(one.createdAt > other.createdAt);

/** A page of all sets of terms, which come in one answer: a laboratory has a handful of them. */
export function pageOf(all: readonly TermsRow[], query: Query): Page<TermsRow> {
  const { pageIndex, pageSize, sort, order, keyword } = query;
  const found = keyword === undefined ? [...all] : all.filter((row) => matches(row, keyword));
  if (sort !== undefined) found.sort((one, other) => compare(one, other, sort) * (order === 'asc' ? 1 : -1));
  const list = found.slice((pageIndex - 1) * pageSize, pageIndex * pageSize);
  return { list, count: found.length, pageIndex, pageSize };
}
