import { queryOptions } from '@tanstack/react-query';
import { listAdministrators } from '../../../../contract/administrators.ts';
import { call } from '../../../api/call.ts';

export const administratorsQuery = queryOptions({
  queryKey: ['administrators'],
  queryFn: ({ signal }) => call(listAdministrators, { signal }),
});
