/** A visited screen. */
export interface Tab {
  /** The key: two addresses that differ in their query only are one tab. */
  path: string;
  /** The address it was left at, with query and fragment. */
  url: string;
}

/** Which screens are pinned ("affix"): always there, first, and never closed. */
export type Pinned = readonly string[];

/** With the pinned ones first, whether they were visited or not. */
export const pinnedFirst = (tabs: readonly Tab[], pinned: Pinned): Tab[] => [
  ...pinned.map((path) => tabs.find((tab) => tab.path === path) ?? { path, url: path }),
  ...tabs.filter(({ path }) => !pinned.includes(path)),
];

/** The list after a visit: a new tab at the end, or a known one with its newest address. */
export function visit(tabs: readonly Tab[], tab: Tab, pinned: Pinned): Tab[] {
  const known = tabs.some(({ path }) => path === tab.path);
  return pinnedFirst(
    known ? tabs.map((each) => (each.path === tab.path ? tab : each)) : [...tabs, tab],
    pinned,
  );
}

/** The four entries of the menu, §2. `path` is the tab that the menu was opened on. */
export type ClosingRequest = { kind: 'one' | 'others'; path: string } | { kind: 'all' };

export interface ClosingPlan {
  /** What goes. */
  gone: Tab[];
  /** Where to go, when the shown tab is among them or the one that is left is another. */
  goTo: Tab | undefined;
}

/** What a closing takes away. The shown tab's place is taken by its neighbour: the next one, else the one before. */
export function close(
  tabs: readonly Tab[],
  active: string,
  closing: ClosingRequest,
  pinned: Pinned,
): ClosingPlan {
  const goes = ({ path }: Tab) =>
    !pinned.includes(path) &&
    (closing.kind === 'all' || (closing.kind === 'one' ? path === closing.path : path !== closing.path));
  const gone = tabs.filter(goes);
  if (closing.kind === 'others' && closing.path !== active)
    return { gone, goTo: tabs.find(({ path }) => path === closing.path) };
  if (!gone.some(({ path }) => path === active)) return { gone, goTo: undefined };
  const at = tabs.findIndex(({ path }) => path === active);
  const stays = (tab: Tab) => !goes(tab);
  return { gone, goTo: tabs.slice(at).find(stays) ?? tabs.slice(0, at).findLast(stays) };
}

export const without = (tabs: readonly Tab[], paths: ReadonlySet<string>): Tab[] =>
  tabs.filter(({ path }) => !paths.has(path));

/** What outlives a reload, and whose it is. */
export interface StoredTabs {
  /** Id of the administrator. */
  who: string;
  tabs: Tab[];
  /** How far down each screen was scrolled, in px by path. */
  scroll: Record<string, number>;
}

const isTab = (value: unknown): value is Tab => {
  const { path, url } = (value ?? {}) as Partial<Tab>;
  return typeof path === 'string' && typeof url === 'string' && url.split(/[?#]/, 1)[0] === path;
};

/**
 * Reads what was kept: nothing of another administrator's, and no screen that may not be opened (any more).
 * @param text as it lies in the session's storage, which people can write too
 */
export function restore(text: string | null, who: string, mayOpen: (path: string) => boolean): StoredTabs {
  const empty: StoredTabs = { who, tabs: [], scroll: {} };
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<StoredTabs> | null;
    if (kept?.who !== who || !Array.isArray(kept.tabs)) return empty;
    const tabs = kept.tabs.filter((tab) => isTab(tab) && mayOpen(tab.path));
    const scroll = Object.entries(kept.scroll ?? {}).filter(
      ([path, top]) => Number.isFinite(top) && tabs.some((tab) => tab.path === path),
    );
    return { who, tabs, scroll: Object.fromEntries(scroll) };
  } catch {
    return empty;
  }
}
