import { Checkbox } from '@mantine/core';
import type { MouseEvent } from 'react';
import { t } from '#texts';
import type { Column } from './column.ts';
import styles from './data-table.module.css';
import type { Selection } from './use-selection.ts';

interface Props<Row, Sort extends string> {
  row: Row;
  id: string;
  name: string;
  columns: readonly Column<Row, Sort>[];
  selection: Selection | undefined;
}

const isCut = ({ scrollWidth, clientWidth }: Element) => clientWidth > 0 && scrollWidth > clientWidth;

/** What is cut off can be read in the title. */
function nameIfCut({ currentTarget: cell }: MouseEvent<HTMLTableCellElement>) {
  // biome-ignore lint/performance/useDomNodeTextContent: without the label that only cards show
  cell.title = [...cell.querySelectorAll('*')].some(isCut) ? cell.innerText : '';
}

/** One row; on phones a card (see data-table.tsx for the roles). */
export function BodyRow<Row, Sort extends string>({ row, id, name, columns, selection }: Props<Row, Sort>) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see data-table.tsx
    <tr role="row" data-selected={selection?.has(id) || undefined}>
      {selection && (
        // biome-ignore lint/a11y/noRedundantRoles: see data-table.tsx
        <td role="cell" className={styles.check}>
          <Checkbox
            size="xs"
            aria-label={t.admin.table.select(name)}
            checked={selection.has(id)}
            // The click knows whether Shift is held; the change event does not.
            onClick={(event) => selection.toggle(id, event.shiftKey)}
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
          onMouseEnter={column.long ? nameIfCut : undefined}
        >
          {!column.actions && !column.primary && (
            <span className={styles.label} aria-hidden>
              {column.header}
            </span>
          )}
          {column.long ? (
            <div className={styles.long}>
              <div>{column.cell(row)}</div>
            </div>
          ) : (
            column.cell(row)
          )}
        </td>
      ))}
    </tr>
  );
}
