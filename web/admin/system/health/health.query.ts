import { queryOptions } from '@tanstack/react-query';
import { getHealth } from '../../../../contract/health.ts';
import { queryCall } from '../../../api/call.ts';

export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => queryCall(getHealth, { signal }),
  staleTime: 0,
});
