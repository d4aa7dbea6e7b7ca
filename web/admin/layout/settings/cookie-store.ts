import { paths } from '../../../paths.ts';
import { readCookie, writeCookie } from '../../../ui/cookie.ts';
import { createStore, type Store } from '../../../ui/store.ts';

interface Choice<T> {
  cookie: string;
  /** Must accept any text, since a cookie is untrusted; undefined without a cookie. */
  parse(text: string | undefined): T;
  format(value: T): string;
  /** Applies it to <html>: now, and at each change before the next render. */
  apply?(value: T): void;
}

/**
 * A setting stored per device, in a cookie of the back office's path, because signing out clears local storage
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
