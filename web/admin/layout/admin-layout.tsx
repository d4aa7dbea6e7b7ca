import '../../ui/mantine/styles-admin.ts';
import './appearance.ts';
import { Drawer } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect } from 'react';
import { t } from '#texts';
import { limits } from '../../../contract/limits.ts';
import { useOnTop } from '../../ui/mantine/use-on-top.ts';
import { OfflineBanner } from '../../ui/offline-banner.tsx';
import { queryClient } from '../query-client.ts';
import { UndoTray } from '../review/undo-tray.tsx';
import { TabBar } from '../tabs/tab-bar.tsx';
import styles from './admin-layout.module.css';
import { startErrorLog } from './error-log/error-log.ts';
import { Navbar } from './navbar.tsx';
import { Screen } from './screen.tsx';
import { useSettings } from './settings/settings.ts';
import { Sidebar } from './sidebar/sidebar.tsx';
import { type SidebarState, useSidebar } from './sidebar/sidebar-state.ts';

startErrorLog();

/** Beside the screen on a desktop, an overlay on a mobile, where it closes after navigation. */
function SidebarPlace({ device, open, toggle, onNavigate }: SidebarState) {
  const onTop = useOnTop(device === 'mobile' && open);
  if (device === 'desktop') {
    return (
      <div className={styles.side} data-rail={!open || undefined}>
        <Sidebar rail={!open} />
      </div>
    );
  }
  return (
    <Drawer.Root {...onTop} opened={open} onClose={toggle} size={limits.sidebarWidth}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={t.admin.menu} className={styles.drawer ?? ''}>
        <Sidebar onNavigate={onNavigate} />
      </Drawer.Content>
    </Drawer.Root>
  );
}

/** §2: the layout of the back office. */
export function Component() {
  const sidebar = useSidebar();
  const { fixedHeader } = useSettings();
  // The next administrator must not see cached data of this one.
  useEffect(() => () => queryClient.clear(), []);
  return (
    <QueryClientProvider client={queryClient}>
      <a className="skip-link" href="#main">
        {t.admin.skip}
      </a>
      <div className={styles.layout}>
        <SidebarPlace {...sidebar} />
        <div className={styles.column}>
          <div className={styles.header} data-fixed={fixedHeader || undefined}>
            <Navbar {...sidebar} />
            <TabBar />
          </div>
          <OfflineBanner />
          <main id="main" className={styles.main} tabIndex={-1}>
            <Screen />
          </main>
          <UndoTray />
        </div>
      </div>
    </QueryClientProvider>
  );
}
