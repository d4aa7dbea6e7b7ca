import { listAdministrators, listAudit } from '../../../contract/administrators.ts';
import { getApprovalPolicy } from '../../../contract/approval-policy.ts';
import { listAdminDatasets } from '../../../contract/dataset-admin.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { listRecords } from '../../../contract/statistics.ts';
import { listUsers } from '../../../contract/user-review.ts';
import { en } from '../../../texts/en.ts';
import { paths, titleOf } from '../../paths.ts';
import { type Held, isAllowed, type Requirement, toCall } from '../access/permissions.ts';

export interface MenuItem {
  path: string;
  title: string;
  /** Absent for what every administrator may see. */
  required?: Requirement;
}

export interface MenuGroup {
  /** Absent for the screens above all groups. */
  title?: string;
  items: readonly MenuItem[];
}

/** A screen, for those who may make the call that fills it; without one, for all. */
const screen = (path: string, endpoint?: Pick<Endpoint, 'who'>): MenuItem => ({
  path,
  // Asked for when drawn: the wording is known by then.
  get title() {
    return titleOf(path);
  },
  ...(endpoint && { required: toCall(endpoint) }),
});

/** §2: the three user screens in a user-management group, the last two in a dataset-management group. */
export const menu: readonly MenuGroup[] = [
  { items: [screen(paths.adminIndex)] },
  {
    title: en.admin.groups.user,
    items: [paths.adminUserList, paths.adminApprovedUserList, paths.adminApplicantList].map((path) =>
      screen(path, listUsers),
    ),
  },
  {
    title: en.admin.groups.dataset,
    items: [screen(paths.adminDownload, listRecords), screen(paths.adminDatasetList, listAdminDatasets)],
  },
  {
    title: en.admin.groups.system,
    items: [
      screen(paths.adminAdministrators, listAdministrators),
      screen(paths.adminAudit, listAudit),
      screen(paths.adminApproval, getApprovalPolicy),
    ],
  },
];

const maySee = (held: Held, required: Requirement | undefined) => !required || isAllowed(held, required);

/** §2: the sidebar is built from the routes that the administrator may see. */
export const menuFor = (held: Held): MenuGroup[] =>
  menu
    .map((group) => ({ ...group, items: group.items.filter(({ required }) => maySee(held, required)) }))
    .filter(({ items }) => items.length > 0);

/** Whether somebody may open a screen by its address. */
export const mayOpen = (held: Held, pathname: string): boolean =>
  menu
    .flatMap(({ items }) => items)
    .filter(({ path }) => path === pathname)
    .every(({ required }) => maySee(held, required));

/** The names above a screen: its group, where it has one, then itself. */
export function breadcrumb(pathname: string): string[] {
  const group = menu.find(({ items }) => items.some(({ path }) => path === pathname));
  return [group?.title, titleOf(pathname)].filter((name) => name !== undefined);
}
