import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { DatasetStatus } from '../../../contract/catalogue.ts';
import {
  type AdminDataset,
  type datasetSorts,
  getAdminDataset,
  listAdminDatasets,
} from '../../../contract/dataset-admin.ts';
import { listModalities } from '../../../contract/statistics.ts';
import { call } from '../../api/call.ts';
import type { toCallQuery } from '../../ui/mantine/table/table-query.ts';

export type DatasetSort = (typeof datasetSorts)[number];
export type DatasetFilter = 'keyword' | 'status' | 'modalityName';

/** §1: a dataset's title is its name plus its version. */
export const titleOf = ({ name, version }: Pick<AdminDataset, 'name' | 'version'>): string =>
  `${name} ${version}`;

export const datasetsQuery = (
  query: ReturnType<typeof toCallQuery<DatasetSort, DatasetFilter>>,
  status: DatasetStatus | undefined,
) =>
  queryOptions({
    queryKey: ['datasets', query, status],
    queryFn: ({ signal }) => {
      const { status: _, ...rest } = query;
      return call(listAdminDatasets, { query: status ? { ...rest, status } : rest, signal });
    },
    placeholderData: keepPreviousData,
  });

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id],
    queryFn: ({ signal }) => call(getAdminDataset, { params: { id }, signal }),
  });

export const modalitiesQuery = queryOptions({
  queryKey: ['modalities'],
  queryFn: ({ signal }) => call(listModalities, { signal }),
});

/** After a change of any dataset or subset. */
export function useRefreshDatasets(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [['datasets'], ['dataset'], ['modalities']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
