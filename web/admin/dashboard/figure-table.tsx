import type { ReactNode } from 'react';
import styles from './figure-table.module.css';

interface FigureColumn<Row> {
  header: string;
  cell(row: Row): ReactNode;
}

interface Props<Row> {
  caption: string;
  /** The first column is the row's header; the others are figures. */
  columns: readonly [FigureColumn<Row>, ...FigureColumn<Row>[]];
  rows: readonly Row[];
  idOf(row: Row): string;
}

/** The figures of a chart: remains a table on phones, since its columns are few and narrow. */
export function FigureTable<Row>({ caption, columns, rows, idOf }: Props<Row>) {
  const [first, ...figures] = columns;
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{caption}</caption>
      <thead>
        <tr>
          {columns.map(({ header }) => (
            <th key={header} scope="col">
              {header}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={idOf(row)}>
            <th scope="row">{first.cell(row)}</th>
            {figures.map(({ header, cell }) => (
              <td key={header}>{cell(row)}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
