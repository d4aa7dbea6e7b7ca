import { useEffect } from 'react';

/** When a row is removed with the button that had the focus, the focus goes to its section's title. */
export function useFocusAfterRemoval(sectionId: string): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) document.getElementById(`${sectionId}-title`)?.focus();
    },
    [sectionId],
  );
}
