import type { ReactNode } from 'react';

/** One column of a DataTable. */
export interface Column<Row, Sort extends string> {
  key: string;
  header: string;
  cell(row: Row): ReactNode;
  /** The server's name for sorting by it; absent: not sortable. */
  sort?: Sort;
  /** Numbers stand to the right, so that their digits line up. */
  numeric?: boolean;
  /** What people type, addresses and paths: may break anywhere, so that it does not push the other columns out. */
  long?: boolean;
  /** Heads the card that a row becomes on phones, and the row for screen readers. One column has it. */
  primary?: boolean;
  /** The row's buttons: last, and without a label on phones. */
  actions?: boolean;
}
