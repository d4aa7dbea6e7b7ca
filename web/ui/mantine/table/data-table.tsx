import { Checkbox, Skeleton } from '@mantine/core';
import { en } from '../../../../texts/en.ts';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import { useRowKeys } from './row-keys.ts';
import { SortHeader } from './sort-header.tsx';
import type { Selection } from './use-selection.ts';
import type { TablePage } from './use-table-page.ts';

const words = en.admin.table;

interface Props<Row, Sort extends string> {
  caption: string;
  columns: readonly Column<Row, Sort>[];
  rows: readonly Row[] | undefined;
  idOf(row: Row): string;
  nameOf(row: Row): string;
  page?: Pick<TablePage<Sort, string>, 'query' | 'toggleSort'>;
  selection?: Selection;
  /** A letter typed while the focus is in a row; with it, J, K, X and the arrows work too. */
  onRowKey?: (row: Row, key: string) => void;
  /** Shows what is there while other rows are on their way. */
  busy?: boolean;
  skeletonRows?: number;
}

/**
 * One table for every list. Roles are written out, since on phones the rows are drawn as cards, and a table that is
 * not drawn as one loses its roles.
 */
export function DataTable<Row, Sort extends string>(props: Props<Row, Sort>) {
  const { caption, columns, rows, idOf, nameOf, page, selection, busy, skeletonRows = 6 } = props;
  const keys = useRowKeys(rows, idOf, props.onRowKey);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above
    <table role="table" className={styles.table} aria-busy={busy || rows === undefined}>
      <caption className={styles.caption}>{caption}</caption>
      <thead className={styles.head}>
        <tr>
          {selection && (
            <th scope="col" className={styles.check}>
              <Checkbox
                size="xs"
                aria-label={words.selectPage}
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
        {rows === undefined &&
          Array.from({ length: skeletonRows }, (_, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else, and never move
            <tr key={index} aria-hidden>
              <td colSpan={columns.length + (selection ? 1 : 0)}>
                <Skeleton height={16} my={6} width={`${90 - (index % 3) * 15}%`} />
              </td>
            </tr>
          ))}
        {rows?.map((row) => (
          // biome-ignore lint/a11y/noRedundantRoles: see above
          <tr role="row" key={idOf(row)} data-selected={selection?.has(idOf(row)) || undefined}>
            {selection && (
              // biome-ignore lint/a11y/noRedundantRoles: see above
              <td role="cell" className={styles.check}>
                <Checkbox
                  size="xs"
                  aria-label={words.select(nameOf(row))}
                  checked={selection.has(idOf(row))}
                  // The click knows whether Shift is held; the change event does not.
                  onClick={(event) => selection.toggle(idOf(row), event.shiftKey)}
                  onChange={() => undefined}
                />
              </td>
            )}
            {columns.map((column) => (
              <td
                role={column.primary ? 'rowheader' : 'cell'}
                key={column.key}
                className={column.actions ? styles.actions : column.primary ? styles.primary : undefined}
                data-numeric={column.numeric || undefined}
                data-long={column.long || undefined}
              >
                {!column.actions && !column.primary && (
                  <span className={styles.label} aria-hidden>
                    {column.header}
                  </span>
                )}
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
