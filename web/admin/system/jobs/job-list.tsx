import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { tLists } from '#texts/lists';
import { type Job, jobStates, retryJob } from '../../../../contract/jobs.ts';
import { call } from '../../../api/call.ts';
import { ChoiceFilter } from '../../../ui/mantine/table/choice-filter.tsx';
import { ListScreen } from '../../../ui/mantine/table/list-screen.tsx';
import { useList } from '../../../ui/mantine/table/use-list.ts';
import { useWork } from '../../../ui/mantine/table/use-work.ts';
import { jobColumns } from './job-columns.tsx';
import { jobsQuery, jobsSpec } from './jobs.query.ts';

const words = tLists.jobs;
const kinds = Object.keys(words.kindName);

/** The list of background jobs. */
export function JobList() {
  const list = useList(jobsSpec, jobsQuery);
  const { kind } = list.query.filters;
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
    <ListScreen
      list={list}
      filters={
        <>
          <ChoiceFilter
            list={list}
            name="state"
            label={words.state}
            choices={jobStates}
            names={words.stateName}
          />
          <ChoiceFilter
            list={list}
            name="kind"
            label={words.kind}
            // A kind in the URL stays selectable, even if unknown.
            choices={[...new Set([...kinds, ...(kind ? [kind] : [])])]}
            names={words.kindName}
          />
        </>
      }
      none={{ title: words.none, hint: words.noneHint }}
      caption={words.caption}
      columns={jobColumns(retry, work.isBusy)}
      idOf={({ id }) => id}
      nameOf={({ subject }) => subject}
      lines={2}
    />
  );
}
