import { notifications } from '@mantine/notifications';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { tLists } from '#texts/lists';
import { type Job, jobStates, retryJob } from '../../../../contract/jobs.ts';
import { call } from '../../../api/call.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { DataTable } from '../../../ui/mantine/table/data-table.tsx';
import { ListRegion } from '../../../ui/mantine/table/list-region.tsx';
import { toCallQuery } from '../../../ui/mantine/table/table-query.ts';
import { useTablePage } from '../../../ui/mantine/table/use-table-page.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { jobColumns, kindName } from './job-columns.tsx';
import styles from './jobs.module.css';
import { jobsQuery } from './jobs.query.ts';

const words = tLists.jobs;
const spec = { sorts: ['createdAt'], filters: ['state', 'kind'] } as const;
const kinds = Object.keys(words.kindName);

/** The work behind the requests. */
export function JobList() {
  const page = useTablePage(spec);
  const { state, kind } = page.query.filters;
  const list = useQuery(jobsQuery(toCallQuery(page.query)));
  const client = useQueryClient();
  const work = useWork();

  const retry = (job: Job) =>
    work.run(job.id, async () => {
      await call(retryJob, { params: { id: job.id } }).finally(() =>
        client.invalidateQueries({ queryKey: ['jobs'] }),
      );
      notifications.show({ color: 'ok', message: words.retried(job.subject) });
    });

  return (
    <>
      <search className={styles.filters}>
        <ChoiceFilter
          label={words.state}
          value={jobStates.find((each) => each === state)}
          onChange={(value) => page.setFilters({ state: value })}
          choices={jobStates.map((each) => ({ value: each, label: words.stateName[each] }))}
        />
        <ChoiceFilter
          label={words.kind}
          value={kind}
          onChange={(value) => page.setFilters({ kind: value })}
          choices={[
            // A kind in the address stays selectable, also one that this page does not know.
            ...[...new Set([...kinds, ...(kind ? [kind] : [])])].map((each) => ({
              value: each,
              label: kindName(each),
            })),
          ]}
        />
      </search>
      <ListRegion
        count={list.data?.count}
        failed={list.isError}
        retry={() => void list.refetch()}
        page={page}
        none={{ title: words.none, hint: words.noneHint }}
      >
        <DataTable
          caption={words.caption}
          columns={jobColumns(retry, work.isBusy)}
          rows={list.data?.list}
          idOf={({ id }) => id}
          nameOf={({ subject }) => subject}
          page={page}
          busy={list.isPlaceholderData}
          lines={2}
        />
      </ListRegion>
    </>
  );
}
