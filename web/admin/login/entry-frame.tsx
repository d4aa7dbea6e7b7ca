import '../layout/appearance.ts';
import type { ReactNode } from 'react';
import { SiteFrame } from '../../reading/site-frame.tsx';
import styles from './entry-frame.module.css';

/** look.md: one 420 px column, for the two pages of the back office without a session. */
export const EntryFrame = ({ title, children }: { title: string; children: ReactNode }) => (
  <SiteFrame>
    <main className={styles.page} id="main" tabIndex={-1}>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </main>
  </SiteFrame>
);
