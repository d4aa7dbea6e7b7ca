import type { ReactNode } from 'react';
import styles from '../../../ui/row-list.module.css';

interface Props {
  words: { none: string; noneWhy: string };
  /** The way on. */
  children?: ReactNode;
}

/** A section without rows: that there are none, and why. */
export const Empty = ({ words, children }: Props) => (
  <div className={styles.empty}>
    <p className={styles.name}>{words.none}</p>
    <p>{words.noneWhy}</p>
    {children}
  </div>
);
