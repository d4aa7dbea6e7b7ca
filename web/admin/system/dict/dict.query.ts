import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { tSystem } from '#texts/system';
import { type dictSorts, listDictData, listDictTypes } from '../../../../contract/dictionary.ts';
import { usedDictTypes } from '../../../../contract/dictionary-entry.ts';
import type { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { queryCall } from '../../query-client.ts';

const words = tSystem.dict;

export type DictSort = (typeof dictSorts)[number];
export const dictFilters = ['dictType', 'dictLabel', 'status'] as const;
export type DictFilter = (typeof dictFilters)[number];
export type DictStatus = keyof typeof words.statusName;

type UsedType = (typeof usedDictTypes)[number];
const isUsed = (type: string): type is UsedType => usedDictTypes.some((used) => used === type);

/** What people call a type. */
export const typeName = (type: string): string => (isUsed(type) ? words.typeName[type] : type);

/** What the portal does with a type. */
export const typeUse = (type: string): string => (isUsed(type) ? words.typeUse[type] : words.otherUse);

export const dictQuery = (
  query: ReturnType<typeof toCallQuery<DictSort, DictFilter>>,
  status: DictStatus | undefined,
) =>
  queryOptions({
    queryKey: ['dict', query, status],
    queryFn: ({ signal }) => {
      const { status: _, ...rest } = query;
      return queryCall(listDictData, { query: status ? { ...rest, status } : rest, signal });
    },
    placeholderData: keepPreviousData,
  });

export const dictTypesQuery = queryOptions({
  queryKey: ['dict', 'types'],
  queryFn: ({ signal }) => queryCall(listDictTypes, { signal }),
});

/** After a change of any entry. */
export function useRefreshDict(): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['dict'] });
}
