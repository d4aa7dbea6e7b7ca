import { queryOptions } from '@tanstack/react-query';
import { listAdministrators } from '../../../../contract/administrators.ts';
import { queryCall } from '../../../api/call.ts';

export const administratorsQuery = queryOptions({
  queryKey: ['administrators'],
  queryFn: ({ signal }) => queryCall(listAdministrators, { signal }),
});
