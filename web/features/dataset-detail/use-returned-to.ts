import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { decode } from '../../ui/decode.ts';

/**
 * The key of the row named by the URL's fragment, to which a visitor returns from signing in. Scrolls to the row once
 * it is rendered, which is too late for the browser to do it.
 * @param count of the rows: the server-rendered page may have a part of them
 */
export function useReturnedTo(count: number): string | undefined {
  const { hash } = useLocation();
  const shown = useRef<string>(undefined);
  const key = hash.startsWith('#row-') ? decode(hash.slice('#row-'.length)) : undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: more rows may bring the one that is looked for
  useEffect(() => {
    if (key === undefined || key === shown.current) return;
    const row = document.getElementById(`row-${key}`);
    if (!row) return;
    row.scrollIntoView({ block: 'center' });
    shown.current = key;
  }, [key, count]);
  return key;
}
