import type { ReactNode } from 'react';
import styles from './page-head.module.css';

/** A screen's heading with its primary button. */
export function PageHead({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className={styles.head}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </div>
  );
}
