import { useMemo } from 'react';
import { useLocation } from 'react-router';
import { titleOf } from '../../paths.ts';
import type { Permissions } from '../access/permissions.ts';
import { mayOpen } from '../layout/menu.ts';
import { useSettings } from '../layout/settings/settings.ts';
import { type Tab, visit } from './tab-list.ts';
import { pinned, useTabState } from './tab-store.ts';

export interface ShownTab extends Tab {
  title: string;
  pinned: boolean;
  /** Number of refreshes. */
  refreshed: number;
}

/** The tabs, that of the URL included, unless the administrator lacks its permission. */
export function useTabs(permissions: Permissions): { tabs: ShownTab[]; active: string } {
  const { tabs, refreshed } = useTabState();
  const { pathname, search, hash } = useLocation();
  const here = useMemo(() => ({ path: pathname, url: pathname + search + hash }), [pathname, search, hash]);
  const all = visit(tabs, here, pinned).filter(({ path }) => mayOpen(permissions, path));
  return {
    tabs: all.map((tab) => ({
      ...tab,
      title: titleOf(tab.path),
      pinned: pinned.includes(tab.path),
      refreshed: refreshed[tab.path] ?? 0,
    })),
    active: pathname,
  };
}

/** Target of a menu link: the tab's last URL, or the bare screen; for the active one the bare screen, too. */
export function useAddressOf(path: string): string {
  const { tabs } = useTabState();
  const { tagsView } = useSettings();
  const shown = useLocation().pathname === path;
  return (tagsView && !shown && tabs.find((tab) => tab.path === path)?.url) || path;
}
