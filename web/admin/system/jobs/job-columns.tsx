import { Button, Progress } from '@mantine/core';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { type Job, retryJob } from '../../../../contract/jobs.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { StateWord } from '../../../ui/mantine/table/state-word.tsx';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { Failure } from './failure.tsx';
import styles from './jobs.module.css';
import type { Sort } from './jobs.query.ts';
import { createdColumn, triesColumn } from './tried-columns.tsx';

const words = tLists.jobs;
const kindNames: Record<string, string> = words.kindName;
const colors: Partial<Record<Job['state'], string>> = {
  running: 'brand',
  failed: 'error',
};

/** Label of the state: a waiting job with an error is being retried. */
const stateName = ({ state, note }: Job): string =>
  state === 'waiting' && note !== '' ? words.again : words.stateName[state];

const kindName = (kind: string): string => kindNames[kind] ?? kind;

/** How far it is, while it runs: otherwise its state says it. */
function JobProgress({ job }: { job: Job }) {
  if (job.state !== 'running' || job.total === 0) return '–';
  const percent = Math.min(100, Math.floor((job.done / job.total) * 100));
  return (
    <div className={styles.progress}>
      <Progress value={percent} aria-label={words.progressOf(job.subject)} />
      <span>{words.percent(percent)}</span>
    </div>
  );
}

export const jobColumns = (
  onRetry: (job: Job) => void,
  isBusy: (id: string) => boolean,
): Column<Job, Sort>[] => [
  {
    key: 'what',
    header: words.what,
    primary: true,
    long: true,
    cell: (job) => (
      <>
        {kindName(job.kind)}
        <span className={styles.below}>{job.subject}</span>
      </>
    ),
  },
  {
    key: 'state',
    header: words.state,
    cell: (job) => (
      <StateWord color={job.state === 'waiting' && job.note !== '' ? 'warn' : colors[job.state]}>
        {stateName(job)}
      </StateWord>
    ),
  },
  { key: 'progress', header: words.progress, numeric: true, cell: (job) => <JobProgress job={job} /> },
  triesColumn(words.tries),
  createdColumn(words.created),
  {
    key: 'error',
    header: tLists.mails.error,
    long: true,
    cell: ({ note }) => (note === '' ? '–' : <Failure note={note} />),
  },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (job) =>
      job.state === 'failed' && (
        <Allowed {...toCall(retryJob)}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.retryOf(job.subject)}
            disabled={isBusy(job.id)}
            onClick={() => onRetry(job)}
          >
            {words.retry}
          </Button>
        </Allowed>
      ),
  },
];
