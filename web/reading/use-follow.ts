import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router';

/**
 * Follows plain links to pages of ours within the document, as the router's own links do. For lists of many: those
 * links are the dearest part of a card for the server to render.
 */
export function useFollow() {
  const navigate = useNavigate();
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented, currentTarget } = event;
      if (defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return;
      event.preventDefault();
      void navigate(currentTarget.pathname);
    },
    [navigate],
  );
}
