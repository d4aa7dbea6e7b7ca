import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { en } from '../../../texts/en.ts';
import { useLate } from '../../ui/mantine/table/use-late.ts';
import styles from './dashboard.module.css';

interface Props<Data> {
  to: string;
  name: string;
  query: UseQueryResult<Data>;
  value(data: Data): string;
  hint(data: Data): string;
  /** Something waits here for the administrator. */
  urgent?: boolean;
}

/** One figure; the whole tile is the link to the list behind it. */
export function Tile<Data>({ to, name, query, value, hint, urgent }: Props<Data>) {
  const { data, isError } = query;
  const late = useLate(data === undefined && !isError);
  return (
    <Link to={to} className={styles.tile ?? ''} data-urgent={urgent || undefined} aria-busy={query.isPending}>
      <span className={styles.name}>{name}</span>
      <span className={styles.value}>
        {data !== undefined ? value(data) : isError ? '–' : late && <Skeleton width={72} height={36} />}
      </span>
      <span className={styles.hint}>{data !== undefined ? hint(data) : isError && en.admin.home.failed}</span>
    </Link>
  );
}
