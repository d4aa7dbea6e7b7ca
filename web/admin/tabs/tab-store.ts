import { forgetTop, rememberedTops, setRememberedTops } from '../../ui/scroll-memory.ts';
import { createStore, useStore } from '../../ui/store.ts';
import { menu } from '../layout/menu.ts';
import { type Pinned, pinnedFirst, restore, type StoredTabs, type Tab, visit, without } from './tab-list.ts';
import { letAllGo } from './unsaved-marks.ts';

/** §2: the dashboard, by its affix. */
export const pinned: Pinned = menu
  .flatMap(({ items }) => items)
  .filter(({ affix }) => affix)
  .map(({ path }) => path);

/** Session storage: this browser tab only, over reloads. */
const storageKey = 'vitrine-admin-tabs';

export interface TabState {
  tabs: readonly Tab[];
  /** Number of refreshes of each tab, part of its React key: a new one remounts the screen. */
  refreshed: Readonly<Record<string, number>>;
}

let who: string | undefined;
const none: TabState = { tabs: [], refreshed: {} };
const state = createStore(none);
/** Tabs that are closed as soon as another one is shown: a screen is not removed while it is visible. */
let leaving: ReadonlySet<string> = new Set();

/** Also called before unload: scrolling alone changes no tab. */
export function keepTabs(): void {
  if (who === undefined) return;
  const kept: StoredTabs = { who, tabs: [...state.get().tabs], scroll: rememberedTops() };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Storage full or denied: the tabs last until the next reload.
  }
}

function change(next: Partial<TabState>): void {
  state.set({ ...state.get(), ...next });
  keepTabs();
}

/** Restores this administrator's tabs; discards those of anybody else. Returns whether anything was restored. */
export function openTabsOf(person: string, mayOpen: (path: string) => boolean): boolean {
  if (who === person) return false;
  const kept = restore(sessionStorage.getItem(storageKey), person, mayOpen);
  who = person;
  setRememberedTops(kept.scroll);
  change({ tabs: pinnedFirst(kept.tabs, pinned), refreshed: {} });
  return true;
}

/** A screen is shown: closes the tabs that waited for it. */
export function arrive(tab: Tab): void {
  const gone = new Set([...leaving].filter((path) => path !== tab.path));
  leaving = new Set();
  for (const path of gone) forgetTop(path);
  change({ tabs: visit(without(state.get().tabs, gone), tab, pinned) });
}

/** Closes tabs at once or, when the active one is among them, on arrival at another. */
export function closeTabs(gone: readonly Tab[], shown: string): void {
  const going = new Set(gone.map(({ path }) => path));
  if (going.delete(shown)) leaving = new Set([shown]);
  for (const path of going) forgetTop(path);
  change({ tabs: without(state.get().tabs, going) });
}

/** The navigation was cancelled. */
export function stayHere(): void {
  leaving = new Set();
}

export function refreshTab(path: string): void {
  forgetTop(path);
  const { refreshed } = state.get();
  change({ refreshed: { ...refreshed, [path]: (refreshed[path] ?? 0) + 1 } });
}

/** Signing out discards the tabs for the next person at this device, without asking again. */
export function forgetTabs(): void {
  letAllGo();
  who = undefined;
  state.set(none);
  sessionStorage.removeItem(storageKey);
}

/** Whether a path has a tab that is not being closed. */
export const isOpen = (path: string): boolean =>
  !leaving.has(path) && state.get().tabs.some((tab) => tab.path === path);

export const useTabState = (): TabState => useStore(state);
