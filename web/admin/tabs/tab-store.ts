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

/** Of this browser tab only, and over its reloads. */
const storageKey = 'vitrine-admin-tabs';

export interface TabState {
  tabs: readonly Tab[];
  /** How often each tab was refreshed: another number is another screen. */
  refreshed: Readonly<Record<string, number>>;
}

let who: string | undefined;
const none: TabState = { tabs: [], refreshed: {} };
const state = createStore(none);
/** Tabs that go as soon as another one is shown: a screen is not taken away from under the person. */
let leaving: ReadonlySet<string> = new Set();

/** Before the page goes, too: scrolling alone changes no tab. */
export function keepTabs(): void {
  if (who === undefined) return;
  const kept: StoredTabs = { who, tabs: [...state.get().tabs], scroll: rememberedTops() };
  try {
    sessionStorage.setItem(storageKey, JSON.stringify(kept));
  } catch {
    // Full or forbidden: the tabs then last until the next reload.
  }
}

function change(next: Partial<TabState>): void {
  state.set({ ...state.get(), ...next });
  keepTabs();
}

/** Takes up what this person had open here before; of anybody else nothing is left. Gives whether there was need to. */
export function openTabsOf(person: string, mayOpen: (path: string) => boolean): boolean {
  if (who === person) return false;
  const kept = restore(sessionStorage.getItem(storageKey), person, mayOpen);
  who = person;
  setRememberedTops(kept.scroll);
  change({ tabs: pinnedFirst(kept.tabs, pinned), refreshed: {} });
  return true;
}

/** A screen is shown; what was to be closed then goes. */
export function arrive(tab: Tab): void {
  const gone = new Set([...leaving].filter((path) => path !== tab.path));
  leaving = new Set();
  for (const path of gone) forgetTop(path);
  change({ tabs: visit(without(state.get().tabs, gone), tab, pinned) });
}

/** Takes tabs away, at once or, where the shown one is among them, on arrival at another. */
export function closeTabs(gone: readonly Tab[], shown: string): void {
  const going = new Set(gone.map(({ path }) => path));
  if (going.delete(shown)) leaving = new Set([shown]);
  for (const path of going) forgetTop(path);
  change({ tabs: without(state.get().tabs, going) });
}

/** The person stayed after all. */
export function stayHere(): void {
  leaving = new Set();
}

export function refreshTab(path: string): void {
  forgetTop(path);
  const { refreshed } = state.get();
  change({ refreshed: { ...refreshed, [path]: (refreshed[path] ?? 0) + 1 } });
}

/** Signing out leaves nothing for the next person at this machine, and asks nothing once it was confirmed. */
export function forgetTabs(): void {
  letAllGo();
  who = undefined;
  state.set(none);
  sessionStorage.removeItem(storageKey);
}

/** Whether a path has a tab that is not about to go. */
export const isOpen = (path: string): boolean =>
  !leaving.has(path) && state.get().tabs.some((tab) => tab.path === path);

export const useTabState = (): TabState => useStore(state);
