import { type FocusEvent, useEffect, useRef } from 'react';
import { readToken } from '../session/tokens.ts';
import { fetchAhead } from './prefetched.ts';

/** A pointer that only passes by stays for less, ms. */
const DELAY = 65;

const saving = (): boolean =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;

function prefetch(id: string): void {
  if (saving()) return;
  // The same file that the route asks for.
  void import('../features/dataset-detail/dataset-detail.page.tsx').catch(() => {});
  // A user's answer holds a ticket, which is given when the page is opened.
  if (!readToken('user')) fetchAhead(id);
}

/** Handlers of a link to a dataset: its page's code and data are fetched when the link is about to be followed. */
export function usePrefetch(id: string) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const cancel = () => clearTimeout(timer.current);
  const begin = () => {
    cancel();
    timer.current = setTimeout(() => prefetch(id), DELAY);
  };
  // A click focuses as well, when the page that it opens has taken what was fetched.
  const onFocus = ({ currentTarget }: FocusEvent) => {
    if (currentTarget.matches(':focus-visible')) begin();
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  return { onPointerEnter: begin, onPointerLeave: cancel, onFocus, onBlur: cancel };
}
