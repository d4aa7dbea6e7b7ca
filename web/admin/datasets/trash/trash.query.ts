import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listTrash, type TrashEntry } from '../../../../contract/trash.ts';
import type { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { queryCall } from '../../query-client.ts';

export type TrashSort = 'trashedAt';
export type TrashFilter = 'keyword' | 'kind';

export const kinds = ['dataset', 'subset'] as const satisfies readonly TrashEntry['kind'][];

export const trashQuery = (
  query: ReturnType<typeof toCallQuery<TrashSort, TrashFilter>>,
  kind: TrashEntry['kind'] | undefined,
) =>
  queryOptions({
    queryKey: ['trash', query, kind],
    queryFn: ({ signal }) => {
      const { kind: _, ...rest } = query;
      return queryCall(listTrash, { query: kind ? { ...rest, kind } : rest, signal });
    },
    placeholderData: keepPreviousData,
  });

/** What people call it: a dataset by name and version, a file by its path. */
export const nameOf = ({ kind, name, version, path }: TrashEntry): string =>
  kind === 'dataset' ? `${name} ${version}` : path;
