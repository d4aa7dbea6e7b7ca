import { Checkbox } from '@mantine/core';
import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { t } from '#texts';
import hidden from '../../hidden.module.css';
import { BodyRow } from './body-row.tsx';
import type { Column } from './column.ts';
import { ColumnMenu } from './column-menu.tsx';
import styles from './data-table.module.css';
import { useRowKeys } from './row-keys.ts';
import { SkeletonRows } from './skeleton-rows.tsx';
import { SortHeader } from './sort-header.tsx';
import { useColumns } from './use-columns.ts';
import type { TablePage } from './use-list.ts';
import type { Selection } from './use-selection.ts';

export interface TableProps<Row, Sort extends string> {
  caption: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[] | undefined;
  idOf(row: Row): string;
  nameOf(row: Row): string;
  /** Makes the columns sortable and selectable. */
  page?: Pick<TablePage<Sort>, 'query' | 'toggleSort'>;
  /** Key of the stored choice of columns; absent: the screen's route, false: no choice. */
  name?: string | false;
  selection?: Selection;
  /** The heading that a row stands under, of rows that are in that order. */
  groupOf?: ((row: Row) => string) | undefined;
  /** Called with a key pressed while the focus is in a row; enables J, K, X and the arrow keys, too. */
  onRowKey?: (row: Row, key: string) => void;
  /** Shows the former rows while others are loading. */
  busy?: boolean;
  /** Lines of text in a row, and the default number of skeleton rows. */
  lines?: number;
  skeletonRows?: number;
}

/** Heading of the rows below it. */
const GroupRow = ({ name, columns }: { name: string; columns: number }) => (
  // biome-ignore lint/a11y/noRedundantRoles: see DataTable
  <tr role="row" className={styles.group} data-group>
    {/* biome-ignore lint/a11y/useSemanticElements: see DataTable */}
    {/* biome-ignore lint/a11y/noRedundantRoles: see DataTable */}
    <th role="rowheader" scope="rowgroup" colSpan={columns}>
      {name}
    </th>
  </tr>
);

/** Rows that a table had when last shown, for its next skeleton. */
const lastRows = new Map<string, number>();

/**
 * The table of every list. Explicit roles: on narrow screens the rows are displayed as cards, and a table that is not
 * displayed as one loses its roles.
 */
export function DataTable<Row, Sort extends string>(props: TableProps<Row, Sort>) {
  const { caption, idOf, nameOf, page, selection, busy, groupOf, lines = 1, skeletonRows = 6 } = props;
  // An empty page is not rendered: it is beyond the end, and another one is loading.
  const rows = page && props.rows?.length === 0 ? undefined : props.rows;
  const keys = useRowKeys(rows, idOf, props.onRowKey);
  const { shown: columns, choice } = useColumns(props.columns, page ? props.name : false);
  const seen = `${useLocation().pathname} ${caption}`;
  const count = rows?.length;
  useEffect(() => {
    if (count) lastRows.set(seen, count);
  }, [seen, count]);

  return (
    <div className={styles.frame} data-choice={choice && ''}>
      {choice && (
        <div className={styles.tools}>
          <ColumnMenu choice={choice} />
        </div>
      )}
      <div className={styles.scroller}>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
        <table role="table" className={styles.table} aria-busy={busy || rows === undefined}>
          <caption className={hidden.hidden}>{caption}</caption>
          <thead className={styles.head}>
            <tr>
              {selection && (
                <th scope="col" className={styles.check}>
                  <Checkbox
                    size="xs"
                    aria-label={t.admin.table.selectPage}
                    disabled={rows === undefined}
                    checked={selection.all}
                    indeterminate={selection.some}
                    onChange={selection.toggleAll}
                  />
                </th>
              )}
              {columns.map((column) => (
                <SortHeader key={column.key} column={column} page={page} />
              ))}
            </tr>
          </thead>
          {/* biome-ignore lint/a11y/noRedundantRoles: see above */}
          <tbody role="rowgroup" {...keys} className={styles.body} data-busy={busy || undefined}>
            {rows === undefined && (
              <SkeletonRows
                rows={lastRows.get(seen) ?? page?.query.size ?? skeletonRows}
                columns={columns.length + (selection ? 1 : 0)}
                lines={lines}
              />
            )}
            {rows?.map((row, index) => [
              groupOf && groupOf(row) !== (rows[index - 1] && groupOf(rows[index - 1] as Row)) && (
                <GroupRow key={`group ${groupOf(row)}`} name={groupOf(row)} columns={columns.length} />
              ),
              <BodyRow
                key={idOf(row)}
                row={row}
                id={idOf(row)}
                name={nameOf(row)}
                columns={columns}
                selection={selection}
              />,
            ])}
          </tbody>
        </table>
      </div>
    </div>
  );
}
