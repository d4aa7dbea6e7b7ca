import { type MouseEvent, useCallback } from 'react';
import { useNavigate } from 'react-router';

/** Whether a click is for this document: not handled yet, without modifier keys, not for another tab. */
export const isPlainClick = (event: MouseEvent): boolean => {
  const { button, metaKey, ctrlKey, shiftKey, altKey, defaultPrevented } = event;
  return !(defaultPrevented || button !== 0 || metaKey || ctrlKey || shiftKey || altKey);
};

/**
 * Client-side navigation for plain links, like the router's Link. For long lists: `Link` components are the most
 * expensive part of a card in server rendering.
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
