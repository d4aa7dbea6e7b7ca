import type { FocusEvent, KeyboardEvent } from 'react';
import { useLayoutEffect, useRef } from 'react';

/** Where letters are text, or where the arrows have a meaning of their own. */
const typing = 'input:not([type="checkbox"]), textarea, select, [role="menu"], [contenteditable="true"]';

const rowOf = (target: EventTarget): HTMLTableRowElement | null =>
  target instanceof Element ? target.closest('tbody > tr') : null;

const control = (row: Element | null | undefined) =>
  row?.querySelector<HTMLElement>('input[type="checkbox"], button, a[href]');

/** A menu or dialog that belongs to the row it was opened from. */
const overlay = '[role="menu"], [role="dialog"]';

const nothingHasFocus = () =>
  (document.activeElement === null || document.activeElement === document.body) &&
  ![...document.querySelectorAll(overlay)].some((each) => each.checkVisibility());

/** Does something as soon as nothing has the focus; not any more once something outside a menu or dialog has it. */
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
  // A dialog that is taken away takes the focus with it, without an event.
  const observer = new MutationObserver(look);
  observer.observe(document.body, { childList: true, subtree: true });
  return () => observer.disconnect();
}

/**
 * Keys within a table's rows: J, K and the arrows move from row to row, X ticks one; others are handed on. They work
 * only while the focus is in a row (WCAG 2.1.4). When the focused row is gone, the focus goes to the one in its place.
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
      const all = body.current?.querySelectorAll(':scope > tr');
      if (all) control(all[Math.min(was.index, all.length - 1)])?.focus();
    });
  }, [rows, idOf]);
  useLayoutEffect(() => () => stopWaiting.current?.(), []);

  if (!onRowKey) return { ref: body };
  return {
    ref: body,
    onFocus(event: FocusEvent) {
      // What has the focus in a row's menu comes through here as well.
      if (!body.current?.contains(event.target)) return;
      const row = rowOf(event.target);
      const index = row ? [...(body.current?.children ?? [])].indexOf(row) : -1;
      const data = rows?.[index];
      focused.current = data && { id: idOf(data), index };
    },
    onBlur(event: FocusEvent) {
      // A row that is taken away blurs to nothing, one whose menu opens into that: then the place is still of use.
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
