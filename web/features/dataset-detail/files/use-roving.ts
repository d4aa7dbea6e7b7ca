import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';

/** What can be focused in a row, from left to right. */
const stops = '[data-stop]';

/** Keys that move to another row, by the row that they lead to. */
const rowKeys: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => Math.min(at + 1, last),
  ArrowUp: (at) => Math.max(at - 1, 0),
  Home: () => 0,
  End: (_, last) => last,
};

interface Moves {
  /** Backspace: the folder above. */
  up: () => void;
  /** Page up (-1) and page down (1). */
  turn: (by: 1 | -1) => void;
}

/**
 * ARIA's grid pattern: one tab stop, arrow keys between rows and within one, Home, End; Enter is the link's own. Set by
 * hand, so that the server's page, without script, keeps a stop for each link.
 * @param key changes with the rows
 */
export function useRoving(key: string, { up, turn }: Moves) {
  const grid = useRef<HTMLTableElement>(null);
  const rowsOf = () => [...(grid.current?.tBodies[0]?.rows ?? [])].filter((row) => row.querySelector(stops));
  const stopsOf = (row: HTMLTableRowElement | undefined) => [
    ...(row?.querySelectorAll<HTMLElement>(stops) ?? []),
  ];

  const only = (current: HTMLElement | undefined) => {
    for (const stop of grid.current?.querySelectorAll<HTMLElement>(stops) ?? []) {
      stop.tabIndex = stop === current ? 0 : -1;
    }
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows begin at the first again
  useEffect(() => {
    const held = document.activeElement;
    const inside = held instanceof HTMLElement && grid.current?.contains(held) && held.matches(stops);
    only(inside ? held : stopsOf(rowsOf()[0])[0]);
  }, [key]);

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => {
    if (target.matches(stops)) only(target);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key: pressed, target } = event;
    if (!(target instanceof HTMLElement) || event.altKey || event.ctrlKey || event.metaKey) return;
    const rows = rowsOf();
    const at = rows.findIndex((row) => row.contains(target));
    if (at < 0) return;
    const within = stopsOf(rows[at]);
    const column = within.indexOf(target);
    const move = rowKeys[pressed];
    if (move) {
      const next = stopsOf(rows[move(at, rows.length - 1)]);
      next[Math.min(column, next.length - 1)]?.focus();
    } else if (pressed === 'ArrowRight' || pressed === 'ArrowLeft') {
      within[column + (pressed === 'ArrowRight' ? 1 : -1)]?.focus();
    } else if (pressed === 'Backspace') up();
    else if (pressed === 'PageDown') turn(1);
    else if (pressed === 'PageUp') turn(-1);
    else return;
    event.preventDefault();
  };

  /** To be called when a folder was entered or left by keyboard, once its rows are there. */
  const focusFirst = () => stopsOf(rowsOf()[0])[0]?.focus({ preventScroll: true });

  return { grid, onFocus, onKeyDown, focusFirst };
}
