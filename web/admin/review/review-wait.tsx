import { tReview as words } from '#texts/review';
import { formatWait } from '../../ui/format-wait.ts';
import styles from './review.module.css';

interface Props {
  /** Undefined until it is known. */
  wait: { medianHours: number | null; decisions: number; days: number } | undefined;
}

/** look.md: the median wait, as applicants see it. */
export const ReviewWait = ({ wait }: Props) => (
  <p className={styles.wait}>
    {wait &&
      (wait.medianHours === null
        ? words.noWait
        : words.wait(formatWait(wait.medianHours), wait.decisions, wait.days))}
  </p>
);
