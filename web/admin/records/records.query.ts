import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listRecords, type recordSorts } from '../../../contract/statistics.ts';
import { call } from '../../api/call.ts';
import type { toCallQuery } from '../../ui/mantine/table/table-query.ts';

export const recordFilters = [
  'keyword',
  'from',
  'to',
  'complete',
  'datasetId',
  'version',
  'subsetPath',
  'userId',
] as const;
export type RecordFilter = (typeof recordFilters)[number];
export type RecordFilters = Partial<Record<RecordFilter, string>>;
export type RecordSort = (typeof recordSorts)[number];

/** `complete` is a choice for the call, a text in the address; anything else there is left out. */
export function exportFilters({ complete, ...rest }: RecordFilters) {
  return complete === 'true' || complete === 'false'
    ? { ...rest, complete: complete as 'true' | 'false' }
    : rest;
}

export const recordsQuery = (query: ReturnType<typeof toCallQuery<RecordSort, RecordFilter>>) =>
  queryOptions({
    queryKey: ['records', query],
    queryFn: ({ signal }) => {
      const { complete, ...rest } = query;
      return call(listRecords, {
        query: { ...rest, ...exportFilters({ ...(complete && { complete }) }) },
        signal,
      });
    },
    placeholderData: keepPreviousData,
  });
