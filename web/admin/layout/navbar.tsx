import { Burger, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router';
import { adminLogout } from '../../../contract/session.ts';
import { en } from '../../../texts/en.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { endAdminSession } from '../../session/tokens.ts';
import { storedLiteral } from '../../session/wording.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { confirm } from '../../ui/mantine/confirm.ts';
import { adminInfoQuery } from '../access/use-allowed.ts';
import { breadcrumb } from './menu.ts';
import styles from './navbar.module.css';

/** §2: logout after confirmation. The session ends here even when the server cannot be told. */
async function logOut(): Promise<void> {
  const sure = await confirm({
    title: storedLiteral().systemPrompt,
    message: storedLiteral().logoutConfirm,
    confirmLabel: en.admin.logout,
    cancelLabel: en.admin.cancel,
  });
  if (!sure) return;
  await call(adminLogout, { quiet: 'even expired' }).catch(() => undefined);
  endAdminSession();
  location.assign(paths.adminLogin);
}

/** The way to one's own account; the initial alone where room is short. */
function OwnAccount() {
  const name = useQuery(adminInfoQuery).data?.firstName;
  if (name === undefined) return null;
  return (
    <Link
      to={paths.adminAccount}
      className={styles.own ?? ''}
      // Drawn by the style sheet: a letter of text would be read out beside the name.
      data-initial={[...name][0]?.toUpperCase()}
    >
      <span className={styles.hidden}>{en.admin.account}: </span>
      <span className={styles.ownName}>{name}</span>
    </Link>
  );
}

export function Navbar({ menuOpen, onMenu }: { menuOpen: boolean; onMenu(): void }) {
  const { pathname } = useLocation();
  return (
    <header className={styles.navbar}>
      <Burger
        size="sm"
        className={styles.burger ?? ''}
        opened={menuOpen}
        onClick={onMenu}
        aria-label={menuOpen ? en.admin.closeMenu : en.admin.openMenu}
        aria-expanded={menuOpen}
      />
      <nav aria-label={en.admin.breadcrumb} className={styles.breadcrumb}>
        <ol>
          {breadcrumb(pathname).map((name, index, all) => (
            <li key={name} aria-current={index === all.length - 1 ? 'page' : undefined}>
              <span>{name}</span>
            </li>
          ))}
        </ol>
      </nav>
      <a className={styles.portal} href={paths.home}>
        {en.admin.portal}
      </a>
      <LanguageSwitch />
      <OwnAccount />
      <Button variant="default" size="xs" onClick={() => void logOut()}>
        {en.admin.logout}
      </Button>
    </header>
  );
}
