import { readCookie, writeCookie } from '../../cookie.ts';

/** A cookie per screen, since signing out clears local storage; limited to the back office's path. */
const nameOf = (screen: string): string => `Portal-Columns-${encodeURIComponent(screen)}`;

/** Keys of the columns that the person has hidden on a screen. */
export const readHidden = (screen: string): readonly string[] =>
  (readCookie(nameOf(screen)) ?? '').split(',').filter((key) => key !== '');

export const writeHidden = (screen: string, hidden: readonly string[]): void =>
  writeCookie(nameOf(screen), hidden.join(','), '/admin');

/** `/admin/dataset/dataset_list` → `dataset_list`. */
export const screenOf = (pathname: string): string => pathname.split('/').filter(Boolean).at(-1) ?? '';
