import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { tSystem } from '#texts/system';
import { dictSorts, listDictData, listDictTypes } from '../../../../contract/dictionary.ts';
import { usedDictTypes } from '../../../../contract/dictionary-entry.ts';
import { queryCall } from '../../../api/call.ts';
import type { CallQuery } from '../../../ui/mantine/table/table-query.ts';

const words = tSystem.dict;

export type DictSort = (typeof dictSorts)[number];
export const dictStatuses = ['0', '1'] as const;
export const dictSpec = {
  sorts: dictSorts,
  filters: { dictType: 'text', dictLabel: 'text', status: dictStatuses },
} as const;

type UsedType = (typeof usedDictTypes)[number];
const isUsed = (type: string): type is UsedType => usedDictTypes.some((used) => used === type);

/** Label of a type. */
export const typeName = (type: string): string => (isUsed(type) ? words.typeName[type] : type);

/** Description of a type's use. */
export const typeUse = (type: string): string => (isUsed(type) ? words.typeUse[type] : words.otherUse);

export const dictQuery = (query: CallQuery<typeof dictSpec>) =>
  queryOptions({
    queryKey: ['dict', query],
    queryFn: ({ signal }) =>
      // All of them come type by type.
      query.dictType === undefined && query.sort === undefined
        ? queryCall(listDictData, { query: { ...query, sort: 'dictType', order: 'asc' }, signal })
        : queryCall(listDictData, { query, signal }),
  });

export const dictTypesQuery = queryOptions({
  queryKey: ['dict', 'types'],
  queryFn: ({ signal }) => queryCall(listDictTypes, { signal }),
});

/** Invalidates the queries after a change of any entry. */
export function useRefreshDict(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['dict'] });
}
