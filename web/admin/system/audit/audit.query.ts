import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listAudit } from '../../../../contract/administrators.ts';
import type { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { queryCall } from '../../query-client.ts';

export const auditFilters = ['adminId', 'keyword', 'from', 'to'] as const;
export type AuditFilter = (typeof auditFilters)[number];
export const auditSorts = ['at'] as const;
export type AuditSort = (typeof auditSorts)[number];

export const auditQuery = (query: ReturnType<typeof toCallQuery<AuditSort, AuditFilter>>) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => queryCall(listAudit, { query, signal }),
    placeholderData: keepPreviousData,
  });
