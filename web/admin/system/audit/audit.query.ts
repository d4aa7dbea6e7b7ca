import { queryOptions } from '@tanstack/react-query';
import { listAudit } from '../../../../contract/administrators.ts';
import { queryCall } from '../../../api/call.ts';
import type { CallQuery } from '../../../ui/mantine/table/table-query.ts';

export const auditSpec = {
  sorts: ['at'],
  filters: { adminId: 'text', keyword: 'text', from: 'text', to: 'text' },
} as const;
export type AuditSort = (typeof auditSpec.sorts)[number];

export const auditQuery = (query: CallQuery<typeof auditSpec>) =>
  queryOptions({
    queryKey: ['audit', query],
    queryFn: ({ signal }) => queryCall(listAudit, { query, signal }),
  });
