import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { type ConfigEntry, type configSorts, listConfig } from '../../../../contract/configuration.ts';
import { paths } from '../../../paths.ts';
import type { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { queryCall } from '../../query-client.ts';

export type ConfigSort = (typeof configSorts)[number];
export const configFilters = ['configName', 'configKey', 'configType'] as const;
export type ConfigFilter = (typeof configFilters)[number];
export type ConfigType = ConfigEntry['configType'];

export const configQuery = (
  query: ReturnType<typeof toCallQuery<ConfigSort, ConfigFilter>>,
  configType: ConfigType | undefined,
) =>
  queryOptions({
    queryKey: ['config', 'list', query, configType],
    queryFn: ({ signal }) => {
      const { configType: _, ...rest } = query;
      return queryCall(listConfig, { query: configType ? { ...rest, configType } : rest, signal });
    },
    placeholderData: keepPreviousData,
  });

/** The screen that a built-in key has of its own. */
export const screenOf = (configKey: string): string | undefined => {
  if (configKey.startsWith('site.')) return paths.adminSetting;
  return configKey.startsWith('approval.') ? paths.adminApproval : undefined;
};

/** After a change of any entry: whatever is made of it is asked for again. */
export function useRefreshConfig(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [['config'], ['setting'], ['approvalPolicy']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
