import { Menu } from '@mantine/core';
import { type KeyboardEvent, type MouseEvent, useRef } from 'react';
import { Link } from 'react-router';
import { tTabs as words } from '#texts/tabs';
import { limits } from '../../../contract/limits.ts';
import hidden from '../../ui/hidden.module.css';
import styles from './tab-bar.module.css';
import { TabMenuEntries } from './tab-menu.tsx';
import type { TabActions } from './use-tab-actions.ts';
import type { ShownTab } from './use-tabs.ts';

interface Props {
  tab: ShownTab;
  tabs: readonly ShownTab[];
  active: boolean;
  /** Roving tabindex: this item is in the tab order; arrow keys move from there. */
  inTabOrder: boolean;
  unsaved: boolean;
  actions: TabActions;
  /** Closes it and keeps the focus in the bar. */
  onDelete(): void;
}

const middle = 1;

/** Opens the menu at the tab's lower edge: Shift+F10 has no pointer position. */
function openMenu(item: Element): void {
  const { left, bottom } = item.getBoundingClientRect();
  const at = { clientX: left + 8, clientY: bottom - 4 };
  item.dispatchEvent(new window.MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
}

/**
 * The menu restores the focus on closing, but not when it is closed before it had the focus: then it takes the focus
 * during its transition, and loses it.
 */
function keepFocus(link: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const { activeElement } = document;
    if (activeElement === document.body || activeElement?.closest('[role="menu"]'))
      link?.focus({ preventScroll: true });
  });
}

/** One tab: a link, its close button and its menu. */
export function TabItem({ tab, tabs, active, inTabOrder, unsaved, actions, onDelete }: Props) {
  const { title, url, path, pinned } = tab;
  const link = useRef<HTMLAnchorElement>(null);
  const closeIt = () => actions.closeThose({ kind: 'one', path });

  const onKeyDown = (event: KeyboardEvent<HTMLLIElement>) => {
    const { key, shiftKey } = event;
    if (key === 'Delete' && !pinned) onDelete();
    else if (key === 'ContextMenu' || (key === 'F10' && shiftKey)) openMenu(event.currentTarget);
    else return;
    event.preventDefault();
  };
  // Not on a pinned one either: the browser would open a new tab.
  const onAuxClick = (event: MouseEvent) => {
    if (event.button !== middle) return;
    event.preventDefault();
    if (!pinned) void closeIt();
  };

  return (
    <Menu
      width={limits.tabMenuWidth}
      position="bottom-start"
      offset={4}
      onExitTransitionEnd={() => keepFocus(link.current)}
    >
      <Menu.ContextMenu>
        <li
          className={styles.tab}
          data-active={active || undefined}
          data-path={path}
          data-pinned={pinned || undefined}
          onKeyDown={onKeyDown}
          onAuxClick={onAuxClick}
          onMouseDown={(event) => {
            // Otherwise the middle button starts autoscrolling.
            if (event.button === middle) event.preventDefault();
          }}
        >
          <Link
            ref={link}
            to={url}
            className={styles.link ?? ''}
            aria-current={active ? 'page' : undefined}
            aria-keyshortcuts={pinned ? 'Shift+F10' : 'Delete Shift+F10'}
            tabIndex={inTabOrder ? 0 : -1}
            draggable={false}
          >
            <span className={styles.name}>{title}</span>
            {unsaved && (
              <span className={styles.unsaved} title={words.unsaved}>
                <span className={hidden.hidden}>{words.unsaved}</span>
              </span>
            )}
          </Link>
          {!pinned && (
            <button
              type="button"
              className={styles.close}
              aria-label={words.closeOne(title)}
              // The Delete key does the same: halves the tab stops before the screen.
              tabIndex={-1}
              onClick={() => void closeIt()}
            >
              <svg viewBox="0 0 10 10" aria-hidden="true">
                <path d="M1 1l8 8M9 1L1 9" />
              </svg>
            </button>
          )}
        </li>
      </Menu.ContextMenu>
      <TabMenuEntries tab={tab} tabs={tabs} actions={actions} />
    </Menu>
  );
}
