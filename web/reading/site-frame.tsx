import type { ReactNode } from 'react';
import { t } from '#texts/reading';
import { loginReturningTo, paths } from '../paths.ts';
import { isForUsers } from '../session/for-users.ts';
import { siteFooter, siteLogo, siteName } from '../session/site.ts';
import { useVisitor } from '../session/user.ts';
import controls from '../ui/controls.module.css';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Mark } from '../ui/mark.tsx';
import { OfflineBanner } from '../ui/offline-banner.tsx';
import { ThemeMenu } from '../ui/theme-menu.tsx';
import { FooterText } from './footer.tsx';
import header from './header.module.css';
import layout from './layout.module.css';
import { UserMenu } from './user-menu.tsx';

/**
 * Brings back to a user's page; from the others signing in leads on, or to where they were to lead. Without the fragment:
 * on some pages it is a secret, which is not sent to the server (threat 13).
 */
function signInHref(): string {
  const { pathname, search } = location;
  if (isForUsers(pathname)) return loginReturningTo(pathname + search);
  const wanted = new URLSearchParams(search).get('redirect');
  return wanted === null ? paths.login : loginReturningTo(wanted);
}

/** Not on the page it leads to, nor where nobody is a user: with a reviewer's link, and for administrators. */
const offersSignIn = (): boolean =>
  ![paths.login, paths.authRedirect, paths.review].some((path) => path === location.pathname) &&
  !location.pathname.startsWith(`${paths.admin}/`);

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
            {visitor.kind === 'anonymous' && offersSignIn() && (
              <a className={controls.button} href={signInHref()}>
                {t.reading.signIn}
              </a>
            )}
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
