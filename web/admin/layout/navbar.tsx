import { t } from '#texts';
import { tLayout } from '#texts/layout';
import { t as tReading } from '#texts/reading';
import { Icon } from '../../ui/icon.tsx';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { ThemeMenu } from '../../ui/theme-menu.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Breadcrumb } from './breadcrumb.tsx';
import { ErrorLogButton } from './error-log/error-log-button.tsx';
import { FullscreenButton } from './fullscreen-button.tsx';
import styles from './navbar.module.css';
import { HeaderSearch } from './search/header-search.tsx';
import { SettingsButton } from './settings/settings-button.tsx';
import { SizeMenu } from './settings/size-menu.tsx';
import type { SidebarState } from './sidebar/sidebar-state.ts';

/** The sidebar's button: opens a dialog on a mobile, changes the sidebar's width on a desktop. */
function Hamburger({ device, open, toggle }: SidebarState) {
  const words = device === 'mobile' ? t.admin.openMenu : open ? tLayout.sidebar.close : tLayout.sidebar.open;
  return (
    <button
      type="button"
      className={styles.tool}
      aria-label={words}
      title={words}
      aria-expanded={open}
      onClick={toggle}
    >
      <Icon name="menu" />
    </button>
  );
}

/** §2. On a mobile some controls are in the settings drawer instead. */
export function Navbar(sidebar: SidebarState) {
  const { device } = sidebar;
  return (
    <header className={styles.navbar}>
      <Hamburger {...sidebar} />
      <Breadcrumb />
      <HeaderSearch />
      <div className={styles.tools}>
        <ErrorLogButton />
        {device === 'desktop' && (
          <>
            <FullscreenButton />
            <SizeMenu />
          </>
        )}
        <SettingsButton device={device} />
        {device === 'desktop' && (
          <>
            <LanguageSwitch />
            <ThemeMenu label={tReading.reading.themeLabel} names={tReading.reading.themes} />
          </>
        )}
      </div>
      <AccountMenu />
    </header>
  );
}
