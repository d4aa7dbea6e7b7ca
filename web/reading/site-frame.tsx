import type { ReactNode } from 'react';
import { t } from '#texts/reading';
import { paths } from '../paths.ts';
import { siteFooter, siteLogo, siteName } from '../session/site.ts';
import { useVisitor } from '../session/user.ts';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Mark } from '../ui/mark.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { ThemeMenu } from '../ui/theme-menu.tsx';
import { FooterText } from './footer.tsx';
import header from './header.module.css';
import layout from './layout.module.css';
import { UserMenu } from './user-menu.tsx';

/** Header and footer of the public pages in the other shell: links without the router, texts from the document. Its
 * child is `<main id="main">`. */
export function SiteFrame({ children }: { children: ReactNode }) {
  const visitor = useVisitor();
  return (
    <div className={layout.page}>
      <a className={layout.skip} href="#main">
        {t.reading.skip}
      </a>
      <header className={header.header}>
        <div className={header.inner}>
          <a className={header.brand} href={paths.home}>
            {siteLogo() ? <img className={header.logo} src={siteLogo()} alt="" /> : <Mark />}
            <span>{siteName()}</span>
          </a>
          <div className={header.actions}>
            <LanguageSwitch />
            <ThemeMenu label={t.reading.themeLabel} names={t.reading.themes} />
            {(visitor.kind === 'signed in' || visitor.kind === 'unknown') && <UserMenu visitor={visitor} />}
          </div>
        </div>
      </header>
      <OfflineBanner />
      {children}
      <FooterText {...siteFooter()} />
    </div>
  );
}
