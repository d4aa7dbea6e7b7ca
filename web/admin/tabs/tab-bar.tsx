import { Menu } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useRef } from 'react';
import { tTabs as words } from '#texts/tabs';
import { limits } from '../../../contract/limits.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Permissions } from '../access/permissions.ts';
import { adminInfoQuery } from '../access/use-allowed.ts';
import { useSettings } from '../layout/settings/settings.ts';
import styles from './tab-bar.module.css';
import { TabItem } from './tab-item.tsx';
import { TabMenuEntries } from './tab-menu.tsx';
import { useUnsavedPaths } from './unsaved-marks.ts';
import { useStrip } from './use-strip.ts';
import { useTabActions } from './use-tab-actions.ts';
import { useTabs } from './use-tabs.ts';

/** The index that an arrow key leads to, of `count` tabs, from `index`; undefined for other keys. */
function indexAfter(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

function Strip({ administrator }: { administrator: Permissions }) {
  const { tabs, active } = useTabs(administrator);
  const unsaved = useUnsavedPaths();
  const actions = useTabActions(tabs, active);
  const list = useRef<HTMLUListElement>(null);
  useStrip(list, active, tabs.length);
  const activeTab = tabs.find(({ path }) => path === active);
  const stop = activeTab ?? tabs[0];

  const focusTab = (index: number) =>
    list.current?.querySelectorAll<HTMLElement>(':scope > li > a')[index]?.focus();
  const onKeyDown = (event: KeyboardEvent<HTMLUListElement>) => {
    // With Alt, Ctrl or Cmd they are browser shortcuts.
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    // React events bubble through portals: ignores keys in an open menu.
    const item = event.target instanceof Element ? event.target.closest('li') : null;
    const index = item ? [...event.currentTarget.children].indexOf(item) : -1;
    const next = index < 0 ? undefined : indexAfter(event.key, index, tabs.length);
    if (next === undefined) return;
    event.preventDefault();
    focusTab(next);
  };
  const onDelete = async (path: string) => {
    const index = tabs.findIndex((tab) => tab.path === path);
    const done = await actions.closeThose({ kind: 'one', path });
    // Closing the active tab leads to another screen, which focuses its heading.
    if (done && path !== active) focusTab(Math.min(index, tabs.length - 2));
  };

  return (
    <>
      <ul className={styles.strip} ref={list} onKeyDown={onKeyDown}>
        {tabs.map((tab) => (
          <TabItem
            key={tab.path}
            tab={tab}
            tabs={tabs}
            active={tab.path === active}
            inTabOrder={tab === stop}
            unsaved={unsaved.has(tab.path)}
            actions={actions}
            onDelete={() => void onDelete(tab.path)}
          />
        ))}
      </ul>
      {activeTab && (
        <Menu width={limits.tabMenuWidth} position="bottom-end" offset={4}>
          <Menu.Target>
            <button type="button" className={styles.more} aria-label={words.menuOf(activeTab.title)}>
              <Icon name="more" />
            </button>
          </Menu.Target>
          <TabMenuEntries tab={activeTab} tabs={tabs} actions={actions} />
        </Menu>
      )}
    </>
  );
}

/**
 * §2: the tab bar of visited pages, 40 px high. Links in a list, since each target has its URL; hidden by a setting
 * (§3, tagsView).
 */
export function TabBar() {
  const { data: administrator } = useQuery(adminInfoQuery);
  const { tagsView } = useSettings();
  if (!tagsView) return null;
  return (
    <nav className={styles.bar} aria-label={words.label}>
      {administrator && <Strip administrator={administrator} />}
    </nav>
  );
}
