import { Button, Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { t } from '#texts';
import { tDashboard } from '#texts/dashboard';
import { useLate } from '../../ui/mantine/table/use-late.ts';
import styles from './dashboard.module.css';

const words = tDashboard.chart;

interface Props<Data> {
  title: string;
  query: UseQueryResult<Data>;
  /** Summary sentence: visible, and the accessible description of the chart. */
  said(data: Data): string;
  /** Message without data to draw. */
  empty(data: Data): ReactNode | undefined;
  chart(data: Data): ReactNode;
  table(data: Data): ReactNode;
  /** Below the title: the legend of the colours. */
  legend?: ReactNode;
  /** Link to the list behind the figures. */
  link?: ReactNode;
}

/** A chart, with the same figures as a table, and their loading, empty and error states. */
export function ChartPanel<Data>(props: Props<Data>) {
  const { title, query, said, empty, chart, table, legend, link } = props;
  const [asTable, setAsTable] = useState(false);
  const id = useId();
  const { data } = query;
  const failed = query.isError && data === undefined;
  const late = useLate(data === undefined && !failed);
  const nothing = data !== undefined && empty(data);
  const view = asTable ? words.asChart : words.asTable;

  return (
    <section className={styles.panel} aria-labelledby={id} aria-busy={query.isFetching}>
      <div className={styles.heading}>
        <h2 id={id} className={styles.title}>
          {title}
        </h2>
        {data !== undefined && !nothing && (
          <div className={styles.actions}>
            {link}
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.viewOf(view, title)}
              onClick={() => setAsTable(!asTable)}
            >
              {view}
            </Button>
          </div>
        )}
        {data !== undefined && !nothing && (
          <p id={`${id}said`} className={styles.said}>
            {said(data)}
          </p>
        )}
      </div>
      {data === undefined && !failed && (
        <div className={styles.waiting}>{late && <Skeleton height={200} aria-hidden />}</div>
      )}
      {failed && (
        <div className={styles.message} role="alert">
          <p>{words.failed}</p>
          <Button size="xs" variant="default" onClick={() => void query.refetch()}>
            {t.admin.table.retry}
          </Button>
        </div>
      )}
      {nothing && <div className={styles.message}>{nothing}</div>}
      {data !== undefined && !nothing && !asTable && (
        <div className={styles.figure} data-busy={query.isPlaceholderData || undefined}>
          {legend}
          <div role="img" aria-labelledby={id} aria-describedby={`${id}said`}>
            {chart(data)}
          </div>
        </div>
      )}
      {data !== undefined && !nothing && asTable && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
        <section className={styles.scrolls} aria-label={words.rows(title)} tabIndex={0}>
          {table(data)}
        </section>
      )}
    </section>
  );
}
