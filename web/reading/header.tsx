import { Link, useLocation } from 'react-router';
import { t } from '#texts/reading';
import { loginReturningTo, paths } from '../paths.ts';
import { useVisitor, type Visitor } from '../session/user.ts';
import controls from '../ui/controls.module.css';
import { LanguageSwitch } from '../ui/language-switch.tsx';
import { Mark } from '../ui/mark.tsx';
import { ThemeMenu } from '../ui/theme-menu.tsx';
import { useLazy } from '../ui/use-lazy.ts';
import classes from './header.module.css';
import { staticUrl, useSetting } from './setting.ts';

/** A link without the router: the sign-in page is in the other shell. Returns to the current page. */
function SignInLink() {
  const { pathname, search, hash } = useLocation();
  const here = pathname + search + hash;
  const href = here === paths.home ? paths.login : loginReturningTo(here);
  return (
    <a className={controls.button} href={href} data-for="visitors">
      {t.reading.signIn}
    </a>
  );
}

const load = async () => (await import('./user-menu.tsx')).UserMenu;

/** Loaded only where somebody is signed in; without it the account's own page still leads everywhere. */
function Account({ visitor }: { visitor: Visitor }) {
  const { Component: Menu, failed } = useLazy(load);
  if (failed) return <a href={paths.account}>{t.reading.account}</a>;
  if (!Menu || visitor.kind === 'loading') return <span className={classes.reserved} aria-hidden="true" />;
  return <Menu visitor={visitor} />;
}

export function Header() {
  const visitor = useVisitor();
  const setting = useSetting();
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link className={classes.brand} to={paths.home}>
          {setting.logo ? (
            <img className={classes.logo} src={staticUrl(setting, setting.logo)} alt="" />
          ) : (
            <Mark />
          )}
          <span>{setting.name}</span>
        </Link>
        <div className={classes.actions}>
          <LanguageSwitch />
          <ThemeMenu label={t.reading.themeLabel} names={t.reading.themes} />
          {visitor.kind === 'anonymous' && <SignInLink />}
          {visitor.kind !== 'anonymous' && <Account visitor={visitor} />}
        </div>
      </div>
    </header>
  );
}
