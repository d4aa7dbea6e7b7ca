import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { jobStates, listJobs, listMails, mailStates } from '../../../../contract/jobs.ts';
import { queryCall } from '../../../api/call.ts';
import type { CallQuery } from '../../../ui/mantine/table/table-query.ts';

export type Sort = 'createdAt';
export const jobsSpec = { sorts: ['createdAt'], filters: { state: jobStates, kind: 'text' } } as const;
export const mailsSpec = {
  sorts: ['createdAt'],
  filters: { state: mailStates, keyword: 'text' },
  keeps: ['view'],
} as const;

/** ms between refetches while a job is running or due, and otherwise. */
const BUSY = 2_000;
const IDLE = 5_000;

/** A refetch is no activity of the person (decisions §2), and fails silently. */
function backgroundInput(client: QueryClient, queryKey: readonly unknown[]) {
  const background = client.getQueryData(queryKey) !== undefined;
  return { background, quiet: background };
}

const moving = (states: readonly string[], list: readonly { state: string }[] | undefined): number =>
  list?.some(({ state }) => states.includes(state)) ? BUSY : IDLE;

export const jobsQuery = (query: CallQuery<typeof jobsSpec>) =>
  queryOptions({
    queryKey: ['jobs', query],
    queryFn: ({ signal, client, queryKey }) =>
      queryCall(listJobs, { query, signal, ...backgroundInput(client, queryKey) }),
    refetchInterval: ({ state }) => moving(['running', 'waiting'], state.data?.list),
  });

export const mailsQuery = (query: CallQuery<typeof mailsSpec>) =>
  queryOptions({
    queryKey: ['mails', query],
    queryFn: ({ signal, client, queryKey }) =>
      queryCall(listMails, { query, signal, ...backgroundInput(client, queryKey) }),
    refetchInterval: ({ state }) => moving(['waiting', 'failing'], state.data?.list),
  });
