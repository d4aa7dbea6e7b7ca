import { t } from '#texts';
import hidden from '../../hidden.module.css';
import { Icon } from '../../icon.tsx';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { TablePage } from './use-list.ts';

interface Props<Row, Sort extends string> {
  column: Column<Row, Sort>;
  page: Pick<TablePage<Sort>, 'query' | 'toggleSort'> | undefined;
}

/** A column header; a button where the list can be sorted by it. */
export function SortHeader<Row, Sort extends string>({ column, page }: Props<Row, Sort>) {
  const { header, sort, numeric, actions } = column;
  const sorted = page !== undefined && sort !== undefined && page.query.sort === sort;
  const order = page?.query.order;
  return (
    <th
      scope="col"
      data-numeric={numeric || undefined}
      aria-sort={sorted ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      {page && sort !== undefined ? (
        <button
          type="button"
          className={styles.sort}
          title={t.admin.table.sortBy(header)}
          onClick={() => page.toggleSort(sort)}
        >
          {header}
          <Icon name={sorted ? (order === 'asc' ? 'up' : 'down') : 'sortable'} />
        </button>
      ) : (
        <span className={actions ? hidden.hidden : undefined}>{header}</span>
      )}
    </th>
  );
}
