import { t } from '#texts';
import { listAdministrators, listAudit } from '../../../contract/administrators.ts';
import { getApprovalPolicy } from '../../../contract/approval-policy.ts';
import { listConfig } from '../../../contract/configuration.ts';
import { listAdminDatasets } from '../../../contract/dataset-admin.ts';
import { listDictData } from '../../../contract/dictionary.ts';
import type { Endpoint } from '../../../contract/endpoint.ts';
import { getHealth } from '../../../contract/health.ts';
import { listJobs } from '../../../contract/jobs.ts';
import { listProblemReports } from '../../../contract/problem-reports.ts';
import { listRecalls } from '../../../contract/recalls.ts';
import { listRecords } from '../../../contract/statistics.ts';
import { listSignatures, listTerms } from '../../../contract/terms.ts';
import { listTrash } from '../../../contract/trash.ts';
import { listUsers } from '../../../contract/user-review.ts';
import { isKnownPath, paths, titleOf } from '../../paths.ts';
import type { IconName } from '../../ui/icon.tsx';
import { isAllowed, type Permissions, type Requirement, toCall } from '../access/permissions.ts';

/** §3, route meta (title and affix; the icon is the group's) and the menu item's flag. */
export interface MenuItem {
  path: string;
  title: string;
  /** '0': shown in the menu. Others are found by search and by their URL. */
  visible: '0' | '1';
  /** A pinned tab. */
  affix: boolean;
  /** Absent for screens open to every administrator. */
  required?: Requirement;
  /** Of interest to the reviewers of datasets alone, whatever their role. */
  reviewers?: true;
}

export interface MenuGroup {
  /** Absent for the screens above all groups. */
  title?: string;
  icon: IconName;
  items: readonly MenuItem[];
}

/** A screen, for those with the permission of the call that loads it; without one, for all. */
const screen = (
  path: string,
  endpoint?: Pick<Endpoint, 'who' | 'method'>,
  meta: Partial<Pick<MenuItem, 'visible' | 'affix' | 'reviewers'>> = {},
): MenuItem => ({
  path,
  // A getter: evaluated on render, when the wording is known.
  get title() {
    return titleOf(path);
  },
  visible: '0',
  affix: false,
  ...meta,
  ...(endpoint && { required: toCall(endpoint) }),
});

/** §2: the three user screens in a user-management group, the last two in a dataset-management group. */
export const menu: readonly MenuGroup[] = [
  { icon: 'home', items: [screen(paths.adminIndex, undefined, { affix: true })] },
  {
    title: t.admin.groups.user,
    icon: 'users',
    items: [paths.adminUserList, paths.adminApprovedUserList, paths.adminApplicantList].map((path) =>
      screen(path, listUsers),
    ),
  },
  {
    title: t.admin.groups.dataset,
    icon: 'datasets',
    items: [
      screen(paths.adminDownload, listRecords),
      screen(paths.adminDatasetList, listAdminDatasets),
      // Beside §2's own: a queue that waits for answers.
      screen(paths.adminProblems, listProblemReports),
      // Linked from the dataset list: §2 names two screens here.
      screen(paths.adminTrash, listTrash, { visible: '1' }),
      screen(paths.adminRecalls, listRecalls, { visible: '1' }),
    ],
  },
  {
    // A group of its own, since §2 names the screens of the others.
    title: t.admin.groups.access,
    icon: 'key',
    items: [
      screen(paths.adminRequests, undefined, { reviewers: true }),
      screen(paths.adminTerms, listTerms),
      screen(paths.adminSignatures, listSignatures),
    ],
  },
  {
    title: t.admin.groups.system,
    icon: 'system',
    items: [
      screen(paths.adminAdministrators, listAdministrators),
      screen(paths.adminAudit, listAudit),
      screen(paths.adminApproval, getApprovalPolicy),
      screen(paths.adminDict, listDictData),
      screen(paths.adminConfig, listConfig),
      screen(paths.adminSetting, listConfig),
      screen(paths.adminJobs, listJobs),
      screen(paths.adminHealth, getHealth),
    ],
  },
];

const maySee = (permissions: Permissions, required: Requirement | undefined) =>
  !required || isAllowed(permissions, required);

const only = (wanted: (item: MenuItem) => boolean): MenuGroup[] =>
  menu
    .map((group) => ({ ...group, items: group.items.filter(wanted) }))
    .filter(({ items }) => items.length > 0);

/**
 * §2: the sidebar is built from the routes that the administrator may see.
 * @param reviews whether they decide about the requests of any dataset
 */
export const menuFor = (permissions: Permissions, reviews: boolean): MenuGroup[] =>
  only(
    ({ required, visible, reviewers }) =>
      visible === '0' && maySee(permissions, required) && (reviews || !reviewers),
  );

/** Every screen that the administrator may open, hidden ones included. */
export const screensFor = (permissions: Permissions, reviews: boolean): MenuGroup[] =>
  only(({ required, reviewers }) => maySee(permissions, required) && (reviews || !reviewers));

/** Whether the administrator may open a screen by its URL; false for an unknown one. */
export const mayOpen = (permissions: Permissions, pathname: string): boolean =>
  isKnownPath(pathname) &&
  menu
    .flatMap(({ items }) => items)
    .filter(({ path }) => path === pathname)
    .every(({ required }) => maySee(permissions, required));

/** The title of a screen's group, if any. */
export const groupOf = (pathname: string): string | undefined =>
  menu.find(({ items }) => items.some(({ path }) => path === pathname))?.title;

/** The breadcrumb of a screen: its group, if any, then itself. */
export const breadcrumb = (pathname: string): string[] =>
  [groupOf(pathname), titleOf(pathname)].filter((name) => name !== undefined);
