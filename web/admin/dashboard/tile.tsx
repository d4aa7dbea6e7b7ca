import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { tDashboard } from '#texts/dashboard';
import { useLate } from '../../ui/mantine/table/use-late.ts';
import styles from './dashboard.module.css';

export interface Figure {
  value: string;
  /** Further details, a line each. */
  hints: readonly string[];
  /** Something waits for the administrator. */
  urgent?: boolean;
}

interface Props<Data> {
  /** Link to the list behind the figure. */
  to: string;
  name: string;
  query: UseQueryResult<Data>;
  figure(data: Data): Figure | undefined;
  /** Within a line of text. */
  inline?: boolean;
}

/** One figure, with a link to its list. */
export function Tile<Data>({ to, name, query, figure, inline = false }: Props<Data>) {
  const { data, isError } = query;
  const late = useLate(data === undefined && !isError);
  const shown = data === undefined ? undefined : figure(data);
  const hints = shown?.hints.join(' · ');
  return (
    <Link
      to={to}
      className={(inline ? styles.fact : styles.tile) ?? ''}
      data-urgent={shown?.urgent || undefined}
      data-none={shown?.value === '0' || undefined}
      aria-busy={query.isPending}
    >
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>
        {shown ? shown.value : isError ? '–' : late && !inline && <Skeleton width={72} height={36} />}
      </span>
      <span className={styles.hint}>
        {shown ? (inline ? `(${hints})` : hints) : isError && tDashboard.tile.failed}
      </span>
    </Link>
  );
}
