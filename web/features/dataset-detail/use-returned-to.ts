import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { decode } from '../../ui/decode.ts';

/**
 * The key of the row that the address names: where a visitor went away to sign in or register. The row is brought
 * into view once it is there, since it is drawn too late for the browser to do it.
 * @param count of the rows: the first answer of the server may hold a part of them
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
