import { type ReactNode, useLayoutEffect } from 'react';
import { useLocation, useOutlet } from 'react-router';
import type { UserInfo } from '../../../contract/session.ts';
import { readToken } from '../../session/tokens.ts';
import { rememberScrolling, scrollToRemembered } from '../../ui/scroll-memory.ts';
import { mayOpen } from '../layout/menu.ts';
import { useSettings } from '../layout/settings/settings.ts';
import { keepData, tieQueriesToTabs } from './tab-queries.ts';
import { TabScreen } from './tab-screen.tsx';
import { arrive, forgetTabs, keepTabs, openTabsOf } from './tab-store.ts';
import { askBeforeUnload, letAllGo, useUnsavedPaths } from './unsaved-marks.ts';
import { useTabs } from './use-tabs.ts';

/** Side effects that last while the back office is mounted. */
function useTabKeeping(administrator: UserInfo): void {
  const { pathname, search, hash } = useLocation();
  useLayoutEffect(() => {
    if (openTabsOf(administrator.id, (path) => mayOpen(administrator, path)))
      scrollToRemembered(location.pathname);
  }, [administrator]);
  useLayoutEffect(() => {
    if (mayOpen(administrator, pathname)) arrive({ path: pathname, url: pathname + search + hash });
  }, [administrator, pathname, search, hash]);

  // A layout effect: it must precede the first screen's queries.
  useLayoutEffect(() => {
    const ends = [tieQueriesToTabs(), rememberScrolling(), askBeforeUnload(), letAllGo];
    // Signing out in another window clears the local storage of all windows (§4).
    const signedOut = (event: StorageEvent) => {
      if (event.key === null && readToken('admin') === undefined) forgetTabs();
    };
    addEventListener('pagehide', keepTabs);
    addEventListener('storage', signedOut);
    return () => {
      removeEventListener('pagehide', keepTabs);
      removeEventListener('storage', signedOut);
      for (const end of ends) end();
    };
  }, []);
}

interface Props {
  administrator: UserInfo;
  /** Replaces a screen without permission. */
  otherwise: ReactNode;
}

/**
 * §2: the screen of the URL and, hidden, those of the other tabs opened since the page was loaded. Without the tab bar
 * only screens with unsaved input stay.
 */
export function TabScreens({ administrator, otherwise }: Props) {
  useTabKeeping(administrator);
  const outlet = useOutlet();
  const location = useLocation();
  const { tagsView } = useSettings();
  useLayoutEffect(() => keepData(tagsView), [tagsView]);
  const { tabs, active } = useTabs(administrator);
  const unsaved = useUnsavedPaths();
  const shown = tabs.filter(({ path }) => path === active || tagsView || unsaved.has(path));
  const again = tabs.find(({ path }) => path === active)?.refreshed;
  useLayoutEffect(() => {
    if (again) scrollToRemembered(active);
  }, [again, active]);

  return (
    <>
      {again === undefined && otherwise}
      {shown.map(({ path, refreshed }) => (
        <TabScreen
          key={`${path} ${refreshed}`}
          path={path}
          shown={path === active ? { location, outlet } : undefined}
        />
      ))}
    </>
  );
}
