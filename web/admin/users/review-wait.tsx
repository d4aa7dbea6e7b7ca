import { useQuery } from '@tanstack/react-query';
import { t } from '#texts';
import { formatWait } from '../../ui/format-wait.ts';
import styles from './users.module.css';
import { reviewWaitQuery } from './users.query.ts';

const words = t.admin.users;

/** look.md: the median wait, as applicants see it. */
export function ReviewWait() {
  const { data } = useQuery(reviewWaitQuery);
  return (
    <p className={styles.wait}>
      {data &&
        (data.medianHours === null
          ? words.noWait
          : words.wait(formatWait(data.medianHours), data.decisions, data.days))}
    </p>
  );
}
