import { Button } from '@mantine/core';
import { Fragment, type ReactNode, useState } from 'react';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { DataTable, type TableProps } from './data-table.tsx';
import styles from './list-screen.module.css';
import { Pager } from './pager.tsx';
import { useLate } from './use-late.ts';
import type { List } from './use-list.ts';

const words = t.admin.table;

interface Props<Row, Sort extends string> extends Omit<TableProps<Row, Sort>, 'rows' | 'page' | 'busy'> {
  list: List<Row, Sort>;
  /** Filter fields. */
  filters: ReactNode;
  /** Shown for an empty list without filters. */
  none: { title: string; hint: string; action?: ReactNode };
  /** Between the filters and the table. */
  children?: ReactNode;
}

/** The layout of every list: filters, table and pager; or its error, or its empty state. */
export function ListScreen<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { list, filters, none, children, ...table } = props;
  const [cleared, setCleared] = useState(0);
  const clearFilters = () => {
    setCleared(cleared + 1);
    list.clearFilters();
  };
  return (
    <>
      <search className={styles.filters}>
        {/* Made anew when cleared: a field may hold what is not in the URL yet. */}
        <Fragment key={cleared}>{filters}</Fragment>
        {/* Of an empty list the way out is in its place. */}
        {list.filtered && list.count !== 0 && (
          <Button variant="subtle" onClick={clearFilters}>
            {words.clearFilters}
          </Button>
        )}
      </search>
      {children}
      <Region list={list} none={none} clearFilters={clearFilters}>
        <DataTable {...table} rows={list.rows} page={list} busy={list.busy} />
      </Region>
    </>
  );
}

interface RegionProps {
  list: List<unknown, string>;
  none: Props<never, string>['none'];
  clearFilters(): void;
  /** The table, or its skeleton before the first response. */
  children: ReactNode;
}

function Region({ list, none, clearFilters, children }: RegionProps) {
  const { count, busy, failed, retry, filtered } = list;
  const late = useLate(count === undefined && !failed);
  if (failed && count === undefined) {
    return (
      <div className={styles.region}>
        <div className={styles.message} role="alert">
          <p className={styles.title}>{words.failed}</p>
          <Button size="sm" variant="default" onClick={retry}>
            {words.retry}
          </Button>
        </div>
      </div>
    );
  }
  if (count === 0) {
    return (
      <div className={styles.region}>
        <div className={styles.message} role="status">
          <p className={styles.title}>{filtered ? words.noneMatch : none.title}</p>
          {filtered ? (
            <Button size="sm" variant="default" onClick={clearFilters}>
              {words.clearFilters}
            </Button>
          ) : (
            <>
              <p className={styles.hint}>{none.hint}</p>
              {none.action}
            </>
          )}
        </div>
      </div>
    );
  }
  return (
    <div className={styles.region} data-waiting={(count === undefined && !late) || undefined}>
      {failed && (
        <div className={styles.stale} role="alert">
          <span>{tLists.stale}</span>
          <Button size="compact-sm" variant="default" onClick={retry}>
            {words.retry}
          </Button>
        </div>
      )}
      {children}
      <Pager count={count} busy={busy} page={list} />
    </div>
  );
}
