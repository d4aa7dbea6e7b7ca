import { queryOptions } from '@tanstack/react-query';
import { listTrash, type TrashEntry } from '../../../../contract/trash.ts';
import { queryCall } from '../../../api/call.ts';
import type { CallQuery } from '../../../ui/mantine/table/table-query.ts';

export type TrashSort = 'trashedAt';
export const kinds = ['dataset', 'subset'] as const satisfies readonly TrashEntry['kind'][];

export const trashSpec = { sorts: ['trashedAt'], filters: { keyword: 'text', kind: kinds } } as const;

export const trashQuery = (query: CallQuery<typeof trashSpec>) =>
  queryOptions({
    queryKey: ['trash', query],
    queryFn: ({ signal }) => queryCall(listTrash, { query, signal }),
  });

/** Title: a dataset's name and version, or a file's path. */
export const nameOf = ({ kind, name, version, path }: TrashEntry): string =>
  kind === 'dataset' ? `${name} ${version}` : path;
