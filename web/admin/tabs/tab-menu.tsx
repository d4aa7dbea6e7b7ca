import { Menu } from '@mantine/core';
import { tTabs } from '#texts/tabs';
import { storedWording } from '../../session/wording.ts';
import styles from './tab-menu.module.css';
import type { TabActions } from './use-tab-actions.ts';
import type { ShownTab } from './use-tabs.ts';

interface Props {
  /** The tab whose menu was opened: "current". */
  tab: ShownTab;
  tabs: readonly ShownTab[];
  actions: TabActions;
}

/** §2: the four entries. Those without effect are disabled. */
export function TabMenuEntries({ tab, tabs, actions }: Props) {
  const words = storedWording() === 'corrected' ? tTabs.corrected : tTabs.literal;
  const others = tabs.some(({ path, pinned }) => !pinned && path !== tab.path);
  const any = tabs.some(({ pinned }) => !pinned);
  const { closeThose, refresh } = actions;
  return (
    <Menu.Dropdown aria-label={tTabs.menuOf(tab.title)} className={styles.menu ?? ''}>
      <Menu.Item className={styles.entry ?? ''} onClick={() => void refresh(tab)}>
        {words.refresh}
      </Menu.Item>
      <Menu.Item
        className={styles.entry ?? ''}
        disabled={tab.pinned}
        onClick={() => void closeThose({ kind: 'one', path: tab.path })}
      >
        {words.close}
      </Menu.Item>
      <Menu.Item
        className={styles.entry ?? ''}
        disabled={!others}
        onClick={() => void closeThose({ kind: 'others', path: tab.path })}
      >
        {words.closeOthers}
      </Menu.Item>
      <Menu.Item
        className={styles.entry ?? ''}
        disabled={!any}
        onClick={() => void closeThose({ kind: 'all' })}
      >
        {words.closeAll}
      </Menu.Item>
    </Menu.Dropdown>
  );
}
