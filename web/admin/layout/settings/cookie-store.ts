import { paths } from '../../../paths.ts';
import { readCookie, writeCookie } from '../../../ui/cookie.ts';
import { createStore, type Store } from '../../../ui/store.ts';

interface Choice<T> {
  cookie: string;
  /** Of any text, as a cookie may hold any; undefined where there is no cookie yet. */
  parse(text: string | undefined): T;
  format(value: T): string;
  /** Puts it on <html>: now, and at each change before anybody draws. */
  apply?(value: T): void;
}

/**
 * A choice that a device keeps: in a cookie of the back office's pages, because signing out clears local storage
 * (decisions §2).
 */
export function cookieStore<T>({ cookie, parse, format, apply }: Choice<T>): Store<T> {
  const store = createStore(parse(readCookie(cookie)));
  if (typeof document !== 'undefined') apply?.(store.get());
  return {
    ...store,
    set(next) {
      writeCookie(cookie, format(next), paths.admin);
      apply?.(next);
      store.set(next);
    },
  };
}
