import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { downloadCount, getSummary, listModalities, userCount } from '../../../contract/statistics.ts';
import { queryCall } from '../../api/call.ts';
import type { Days } from '../period/period.ts';

/** "Now" on the tiles is at most this old, in ms. */
const EVERY = 30_000;

// The page asks by itself, again and again: no activity of the person, and failures are told in place.
const byItself = { quiet: true, background: true } as const;

export const summaryQuery = queryOptions({
  queryKey: ['summary'],
  queryFn: ({ signal }) => queryCall(getSummary, { ...byItself, signal }),
  refetchInterval: EVERY,
  // Whoever comes back from a decision sees it counted.
  staleTime: 0,
});

/** The figures of a period; the former ones stay until the new ones are there. */
export const downloadsQuery = (days: Days) =>
  queryOptions({
    queryKey: ['downloadCount', days],
    queryFn: ({ signal }) => queryCall(downloadCount, { query: days, signal }),
    placeholderData: keepPreviousData,
  });

export const peopleQuery = (days: Days) =>
  queryOptions({
    queryKey: ['userCount', days],
    queryFn: ({ signal }) => queryCall(userCount, { query: days, signal }),
    placeholderData: keepPreviousData,
  });

export const modalitiesQuery = queryOptions({
  queryKey: ['modalities'],
  queryFn: ({ signal }) => queryCall(listModalities, { signal }),
});
