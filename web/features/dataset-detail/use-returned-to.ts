import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { decode } from '../../ui/decode.ts';

/**
 * The key of the row that the address names: where a visitor went away to sign in or register. The row is brought
 * into view, since it is drawn too late for the browser to do it.
 */
export function useReturnedTo(): string | undefined {
  const { hash } = useLocation();
  const key = hash.startsWith('#row-') ? decode(hash.slice('#row-'.length)) : undefined;
  useEffect(() => {
    if (key !== undefined) document.getElementById(`row-${key}`)?.scrollIntoView({ block: 'center' });
  }, [key]);
  return key;
}
