import type { ReactNode } from 'react';
import { t } from '#texts';
import { paths } from '../../paths.ts';
import { UserMenu } from '../../reading/user-menu.tsx';
import { siteLogo, siteName } from '../../session/site.ts';
import { useVisitor } from '../../session/user.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { Mark } from '../../ui/mark.tsx';
import { ThemeMenu } from '../../ui/theme-menu.tsx';
import styles from './account-frame.module.css';

interface Props {
  title: string;
  intro?: ReactNode;
  /** Wider than a form. */
  wide?: boolean;
  children?: ReactNode;
}

/**
 * Header with the brand, and one column, 420 px for a form. The reading pages are another document: links without the
 * router.
 */
export function AccountFrame({ title, intro, wide = false, children }: Props) {
  const visitor = useVisitor();
  return (
    <>
      <a className="skip-link" href="#main">
        {t.account.skip}
      </a>
      <header className={styles.header}>
        <a className={styles.brand} href={paths.home}>
          {siteLogo() ? <img className={styles.logo} src={siteLogo()} alt="" /> : <Mark />}
          {siteName()}
        </a>
        <div className={styles.actions}>
          <a className={styles.back} href={paths.home}>
            {t.account.home}
          </a>
          <LanguageSwitch />
          <ThemeMenu label={t.reading.themeLabel} names={t.reading.themes} />
          {(visitor.kind === 'signed in' || visitor.kind === 'unknown') && <UserMenu visitor={visitor} />}
        </div>
      </header>
      <main className={wide ? `${styles.main} ${styles.wide}` : styles.main} id="main" tabIndex={-1}>
        <h1 className={styles.title}>{title}</h1>
        {intro !== undefined && <p className={styles.intro}>{intro}</p>}
        {children}
      </main>
    </>
  );
}
