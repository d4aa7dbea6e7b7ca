import { useEffect } from 'react';

/** When a row is removed with the focused button, moves the focus to its section's heading. */
export function useFocusAfterRemoval(sectionId: string): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(`${sectionId}-title`)?.focus();
    },
    [sectionId],
  );
}
