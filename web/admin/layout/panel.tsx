import type { ReactNode } from 'react';
import styles from './panel.module.css';

/** A titled section of a form screen. `aside` is beside the title: a state, a button. */
export function Panel({ title, aside, children }: { title: string; aside?: ReactNode; children: ReactNode }) {
  return (
    <section className={styles.panel}>
      <div className={styles.head}>
        <h2 className={styles.title}>{title}</h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
