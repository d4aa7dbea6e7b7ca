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
  /** Another number after each refresh. */
  refreshed: number;
}

/** The tabs of somebody, the one of the address among them unless they may not see that screen. */
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

/** Where a link of the menu leads: to the tab as it was left, or to the bare screen, which the shown one's does, too. */
export function useAddressOf(path: string): string {
  const { tabs } = useTabState();
  const { tagsView } = useSettings();
  const shown = useLocation().pathname === path;
  return (tagsView && !shown && tabs.find((tab) => tab.path === path)?.url) || path;
}
