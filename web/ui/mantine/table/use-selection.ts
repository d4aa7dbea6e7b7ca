import { useRef, useState } from 'react';

/** The ids between two rows of a page, inclusive, in either direction; both must be on the page. */
export function rangeOf(ids: readonly string[], from: string | undefined, to: string): string[] {
  const end = ids.indexOf(to);
  const start = from === undefined ? end : ids.indexOf(from);
  if (start < 0 || end < 0) return [to];
  return ids.slice(Math.min(start, end), Math.max(start, end) + 1);
}

export interface Selection {
  ids: readonly string[];
  all: boolean;
  some: boolean;
  has(id: string): boolean;
  /** With `range` (Shift) every row since the last toggled one gets its new state. */
  toggle(id: string, range: boolean): void;
  toggleAll(): void;
  clear(): void;
}

/** Selected rows of the current page; a row that leaves the page is deselected. */
export function useSelection(pageIds: readonly string[]): Selection {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | undefined>(undefined);
  const ids = pageIds.filter((id) => ticked.has(id));
  if (ids.length < ticked.size) setTicked(new Set(ids));
  const all = ids.length > 0 && ids.length === pageIds.length;
  return {
    ids,
    all,
    some: ids.length > 0 && !all,
    has: (id) => ticked.has(id),
    toggle(id, range) {
      const on = !ticked.has(id);
      const next = new Set(ticked);
      for (const each of range ? rangeOf(pageIds, last.current, id) : [id]) {
        if (on) next.add(each);
        else next.delete(each);
      }
      last.current = id;
      setTicked(next);
    },
    toggleAll: () => setTicked(new Set(all ? [] : pageIds)),
    clear: () => setTicked(new Set()),
  };
}
