import { useEffect } from 'react';

/** Focuses a field that has just been mounted on the person's request. */
export function useFocus(id: string, wanted = true): void {
  useEffect(() => {
    if (wanted) document.getElementById(id)?.focus();
  }, [id, wanted]);
}
