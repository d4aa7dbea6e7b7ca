import { useEffect } from 'react';

/** Puts the focus into a field that has just appeared because the person asked for it. */
export function useFocus(id: string, wanted = true): void {
  useEffect(() => {
    if (wanted) document.getElementById(id)?.focus();
  }, [id, wanted]);
}
