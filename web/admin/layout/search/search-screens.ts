import Fuse, { type IFuseOptions } from 'fuse.js';
import { tLayout } from '#texts/layout';
import { limits } from '../../../../contract/limits.ts';
import type { MenuGroup } from '../menu.ts';

/** A search result. */
export interface FoundScreen {
  path: string;
  /** Its breadcrumb. */
  title: string[];
}

/** §9, header search. */
export const searchOptions: IFuseOptions<FoundScreen> = {
  threshold: limits.headerSearch.threshold,
  keys: [
    { name: 'title', weight: limits.headerSearch.titleWeight },
    { name: 'path', weight: limits.headerSearch.pathWeight },
  ],
};

export const foundIn = (groups: readonly MenuGroup[]): FoundScreen[] =>
  groups.flatMap(({ title: group, items }) =>
    items.map(({ path, title }) => ({ path, title: group === undefined ? [title] : [group, title] })),
  );

/** Searches the titles of screens; an empty query gives all, in the menu's order. */
export function searchScreens(screens: readonly FoundScreen[]): (query: string) => FoundScreen[] {
  const fuse = new Fuse(screens, searchOptions);
  return (query) => (query.trim() === '' ? [...screens] : fuse.search(query.trim()).map(({ item }) => item));
}

/** §2: "Parent > Child", each capitalised. */
export const inWords = ({ title }: FoundScreen): string =>
  title.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join(tLayout.search.between);
