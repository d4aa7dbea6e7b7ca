import '../../ui/mantine/styles-admin.ts';
import { Drawer } from '@mantine/core';
import { useDisclosure, useMediaQuery } from '@mantine/hooks';
import { QueryClientProvider } from '@tanstack/react-query';
import { limits } from '../../../contract/limits.ts';
import { en } from '../../../texts/en.ts';
import { queryClient } from '../query-client.ts';
import { UndoTray } from '../users/undo-tray.tsx';
import styles from './admin-layout.module.css';
import { Navbar } from './navbar.tsx';
import { Screen } from './screen.tsx';
import { Sidebar } from './sidebar.tsx';

/** §2: the frame of the back office. Below 992 px the sidebar is an overlay and closes after navigation. */
export function Component() {
  const [opened, { toggle, close }] = useDisclosure();
  const narrow = useMediaQuery(`(max-width: ${limits.mobileBreakpoint - 0.02}px)`, undefined, {
    getInitialValueInEffect: false,
  });
  return (
    <QueryClientProvider client={queryClient}>
      <a className="skip-link" href="#main">
        {en.admin.skip}
      </a>
      <div className={styles.layout}>
        {narrow ? (
          <Drawer.Root opened={opened} onClose={close} size={limits.sidebarWidth}>
            <Drawer.Overlay />
            <Drawer.Content aria-label={en.admin.menu} className={styles.drawer ?? ''}>
              <Sidebar onNavigate={close} />
            </Drawer.Content>
          </Drawer.Root>
        ) : (
          <div className={styles.side}>
            <Sidebar />
          </div>
        )}
        <div className={styles.column}>
          <Navbar menuOpen={opened} onMenu={toggle} />
          <main id="main" className={styles.main} tabIndex={-1}>
            <Screen />
          </main>
          <UndoTray />
        </div>
      </div>
    </QueryClientProvider>
  );
}
