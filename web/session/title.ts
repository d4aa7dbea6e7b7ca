import { t } from '#texts/reading';

/** §3: key of the app setting info in local storage. */
const key = 'app-info';

/** The stored name, or the short brand name. */
export function appName(): string {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    const name = (stored as { name?: unknown } | null)?.name;
    return typeof name === 'string' && name !== '' ? name : t.brand;
  } catch {
    return t.brand;
  }
}

export const storeAppName = (name: string): void => localStorage.setItem(key, JSON.stringify({ name }));

/** §3: on load the name is reset to the short brand name, until the setting is loaded. */
export const resetAppName = (): void => storeAppName(t.brand);

/** §2: '{page title} - {app name}'. */
export const pageTitle = (title: string, app: string): string => `${title} - ${app}`;

export function setTitle(title: string): void {
  document.title = pageTitle(title, appName());
}
