import { type RefObject, useLayoutEffect, useRef } from 'react';

/**
 * Holds the id of the element to focus after the next render. In a layout effect: one that is put off until after
 * painting could belong to the render before the press, and would use up what the press asked for.
 */
export function useNextFocus(): RefObject<string | undefined> {
  const wanted = useRef<string>(undefined);
  useLayoutEffect(() => {
    if (wanted.current === undefined) return;
    document.getElementById(wanted.current)?.focus();
    wanted.current = undefined;
  });
  return wanted;
}
