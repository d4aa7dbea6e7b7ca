/** A visited screen. */
export interface Tab {
  /** The key: URLs that differ only in their query are one tab. */
  path: string;
  /** Its last URL, with query and fragment. */
  url: string;
}

/** Paths of pinned screens ("affix"): always present, first, and never closed. */
export type Pinned = readonly string[];

/** The list with all pinned tabs first, visited or not. */
export const pinnedFirst = (tabs: readonly Tab[], pinned: Pinned): Tab[] => [
  ...pinned.map((path) => tabs.find((tab) => tab.path === path) ?? { path, url: path }),
  ...tabs.filter(({ path }) => !pinned.includes(path)),
];

/** The list after a visit: a new tab at the end, or a known one with its latest URL. */
export function visit(tabs: readonly Tab[], tab: Tab, pinned: Pinned): Tab[] {
  const known = tabs.some(({ path }) => path === tab.path);
  return pinnedFirst(
    known ? tabs.map((each) => (each.path === tab.path ? tab : each)) : [...tabs, tab],
    pinned,
  );
}

/** The four entries of the menu, §2. `path` is the tab whose menu was opened. */
export type ClosingRequest = { kind: 'one' | 'others'; path: string } | { kind: 'all' };

export interface ClosingPlan {
  /** Tabs to close. */
  gone: Tab[];
  /** Tab to activate, when the active one is closed or another one is kept. */
  goTo: Tab | undefined;
}

/** Computes a closing. The active tab is replaced by its neighbour: the next one, else the previous one. */
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

/** State stored over a reload, with its owner. */
export interface StoredTabs {
  /** Id of the administrator. */
  who: string;
  tabs: Tab[];
  /** Scroll position of each screen, in px by path. */
  scroll: Record<string, number>;
}

const isTab = (value: unknown): value is Tab => {
  const { path, url } = (value ?? {}) as Partial<Tab>;
  return typeof path === 'string' && typeof url === 'string' && url.split(/[?#]/, 1)[0] === path;
};

/**
 * Parses the stored state: nothing of another administrator, and no screen without permission.
 * @param text from session storage, untrusted
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
