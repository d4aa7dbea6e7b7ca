import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import styles from './list-region.module.css';
import { Pager } from './pager.tsx';
import { useLate } from './use-late.ts';
import type { TablePage } from './use-table-page.ts';

const words = t.admin.table;

interface Props {
  /** Of the list's query. */
  count: number | undefined;
  failed: boolean;
  retry(): void;
  page: Pick<
    TablePage<string, string>,
    'query' | 'filtered' | 'setPage' | 'correctPage' | 'setSize' | 'clearFilters'
  >;
  /** Said when there is nothing at all. */
  none: { title: string; hint: string; action?: ReactNode };
  /** The table; its skeleton while `count` is undefined. */
  children: ReactNode;
}

/** Around every list: its failure with Retry, nothing there, nothing that matches, the pager. */
export function ListRegion({ count, failed, retry, page, none, children }: Props) {
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
          <p className={styles.title}>{page.filtered ? words.noneMatch : none.title}</p>
          {page.filtered ? (
            <Button size="sm" variant="default" onClick={page.clearFilters}>
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
      <Pager count={count} page={page} />
    </div>
  );
}
