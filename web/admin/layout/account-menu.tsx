import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { t } from '#texts';
import { tLayout } from '#texts/layout';
import { adminLogout } from '../../../contract/session.ts';
import { call } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { dropArrivedLink } from '../../session/arrived-link.ts';
import { endAdminSession } from '../../session/tokens.ts';
import { storedLiteral } from '../../session/wording.ts';
import { Icon } from '../../ui/icon.tsx';
import { confirm } from '../../ui/mantine/confirm.ts';
import { adminInfoQuery } from '../access/use-allowed.ts';
import { forgetTabs } from '../tabs/tab-store.ts';
import { clearErrorLog } from './error-log/error-log.ts';
import styles from './navbar.module.css';

/** §2: logout after confirmation. The session ends here even if the server is unreachable. */
async function logOut(): Promise<void> {
  const sure = await confirm({
    title: storedLiteral().systemPrompt,
    message: storedLiteral().logoutConfirm,
    confirmLabel: t.admin.logout,
    cancelLabel: t.admin.cancel,
  });
  if (!sure) return;
  await call(adminLogout, { quiet: 'even expired' }).catch(() => undefined);
  endAdminSession();
  dropArrivedLink();
  clearErrorLog();
  forgetTabs();
  location.assign(paths.adminLogin);
}

/** Own account, link to the portal, and logout; only the initial where space is short. */
export function AccountMenu() {
  const { data, isError } = useQuery(adminInfoQuery);
  // The user info may fail to load; logging out still works.
  const name = data?.firstName ?? (isError ? '?' : undefined);
  if (name === undefined) return null;
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button
          type="button"
          className={styles.own}
          aria-label={tLayout.accountMenu(name)}
          // Rendered by CSS: screen readers get the name only.
          data-initial={[...name][0]?.toUpperCase()}
        >
          <span className={styles.ownName}>{name}</span>
          <Icon name="chevron" />
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={paths.adminAccount}>
          {t.admin.account}
        </Menu.Item>
        <Menu.Item component="a" href={paths.home}>
          {t.admin.portal}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => void logOut()}>{t.admin.logout}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
