import { queryOptions } from '@tanstack/react-query';
import { getDatasetAccess } from '../../../../contract/terms.ts';
import { queryCall } from '../../../api/call.ts';

export const datasetAccessQuery = (id: string) =>
  queryOptions({
    queryKey: ['datasetAccess', id],
    queryFn: ({ signal }) => queryCall(getDatasetAccess, { params: { id }, signal }),
  });
