import type { ReactNode } from 'react';

/** One column of a DataTable. */
export interface Column<Row, Sort extends string> {
  key: string;
  header: string;
  cell(row: Row): ReactNode;
  /** The server's name of the sort; absent: not sortable. */
  sort?: Sort;
  /** Numbers are right-aligned, so that their digits line up. */
  numeric?: boolean;
  /** Free text, addresses and paths: cut off at the column's end, so that it does not push the other columns out. */
  long?: boolean;
  /** Title of the card that a row becomes on phones, and row header for screen readers. One column has it. */
  primary?: boolean;
  /** The row's buttons: last column, and without a label on phones. */
  actions?: boolean;
}
