import Fuse, { type IFuseOptions } from 'fuse.js';
import { tLayout } from '#texts/layout';
import { limits } from '../../../../contract/limits.ts';
import type { MenuGroup } from '../menu.ts';

/** A screen to go to. */
export interface FoundScreen {
  path: string;
  /** The names above it and its own, as in the breadcrumb. */
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

/** Searches the titles of screens; without a query all of them, in the menu's order. */
export function searchScreens(screens: readonly FoundScreen[]): (query: string) => FoundScreen[] {
  const fuse = new Fuse(screens, searchOptions);
  return (query) => (query.trim() === '' ? [...screens] : fuse.search(query.trim()).map(({ item }) => item));
}

/** §2: "Parent > Child", each beginning with a capital as everywhere in the frame. */
export const inWords = ({ title }: FoundScreen): string =>
  title.map((name) => name.charAt(0).toUpperCase() + name.slice(1)).join(tLayout.search.between);
