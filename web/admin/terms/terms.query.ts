import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  compareTerms,
  getTerms,
  listTerms,
  type OneTerms,
  previewTerms,
  type TermsVersion,
} from '../../../contract/terms.ts';
import { queryCall } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import type { CallQuery } from '../../ui/mantine/table/table-query.ts';
import { pageOf, termsSorts } from './page-of.ts';

/** `terms`: the set whose panel is open; `write`: the one that is being written, or `new`. */
export const termsSpec = {
  sorts: termsSorts,
  filters: { keyword: 'text' },
  keeps: ['terms', 'write'],
} as const;

/** Of the address, for terms that are new. */
export const NEW = 'new';

/** The address of a set's panel. */
export const termsAddress = (id: string): string =>
  `${paths.adminTerms}?${new URLSearchParams({ terms: id })}`;

/** The address of the form for new terms. */
export const newTermsAddress = `${paths.adminTerms}?${new URLSearchParams({ write: NEW })}`;

/** The address of the signatures of a set. */
export const signaturesAddress = (termsId: string): string =>
  `${paths.adminSignatures}?${new URLSearchParams({ termsId })}`;

export const termsListQuery = (query: CallQuery<typeof termsSpec>) =>
  queryOptions({
    queryKey: ['terms', 'list', query],
    queryFn: async ({ signal }) => pageOf(await queryCall(listTerms, { signal }), query),
  });

/** All sets, to choose from. */
export const termsChoicesQuery = queryOptions({
  queryKey: ['terms', 'choices'],
  queryFn: ({ signal }) => queryCall(listTerms, { quiet: true, background: true, signal }),
});

export const termsQuery = (id: string) =>
  queryOptions({
    queryKey: ['terms', 'one', id],
    queryFn: ({ signal }) => queryCall(getTerms, { params: { id }, signal }),
  });

/** The text of a version never changes once there is another one. */
export const termsChangesQuery = (id: string, from: number, to: number) =>
  queryOptions({
    queryKey: ['termsChanges', id, from, to],
    queryFn: ({ signal }) =>
      queryCall(compareTerms, { params: { id }, query: { from, to }, signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });

export const termsPreviewQuery = (text: string) =>
  queryOptions({
    queryKey: ['termsPreview', text],
    queryFn: ({ signal }) => queryCall(previewTerms, { body: { text }, signal, quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });

/** The newest version of a set: there is always one. */
export function newestOf({ versions }: Pick<OneTerms, 'versions'>): TermsVersion {
  const [newest] = versions;
  if (!newest) throw new Error('A set of terms has at least one version.');
  return newest;
}

/** Invalidates the queries after a change of any set. */
export function useRefreshTerms(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all([['terms'], ['signatures']].map((queryKey) => client.invalidateQueries({ queryKey })));
  };
}
