import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listRecordDatasets, listRecords, type recordSorts } from '../../../contract/statistics.ts';
import { call } from '../../api/call.ts';
import type { toCallQuery } from '../../ui/mantine/table/table-query.ts';
import { queryCall } from '../query-client.ts';

export const recordFilters = [
  'keyword',
  'from',
  'to',
  'within',
  'complete',
  'active',
  'datasetId',
  'version',
  'subsetPath',
  'userId',
] as const;
export type RecordFilter = (typeof recordFilters)[number];
export type RecordFilters = Partial<Record<RecordFilter, string>>;
export type RecordSort = (typeof recordSorts)[number];

const yesOrNo = (value: string | undefined): 'true' | 'false' | undefined =>
  value === 'true' || value === 'false' ? value : undefined;

/** Choices for the call are texts in the address; anything else there is left out. */
export function exportFilters({ complete, active, within, ...rest }: RecordFilters) {
  const [isComplete, isActive] = [yesOrNo(complete), yesOrNo(active)];
  return {
    ...rest,
    ...(isComplete && { complete: isComplete }),
    ...(isActive && { active: isActive }),
    ...(within === '24h' && { within: '24h' as const }),
  };
}

export const recordsQuery = (query: ReturnType<typeof toCallQuery<RecordSort, RecordFilter>>) =>
  queryOptions({
    queryKey: ['records', query],
    queryFn: ({ signal }) => {
      const { pageIndex, pageSize, sort, order, ...filters } = query;
      const page = { pageIndex, pageSize, ...(sort && { sort, order }) };
      return queryCall(listRecords, { query: { ...page, ...exportFilters(filters) }, signal });
    },
    placeholderData: keepPreviousData,
  });

/** Suggestions alone: without them the filters work all the same. */
export const recordDatasetsQuery = queryOptions({
  queryKey: ['recordDatasets'],
  queryFn: ({ signal }) => call(listRecordDatasets, { quiet: true, background: true, signal }),
  staleTime: 60_000,
});
