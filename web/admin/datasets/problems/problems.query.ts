import { queryOptions } from '@tanstack/react-query';
import {
  listProblemReports,
  type ProblemReport,
  problemStates,
} from '../../../../contract/problem-reports.ts';
import { queryCall } from '../../../api/call.ts';
import type { CallQuery } from '../../../ui/mantine/table/table-query.ts';

export type ProblemSort = 'createdAt';

export const problemsSpec = {
  sorts: ['createdAt'],
  filters: { keyword: 'text', state: problemStates },
} as const;

export const problemsQuery = (query: CallQuery<typeof problemsSpec>) =>
  queryOptions({
    queryKey: ['problems', query],
    queryFn: ({ signal }) => queryCall(listProblemReports, { query, signal }),
  });

/** How many reports wait. Refetched periodically, which is no activity of the person. */
export const openProblemsQuery = queryOptions({
  queryKey: ['problems', 'open'],
  queryFn: async () => {
    const query = { state: 'open' as const, pageIndex: 1, pageSize: 1 };
    return (await queryCall(listProblemReports, { query, background: true, quiet: true })).count;
  },
});

/** Title: the dataset's name and version. */
export const titleOfReport = ({ datasetName, version }: ProblemReport): string => `${datasetName} ${version}`;
