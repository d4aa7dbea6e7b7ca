import type { ReactNode } from 'react';
import { SiteFrame } from '../../reading/site-frame.tsx';
import styles from './account-frame.module.css';

interface Props {
  title: string;
  intro?: ReactNode;
  /** Wider than a form. */
  wide?: boolean;
  children?: ReactNode;
}

/** A public page of one column, 420 px for a form. */
export function AccountFrame({ title, intro, wide = false, children }: Props) {
  return (
    <SiteFrame>
      <main className={wide ? `${styles.main} ${styles.wide}` : styles.main} id="main" tabIndex={-1}>
        <h1 className={styles.title}>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </main>
    </SiteFrame>
  );
}
