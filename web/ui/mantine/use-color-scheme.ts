import { useSyncExternalStore } from 'react';

const dark = () => matchMedia('(prefers-color-scheme: dark)');

const subscribe = (changed: () => void) => {
  const media = dark();
  media.addEventListener('change', changed);
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => {
    media.removeEventListener('change', changed);
    observer.disconnect();
  };
};

/** The scheme that tokens.css shows: the choice in <html data-theme>, else the system's. */
const read = (): 'light' | 'dark' => {
  const chosen = document.documentElement.dataset.theme;
  if (chosen === 'light' || chosen === 'dark') return chosen;
  return dark().matches ? 'dark' : 'light';
};

export const useColorScheme = (): 'light' | 'dark' => useSyncExternalStore(subscribe, read);
