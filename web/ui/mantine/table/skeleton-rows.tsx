import { Skeleton } from '@mantine/core';
import styles from './data-table.module.css';

interface Props {
  /** How many rows are to come, as far as one can say. */
  rows: number;
  /** Of the table. */
  columns: number;
  /** Of text in a row. */
  lines: number;
}

/** Rows as high as those that are to come, so that nothing jumps when they are there. */
export function SkeletonRows({ rows, columns, lines }: Props) {
  return Array.from({ length: rows }, (_, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have nothing else, and never move
    <tr key={index} aria-hidden>
      <td colSpan={columns}>
        <div
          className={styles.ghost}
          style={{ ['--lines' as string]: lines, ['--columns' as string]: columns }}
        >
          <Skeleton height={12} width={`${90 - (index % 3) * 15}%`} />
        </div>
      </td>
    </tr>
  ));
}
