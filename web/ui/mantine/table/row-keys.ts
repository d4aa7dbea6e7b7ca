import type { FocusEvent, KeyboardEvent } from 'react';
import { useLayoutEffect, useRef } from 'react';

/** Elements that take letters as text, or use the arrow keys themselves. */
const typing = 'input:not([type="checkbox"]), textarea, select, [role="menu"], [contenteditable="true"]';

const rowOf = (target: EventTarget): HTMLTableRowElement | null =>
  target instanceof Element ? target.closest('tbody > tr') : null;

const control = (row: Element | null | undefined) =>
  row?.querySelector<HTMLElement>('input[type="checkbox"], button, a[href]');

/** A menu or dialog opened from a row. */
const overlay = '[role="menu"], [role="dialog"]';

const nothingHasFocus = () =>
  (document.activeElement === null || document.activeElement === document.body) &&
  ![...document.querySelectorAll(overlay)].some((each) => each.checkVisibility());

/** Calls back as soon as nothing has the focus; cancelled once something outside of a menu or dialog has it. */
function onceFocusIsLost(then: () => void): () => void {
  if (nothingHasFocus()) {
    then();
    return () => undefined;
  }
  const look = () => {
    const elsewhere = document.activeElement !== document.body && !document.activeElement?.closest(overlay);
    if (!elsewhere && !nothingHasFocus()) return;
    observer.disconnect();
    if (!elsewhere) then();
  };
  // Removing a dialog removes the focus with it, without an event.
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Keyboard navigation of a table's rows: J, K and the arrow keys move between rows, X selects one; other keys are
 * passed on. Only while the focus is in a row (WCAG 2.1.4). When the focused row is removed, the focus goes to the one
 * in its place.
 */
export function useRowKeys<Row>(
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
  onRowKey: ((row: Row, key: string) => void) | undefined,
) {
  const body = useRef<HTMLTableSectionElement>(null);
  const focused = useRef<{ id: string; index: number }>(undefined);
  const stopWaiting = useRef<() => void>(undefined);

  useLayoutEffect(() => {
    const was = focused.current;
    if (!was || !rows || rows.some((row) => idOf(row) === was.id)) return;
    focused.current = undefined;
    stopWaiting.current?.();
    stopWaiting.current = onceFocusIsLost(() => {
      const all = body.current?.querySelectorAll(':scope > tr:not([data-group])');
      if (all) control(all[Math.min(was.index, all.length - 1)])?.focus();
    });
  }, [rows, idOf]);
  useLayoutEffect(() => () => stopWaiting.current?.(), []);

  if (!onRowKey) return { ref: body };
  return {
    ref: body,
    onFocus(event: FocusEvent) {
      // React events bubble through portals: ignores keys in a row's menu.
      if (!body.current?.contains(event.target)) return;
      const row = rowOf(event.target);
      const index = row ? [...(body.current?.children ?? [])].indexOf(row) : -1;
      const data = rows?.[index];
      focused.current = data && { id: idOf(data), index };
    },
    onBlur(event: FocusEvent) {
      // A removed row, or one whose menu opens, blurs without a related target: then the position is still needed.
      if (event.relatedTarget && !event.relatedTarget.closest(overlay)) focused.current = undefined;
    },
    onKeyDown(event: KeyboardEvent) {
      const row = rowOf(event.target);
      const inText = event.target instanceof Element && event.target.closest(typing) !== null;
      if (!row || inText || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!body.current?.contains(row)) return;
      const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const step = key === 'j' || key === 'ArrowDown' ? 1 : key === 'k' || key === 'ArrowUp' ? -1 : 0;
      if (step !== 0) {
        event.preventDefault();
        control(step > 0 ? row.nextElementSibling : row.previousElementSibling)?.focus();
        return;
      }
      if (key === 'x') return row.querySelector<HTMLElement>('input[type="checkbox"]')?.click();
      const data = rows?.[[...body.current.children].indexOf(row)];
      if (data && key.length === 1) onRowKey(data, key);
    },
  };
}
