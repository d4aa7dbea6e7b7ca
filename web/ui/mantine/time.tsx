import { formatDay, formatTime } from '../format.ts';
import { formatAgo } from '../format-ago.ts';
import styles from './time.module.css';

/** A time, or its day alone, with how long ago it was as the title; `null`: none. */
export function Time({ at, day = false }: { at: string | null; day?: boolean }) {
  if (at === null) return '–';
  const title = day ? `${formatTime(at)}, ${formatAgo(at)}` : formatAgo(at);
  return (
    <time dateTime={at} title={title} className={styles.time}>
      {day ? formatDay(at) : formatTime(at)}
    </time>
  );
}

/** A sentence with a time in it, wherever the language has it. */
export function TimeIn({ at, says }: { at: string; says: (time: string) => string }) {
  const [before, after] = says('\n').split('\n');
  return (
    <>
      {before}
      <Time at={at} />
      {after}
    </>
  );
}
