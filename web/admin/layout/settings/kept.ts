import { useSyncExternalStore } from 'react';
import { paths } from '../../../paths.ts';
import { readCookie, writeCookie } from '../../../ui/cookie.ts';

/** A choice that a device keeps, and who is told when it changes. */
export interface Kept<T> {
  get(): T;
  set(value: T): void;
  subscribe(changed: () => void): () => void;
}

interface Kind<T> {
  cookie: string;
  /** Of any text, as a cookie may hold any; undefined where there is no cookie yet. */
  parse(text: string | undefined): T;
  format(value: T): string;
  /** Puts it on <html>: now, and at each change before anybody draws. */
  apply?(value: T): void;
}

/** In a cookie of the back office's pages, because signing out clears local storage (decisions §2). */
export function keptInCookie<T>({ cookie, parse, format, apply }: Kind<T>): Kept<T> {
  let value = parse(readCookie(cookie));
  const listeners = new Set<() => void>();
  if (typeof document !== 'undefined') apply?.(value);
  return {
    get: () => value,
    set(next) {
      value = next;
      writeCookie(cookie, format(next), paths.admin);
      apply?.(next);
      for (const listener of listeners) listener();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => listeners.delete(changed);
    },
  };
}

export const useKept = <T>(kept: Kept<T>): T => useSyncExternalStore(kept.subscribe, kept.get);
