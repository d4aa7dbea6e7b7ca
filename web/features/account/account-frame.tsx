import type { ReactNode } from 'react';
import { SiteFrame } from '../../reading/site-frame.tsx';
import styles from './account-frame.module.css';

const widths = { form: '', text: styles.text, page: styles.wide };

interface Props {
  title: string;
  intro?: ReactNode;
  /** Wider than a form: for longer answers, or as wide as the page. */
  width?: 'form' | 'text' | 'page';
  children?: ReactNode;
}

/** A public page of one column, 420 px for a form. */
export function AccountFrame({ title, intro, width = 'form', children }: Props) {
  return (
    <SiteFrame>
      <main className={`${styles.main} ${widths[width]}`} id="main" tabIndex={-1}>
        <h1 className={styles.title}>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </main>
    </SiteFrame>
  );
}
