import { tTitles } from '#texts/reading';
import { storedWording, type Wording } from './session/wording.ts';

/** Every route of §2. Static ones are strings, the one with a parameter is a function. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgetPassword: '/forgetPassword',
  changePassword: '/changePassword',
  account: '/account',
  authRedirect: '/auth-redirect',
  reportProblem: '/reportProblem',
  unfollow: '/unfollow',
  groupInvitation: '/groupInvitation',
  review: '/review',
  notFound: '/404',
  unauthorized: '/401',
  datasetDetail: (datasetId: string) => `/datasetDetail/${encodeURIComponent(datasetId)}`,
  datasetRequest: (datasetId: string) => `/datasetRequest/${encodeURIComponent(datasetId)}`,
  adminLogin: '/admin/login',
  admin: '/admin',
  adminIndex: '/admin/index',
  adminUserList: '/admin/user/user_list',
  adminApprovedUserList: '/admin/user/approved_user_list',
  adminApplicantList: '/admin/user/applicant_list',
  adminDownload: '/admin/dataset/download',
  adminDatasetList: '/admin/dataset/dataset_list',
  adminProblems: '/admin/dataset/problems',
  adminTrash: '/admin/dataset/trash',
  adminRequests: '/admin/access/requests',
  adminTerms: '/admin/access/terms',
  adminSignatures: '/admin/access/signatures',
  adminRecalls: '/admin/dataset/recall',
  adminInvite: '/admin/invite',
  adminAccount: '/admin/account',
  adminAdministrators: '/admin/system/administrators',
  adminAudit: '/admin/system/audit',
  adminApproval: '/admin/system/approval',
  adminDict: '/admin/system/dict',
  adminConfig: '/admin/system/config',
  adminSetting: '/admin/system/setting',
  adminJobs: '/admin/system/jobs',
  adminHealth: '/admin/system/health',
} as const;

/** The sign-in page, which returns to `wanted`. */
export const loginReturningTo = (wanted: string): string =>
  `${paths.login}?redirect=${encodeURIComponent(wanted)}`;

/** The application page, with a link back to `wanted`. */
export const applicationReturningTo = (wanted: string): string =>
  `${paths.account}?redirect=${encodeURIComponent(wanted)}#application`;

/** The page to report a problem with a version, and with one of its files. */
export const reportingProblem = (datasetId: string): string =>
  `${paths.reportProblem}?dataset=${encodeURIComponent(datasetId)}`;

/** Where somebody decides to follow the dataset of a version. */
export const following = (datasetId: string): string =>
  `${paths.account}?follow=${encodeURIComponent(datasetId)}#follows`;

/** A row of a dataset's Data list. */
export const datasetRow = (datasetId: string, rowKey: string): string =>
  `${paths.datasetDetail(datasetId)}#row-${encodeURIComponent(rowKey)}`;

/** The dataset page's route pattern for react-router. */
export const datasetDetailPattern = '/datasetDetail/:datasetId';

/** A route with a path of its own. Its name is its title's key in the texts: one without a title is a type error. */
type RouteName = Exclude<keyof typeof paths, 'datasetDetail' | 'datasetRequest' | 'admin'>;

/** The title's key by path; the dataset page replaces its own by the dataset's name. */
const titleByPath: Record<string, keyof typeof tTitles.pageTitle> = { [paths.admin]: 'adminIndex' };
for (const [name, path] of Object.entries(paths)) {
  if (typeof path === 'string' && name !== 'admin') titleByPath[path] = name as RouteName;
}

/** The request page's route pattern for react-router. */
export const datasetRequestPattern = '/datasetRequest/:datasetId';

/** Routes with a parameter; the group is their title's key. */
const datasetPath = /^\/(datasetDetail|datasetRequest)\/[^/]+$/;

/** Whether a path name (without query) is a known route. */
export const isKnownPath = (pathname: string): boolean =>
  Object.hasOwn(titleByPath, pathname) || datasetPath.test(pathname);

const keyOf = (pathname: string): keyof typeof tTitles.pageTitle =>
  titleByPath[pathname] ??
  (datasetPath.exec(pathname)?.[1] as 'datasetDetail' | 'datasetRequest') ??
  'notFound';

/** The title of a route; an unknown one has the 404 page's. */
export function titleOf(pathname: string, wording: Wording = storedWording()): string {
  const key = keyOf(pathname);
  const corrected: Partial<Record<typeof key, string>> = tTitles.correctedTitle;
  return (wording === 'corrected' ? corrected[key] : undefined) ?? tTitles.pageTitle[key];
}
