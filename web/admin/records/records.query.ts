import { queryOptions } from '@tanstack/react-query';
import { t } from '#texts';
import { listRecordDatasets, listRecords, recordSorts } from '../../../contract/statistics.ts';
import { queryCall } from '../../api/call.ts';
import type { CallQuery, FilterValues } from '../../ui/mantine/table/table-query.ts';

export const yesOrNo = ['true', 'false'] as const;
export const yesOrNoName = { true: t.admin.records.yes, false: t.admin.records.no };
export const recordsSpec = {
  sorts: recordSorts,
  filters: {
    keyword: 'text',
    from: 'text',
    to: 'text',
    within: ['24h'],
    complete: yesOrNo,
    active: yesOrNo,
    datasetId: 'text',
    version: 'text',
    subsetPath: 'text',
    userId: 'text',
  },
} as const;
export type RecordFilters = FilterValues<typeof recordsSpec.filters>;
export type RecordSort = (typeof recordSorts)[number];

export const recordsQuery = (query: CallQuery<typeof recordsSpec>) =>
  queryOptions({
    queryKey: ['records', query],
    queryFn: ({ signal }) => queryCall(listRecords, { query, signal }),
  });

/** Suggestions only: the filters work without them. */
export const recordDatasetsQuery = queryOptions({
  queryKey: ['recordDatasets'],
  queryFn: ({ signal }) => queryCall(listRecordDatasets, { quiet: true, background: true, signal }),
  staleTime: 60_000,
});
