import { useQuery } from '@tanstack/react-query';
import { requestQueueQuery } from './requests.query.ts';

/** Whether the administrator decides about the requests of any dataset; false until it is known. */
export const useReviews = (): boolean => (useQuery(requestQueueQuery).data?.datasets.length ?? 0) > 0;
