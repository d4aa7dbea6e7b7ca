import { decode } from './decode.ts';

/** Seconds that a device's choice is kept after its last change. */
const year = 365 * 24 * 3600;

/** Undefined when missing, and on the server. */
export function readCookie(name: string): string | undefined {
  if (typeof document === 'undefined') return undefined;
  const found = document.cookie.split('; ').find((cookie) => cookie.startsWith(`${name}=`));
  return found && decode(found.slice(name.length + 1));
}

/** @param path whose pages can read it */
export function writeCookie(name: string, value: string, path: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: read synchronously before the first paint
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=${path}; Max-Age=${year}; SameSite=Strict`;
}
