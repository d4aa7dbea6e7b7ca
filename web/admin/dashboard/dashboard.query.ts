import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { getRestored } from '../../../contract/restored.ts';
import { downloadCount, getSummary, listModalities, userCount } from '../../../contract/statistics.ts';
import { queryCall } from '../../api/call.ts';
import type { Days } from '../period/period.ts';

/** Refetch interval of the tiles, in ms. */
const EVERY = 30_000;

// Periodic refetching: no activity of the person, and failures are shown in place.
const byItself = { quiet: true, background: true } as const;

export const summaryQuery = queryOptions({
  queryKey: ['summary'],
  queryFn: ({ signal }) => queryCall(getSummary, { ...byItself, signal }),
  refetchInterval: EVERY,
  // Refetched on mount, after a decision for example.
  staleTime: 0,
});

/** Whether downloads are closed after a restore. */
export const restoredQuery = queryOptions({
  queryKey: ['restored'],
  queryFn: ({ signal }) => queryCall(getRestored, { ...byItself, signal }),
});

/** The figures of a period; the former ones are shown until the new ones are loaded. */
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
