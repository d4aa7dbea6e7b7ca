import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  getRecall,
  listRecallable,
  listRecallPeople,
  listRecalls,
  type Recall,
  recallSorts,
} from '../../../../contract/recalls.ts';
import { queryCall } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import type { CallQuery } from '../../../ui/mantine/table/table-query.ts';

export type RecallSort = (typeof recallSorts)[number];
export const recallStatuses = ['draft', 'sent'] as const;

/** `recall`: the one whose drawer is open. */
export const recallsSpec = {
  sorts: recallSorts,
  filters: { keyword: 'text', status: recallStatuses },
  keeps: ['recall'],
} as const;

export const recallsQuery = (query: CallQuery<typeof recallsSpec>) =>
  queryOptions({
    queryKey: ['recalls', query],
    queryFn: ({ signal }) => queryCall(listRecalls, { query, signal }),
  });

export const recallQuery = (id: string) =>
  queryOptions({
    queryKey: ['recall', id],
    queryFn: ({ signal }) => queryCall(getRecall, { params: { id }, signal, quiet: true }),
  });

export const recallPeopleQuery = (id: string, pageIndex: number, pageSize: number) =>
  queryOptions({
    queryKey: ['recall-people', id, pageIndex, pageSize],
    queryFn: ({ signal }) =>
      queryCall(listRecallPeople, { params: { id }, query: { pageIndex, pageSize }, signal, quiet: true }),
    placeholderData: keepPreviousData,
    // Who is written to is decided by it.
    staleTime: 0,
  });

/** Files offered at a time by a part of their paths. */
const OFFERED = 8;

export const recallableQuery = (id: string, keyword: string) =>
  queryOptions({
    queryKey: ['recallable', id, keyword],
    queryFn: ({ signal }) =>
      queryCall(listRecallable, {
        params: { id },
        query: { keyword, pageSize: OFFERED },
        signal,
        quiet: true,
      }),
    placeholderData: keepPreviousData,
  });

export const titleOfRecall = ({ datasetName, version }: Pick<Recall, 'datasetName' | 'version'>): string =>
  `${datasetName} ${version}`;

/** The address at which a recall is open. */
export const recallPath = (id: string): string =>
  `${paths.adminRecalls}?${new URLSearchParams({ recall: id })}`;

/** Invalidates the queries after a change of a recall. */
export function useRefreshRecalls(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      ['recalls', 'recall', 'recall-people'].map((key) => client.invalidateQueries({ queryKey: [key] })),
    );
  };
}
