import { queryOptions } from '@tanstack/react-query';
import { listSignatures, signatureSorts } from '../../../contract/terms.ts';
import { queryCall } from '../../api/call.ts';
import type { CallQuery } from '../../ui/mantine/table/table-query.ts';

export type SignatureSort = (typeof signatureSorts)[number];
export const signaturesSpec = {
  sorts: signatureSorts,
  filters: { keyword: 'text', termsId: 'text', from: 'text', to: 'text' },
} as const;

export const signaturesQuery = (query: CallQuery<typeof signaturesSpec>) =>
  queryOptions({
    queryKey: ['signatures', query],
    queryFn: ({ signal }) => queryCall(listSignatures, { query, signal }),
  });
