import { tLists } from '#texts/lists';
import { formatCount } from '../../../ui/format.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { Time, TimeIn } from '../../../ui/mantine/time.tsx';
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

/** The next attempt, below the number of attempts. */
const Next = ({ runAt }: { runAt: string }) => (
  <span className={styles.below}>
    {isDue(runAt) ? words.next(words.soon) : <TimeIn at={runAt} says={words.next} />}
  </span>
);

export const triesColumn = (header: string): Column<Attempts, Sort> => ({
  key: 'tries',
  header,
  numeric: true,
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
