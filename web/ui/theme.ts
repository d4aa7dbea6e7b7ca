export type Theme = 'system' | 'light' | 'dark';
export const themes: readonly Theme[] = ['system', 'light', 'dark'];

/** A cookie, because signing out clears local storage and the theme should outlive that (decisions §2). */
const name = 'Portal-Theme';

export function readTheme(): Theme {
  if (typeof document === 'undefined') return 'system';
  const value = new RegExp(`(?:^|; )${name}=(light|dark)(?:;|$)`).exec(document.cookie)?.[1];
  return value === 'light' || value === 'dark' ? value : 'system';
}

/** Applies at once and is stored for a year. */
export function setTheme(theme: Theme): void {
  const age = theme === 'system' ? 0 : 365 * 24 * 3600;
  // biome-ignore lint/suspicious/noDocumentCookie: theme.js reads it synchronously before the first paint
  document.cookie = `${name}=${theme}; Path=/; Max-Age=${age}; SameSite=Strict`;
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
