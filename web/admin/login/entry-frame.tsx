import '../layout/appearance.ts';
import type { ReactNode } from 'react';
import { paths } from '../../paths.ts';
import { siteName } from '../../session/site.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import styles from './entry-frame.module.css';

/** look.md: one 420 px column, for the two pages of the back office without a session. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <main className={styles.page} id="main">
      <p className={styles.brand}>
        <a href={paths.home}>{siteName()}</a>
        <LanguageSwitch />
      </p>
      <h1 className={styles.title}>{title}</h1>
      {children}
    </main>
  );
}
