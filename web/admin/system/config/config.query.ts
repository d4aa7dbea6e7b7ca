import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { type ConfigEntry, configSorts, listConfig } from '../../../../contract/configuration.ts';
import { queryCall } from '../../../api/call.ts';
import { paths } from '../../../paths.ts';
import type { CallQuery } from '../../../ui/mantine/table/table-query.ts';

export type ConfigSort = (typeof configSorts)[number];
export const configTypes = ['Y', 'N'] as const satisfies readonly ConfigEntry['configType'][];
export const configSpec = {
  sorts: configSorts,
  filters: { configName: 'text', configKey: 'text', configType: configTypes },
} as const;

export const configQuery = (query: CallQuery<typeof configSpec>) =>
  queryOptions({
    queryKey: ['config', 'list', query],
    queryFn: ({ signal }) => queryCall(listConfig, { query, signal }),
  });

/** The screen of a built-in key, if it has one. */
export const screenOf = (configKey: string): string | undefined => {
  if (configKey.startsWith('site.')) return paths.adminSetting;
  return configKey.startsWith('approval.') ? paths.adminApproval : undefined;
};

/** After a change of any entry: invalidates the queries that depend on it. */
export function useRefreshConfig(): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await Promise.all(
      [['config'], ['setting'], ['approvalPolicy']].map((queryKey) => client.invalidateQueries({ queryKey })),
    );
  };
}
