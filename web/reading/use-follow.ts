import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Whether a click on a link is for this document: neither taken already nor meant for another tab. */
export const isPlainClick = (event: MouseEvent): boolean => {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return !(defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey);
};

/**
 * Follows plain links to pages of ours within the document, as the router's own links do. For lists of many: those
 * links are the dearest part of a card for the server to render.
 */
export function useFollow() {
  const navigate = useNavigate();
  return useCallback(
    (event: MouseEvent<HTMLAnchorElement>) => {
      if (!isPlainClick(event)) return;
      event.preventDefault();
      void navigate(event.currentTarget.pathname);
    },
    [navigate],
  );
}
