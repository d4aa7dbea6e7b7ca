import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { datasetStatuses } from '../../../contract/catalogue.ts';
import {
  type AdminDataset,
  datasetSorts,
  getAdminDataset,
  listAdminDatasets,
} from '../../../contract/dataset-admin.ts';
import { getDictByType } from '../../../contract/dictionary-entry.ts';
import { getSetting } from '../../../contract/setting.ts';
import { listModalities } from '../../../contract/statistics.ts';
import { queryCall } from '../../api/call.ts';
import type { CallQuery } from '../../ui/mantine/table/table-query.ts';

export type DatasetSort = (typeof datasetSorts)[number];
/** `edit`, `files`, `versions`, `access`: the dataset whose panel is open. */
export const datasetsSpec = {
  sorts: datasetSorts,
  filters: { keyword: 'text', status: datasetStatuses, modalityName: 'text' },
  keeps: ['edit', 'files', 'versions', 'access', 'people'],
} as const;

/** §1: a dataset's title is its name plus its version. */
export const titleOf = ({ name, version }: Pick<AdminDataset, 'name' | 'version'>): string =>
  `${name} ${version}`;

export const datasetsQuery = (query: CallQuery<typeof datasetsSpec>) =>
  queryOptions({
    queryKey: ['datasets', query],
    queryFn: ({ signal }) => queryCall(listAdminDatasets, { query, signal }),
  });

/** ms between refetches while files are being hashed. */
const HASHING_REFETCH = 2_000;

export const datasetQuery = (id: string) =>
  queryOptions({
    queryKey: ['dataset', id],
    queryFn: ({ signal, client, queryKey }) => {
      // A refetch is no activity of the person (decisions §2).
      const background = client.getQueryData(queryKey) !== undefined;
      return queryCall(getAdminDataset, { params: { id }, signal, background, quiet: background });
    },
    // Refetched while files are being hashed, for their progress.
    refetchInterval: ({ state }) =>
      state.data?.subsetList.some(({ intake }) => intake && intake.state !== 'failed')
        ? HASHING_REFETCH
        : false,
  });

export const modalitiesQuery = queryOptions({
  queryKey: ['modalities'],
  queryFn: ({ signal }) => queryCall(listModalities, { signal }),
});

/** Base URL of images and documents: `<base>/<path>`. */
export const staticBaseQuery = queryOptions({
  queryKey: ['setting'],
  queryFn: () => queryCall(getSetting, { quiet: true, background: true }),
  staleTime: 5 * 60_000,
  select: ({ staticBase }) => staticBase,
});

/** The options from the dictionary (decisions §7). */
export const choicesQuery = (type: 'modality' | 'license') =>
  queryOptions({
    queryKey: ['dict', 'choices', type],
    queryFn: ({ signal }) => queryCall(getDictByType, { params: { type }, signal, quiet: true }),
  });

const stale = ['datasets', 'dataset', 'versions', 'changes', 'modalities', 'trash', 'datasetOrder'];

/** Invalidates the queries after a change of a dataset or subset. */
export function useRefreshDatasets(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(stale.map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}
