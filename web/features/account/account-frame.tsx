import type { ReactNode } from 'react';
import { en } from '../../../texts/en.ts';
import { paths } from '../../paths.ts';
import { Mark } from '../../ui/mark.tsx';
import styles from './account-frame.module.css';

/** Header with the brand, and one column of 420 px. The reading pages are another document: plain links. */
export function AccountFrame({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <>
      <a className="skip-link" href="#main">
        {en.account.skip}
      </a>
      <header className={styles.header}>
        <a className={styles.brand} href={paths.home}>
          <Mark />
          {en.brand}
        </a>
        <a className={styles.back} href={paths.home}>
          {en.account.home}
        </a>
      </header>
      <main className={styles.main} id="main" tabIndex={-1}>
        <h1 className={styles.title}>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </main>
    </>
  );
}
