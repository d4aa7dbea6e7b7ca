import { tLists } from '#texts/lists';
import { formatCount, formatTime } from '../../../ui/format.ts';
import { formatAgo } from '../../../ui/format-ago.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { isDue } from './failure.tsx';
import styles from './jobs.module.css';
import type { Sort } from './jobs.query.ts';

const words = tLists.jobs;

/** Common fields of jobs and mails: attempts, and the next one. */
interface Attempts {
  attempts: number;
  /** Time of the next attempt; null: none. */
  runAt: string | null;
  createdAt: string;
}

/** A time as shown in these lists. */
const Time = ({ at }: { at: string | null }) =>
  at === null ? (
    '–'
  ) : (
    <time dateTime={at} title={formatTime(at)} className={styles.time}>
      {formatAgo(at)}
    </time>
  );

/** The next attempt, below the number of attempts. */
const Next = ({ runAt }: { runAt: string }) => (
  <span className={styles.below}>{words.next(isDue(runAt) ? words.soon : formatTime(runAt))}</span>
);

export const triesColumn = (header: string): Column<Attempts, Sort> => ({
  key: 'tries',
  header,
  cell: ({ attempts, runAt }) => (
    <div>
      {formatCount(attempts)}
      {runAt !== null && <Next runAt={runAt} />}
    </div>
  ),
});

export const createdColumn = (header: string): Column<Attempts, Sort> => ({
  key: 'createdAt',
  header,
  sort: 'createdAt',
  cell: ({ createdAt }) => <Time at={createdAt} />,
});
