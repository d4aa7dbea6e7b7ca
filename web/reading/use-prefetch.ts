import { type FocusEvent, useEffect, useRef } from 'react';
import { readToken } from '../session/tokens.ts';
import { fetchAhead } from './prefetched.ts';

/** ms of hovering before a prefetch: a passing pointer stays for less. */
const DELAY = 65;

const saving = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

function prefetch(id: string): void {
  if (saving()) return;
  // The same chunk as the route's.
  void import('../features/dataset-detail/dataset-detail.page.tsx').catch(() => {});
  // Not for a signed-in user: their response issues a ticket, which must wait until the page is opened.
  if (!readToken('user')) fetchAhead(id);
}

/** Handlers of a link to a dataset: prefetch its page's chunk and data on hover or focus. */
export function usePrefetch(id: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  const begin = () => {
    cancel();
    timer.current = setTimeout(() => prefetch(id), DELAY);
  };
  // A click focuses, too, when the opened page has already taken the prefetched data.
  const onFocus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(':focus-visible')) begin();
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { onPointerEnter: begin, onPointerLeave: cancel, onFocus, onBlur: cancel };
}
