import { tLists } from '#texts/lists';
import styles from './jobs.module.css';
import { plainWords } from './plain-words.ts';

/** What went wrong, in plain words; the machine's own below, for whom it helps. */
export function Failure({ note }: { note: string }) {
  if (note === '') return null;
  return (
    <div>
      <span className={styles.error}>{plainWords(note)}</span>
      <span className={styles.raw} title={tLists.jobs.raw}>
        {note}
      </span>
    </div>
  );
}

/** When something is tried next: the time where it is to come, else at once. */
export const isDue = (runAt: string, now: number = Date.now()): boolean => Date.parse(runAt) <= now + 1_000;
