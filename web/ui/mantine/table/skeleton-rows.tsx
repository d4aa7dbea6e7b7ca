import { Skeleton } from '@mantine/core';
import styles from './data-table.module.css';

interface Props {
  /** Expected number of rows. */
  rows: number;
  /** Columns of the table. */
  columns: number;
  /** Lines of text in a row. */
  lines: number;
}

/** Skeleton rows of the expected height, to avoid a layout shift. */
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
