import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query';
import { jobStates, listJobs, listMails, mailStates } from '../../../../contract/jobs.ts';
import type { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { queryCall } from '../../query-client.ts';

export type Sort = 'createdAt';
export type JobFilter = 'state' | 'kind';
export type MailFilter = 'state' | 'keyword';

/** ms between looks while something runs or is about to, and while nothing does. */
const LOOK = 2_000;
const IDLE = 5_000;

/** What the page asks again by itself is no activity of the person (decisions §2), and fails without a word. */
function asked(client: QueryClient, queryKey: readonly unknown[]) {
  const background = client.getQueryData(queryKey) !== undefined;
  return { background, quiet: background };
}

const moving = (states: readonly string[], list: readonly { state: string }[] | undefined): number =>
  list?.some(({ state }) => states.includes(state)) ? LOOK : IDLE;

export const jobsQuery = (query: ReturnType<typeof toCallQuery<Sort, JobFilter>>) =>
  queryOptions({
    queryKey: ['jobs', query],
    queryFn: ({ signal, client, queryKey }) => {
      const { state: wanted, ...rest } = query;
      const state = jobStates.find((each) => each === wanted);
      return queryCall(listJobs, {
        query: { ...rest, ...(state && { state }) },
        signal,
        ...asked(client, queryKey),
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => moving(['running', 'waiting'], state.data?.list),
  });

export const mailsQuery = (query: ReturnType<typeof toCallQuery<Sort, MailFilter>>) =>
  queryOptions({
    queryKey: ['mails', query],
    queryFn: ({ signal, client, queryKey }) => {
      const { state: wanted, ...rest } = query;
      const state = mailStates.find((each) => each === wanted);
      return queryCall(listMails, {
        query: { ...rest, ...(state && { state }) },
        signal,
        ...asked(client, queryKey),
      });
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => moving(['waiting', 'failing'], state.data?.list),
  });
