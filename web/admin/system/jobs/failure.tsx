import { tLists } from '#texts/lists';
import styles from './jobs.module.css';
import { plainWords } from './plain-words.ts';

/** An error in plain language, with the raw message below. */
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

/** Whether the next attempt is due: then it is shown as "at once" instead of its time. */
export const isDue = (runAt: string, now: number = Date.now()): boolean => Date.parse(runAt) <= now + 1_000;
