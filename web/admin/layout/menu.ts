import { en } from '../../../texts/en.ts';
import { paths, titleOf } from '../../paths.ts';

export interface MenuGroup {
  /** Absent for the screens above all groups. */
  title?: string;
  items: readonly { path: string; title: string }[];
}

const item = (path: string) => ({ path, title: titleOf(path) });

/** §2: the three user screens in a user-management group, the last two in a dataset-management group. */
export const menu: readonly MenuGroup[] = [
  { items: [item(paths.adminIndex)] },
  {
    title: en.admin.groups.user,
    items: [paths.adminUserList, paths.adminApprovedUserList, paths.adminApplicantList].map(item),
  },
  { title: en.admin.groups.dataset, items: [paths.adminDownload, paths.adminDatasetList].map(item) },
];

/** The names above a screen: its group, where it has one, then itself. */
export function breadcrumb(pathname: string): string[] {
  const group = menu.find(({ items }) => items.some(({ path }) => path === pathname));
  return [group?.title, titleOf(pathname)].filter((name) => name !== undefined);
}
