import { formatDay, formatTime } from '../../format.ts';
import { formatAgo } from '../../format-ago.ts';
import styles from './data-table.module.css';

/** A time in a list, or its day alone, with how long ago it was as the title; `null`: none. */
export function Time({ at, day = false }: { at: string | null; day?: boolean }) {
  if (at === null) return '–';
  const title = day ? `${formatTime(at)}, ${formatAgo(at)}` : formatAgo(at);
  return (
    <time dateTime={at} title={title} className={styles.time}>
      {day ? formatDay(at) : formatTime(at)}
    </time>
  );
}
