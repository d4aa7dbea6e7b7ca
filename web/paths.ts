import { en } from '../texts/en-reading.ts';

/** Every route of §2. Static ones are strings, the one with a parameter is a function. */
export const paths = {
  home: '/',
  login: '/login',
  register: '/register',
  forgetPassword: '/forgetPassword',
  changePassword: '/changePassword',
  account: '/account',
  authRedirect: '/auth-redirect',
  notFound: '/404',
  unauthorized: '/401',
  datasetDetail: (datasetId: string) => `/datasetDetail/${encodeURIComponent(datasetId)}`,
  adminLogin: '/admin/login',
  admin: '/admin',
  adminIndex: '/admin/index',
  adminUserList: '/admin/user/user_list',
  adminApprovedUserList: '/admin/user/approved_user_list',
  adminApplicantList: '/admin/user/applicant_list',
  adminDownload: '/admin/dataset/download',
  adminDatasetList: '/admin/dataset/dataset_list',
  adminInvite: '/admin/invite',
  adminAccount: '/admin/account',
  adminAdministrators: '/admin/system/administrators',
  adminAudit: '/admin/system/audit',
  adminApproval: '/admin/system/approval',
} as const;

/** The sign-in page, coming back to `wanted` afterwards. */
export const loginReturningTo = (wanted: string): string =>
  `${paths.login}?redirect=${encodeURIComponent(wanted)}`;

/** One's application, with the way back to `wanted`. */
export const applicationReturningTo = (wanted: string): string =>
  `${paths.account}?redirect=${encodeURIComponent(wanted)}#application`;

/** A row of a dataset's Data list. */
export const datasetRow = (datasetId: string, rowKey: string): string =>
  `${paths.datasetDetail(datasetId)}#row-${encodeURIComponent(rowKey)}`;

/** Where the dataset's id stands in a route pattern of react-router. */
export const datasetDetailPattern = '/datasetDetail/:datasetId';

const titles = en.pageTitle;

/** Page title per route; the dataset page replaces its own by the dataset's name once that is known. */
const titleByPath: Record<string, string> = {
  [paths.home]: titles.home,
  [paths.login]: titles.login,
  [paths.register]: titles.register,
  [paths.forgetPassword]: titles.forgetPassword,
  [paths.changePassword]: titles.changePassword,
  [paths.account]: titles.account,
  [paths.authRedirect]: titles.authRedirect,
  [paths.notFound]: titles.notFound,
  [paths.unauthorized]: titles.unauthorized,
  [paths.adminLogin]: titles.adminLogin,
  [paths.admin]: titles.adminIndex,
  [paths.adminIndex]: titles.adminIndex,
  [paths.adminUserList]: titles.adminUserList,
  [paths.adminApprovedUserList]: titles.adminApprovedUserList,
  [paths.adminApplicantList]: titles.adminApplicantList,
  [paths.adminDownload]: titles.adminDownload,
  [paths.adminDatasetList]: titles.adminDatasetList,
  [paths.adminInvite]: titles.adminInvite,
  [paths.adminAccount]: titles.adminAccount,
  [paths.adminAdministrators]: titles.adminAdministrators,
  [paths.adminAudit]: titles.adminAudit,
  [paths.adminApproval]: titles.adminApproval,
};

const datasetDetailPath = /^\/datasetDetail\/[^/]+$/;

/** Whether a path name (no query) is one of ours. */
export const isKnownPath = (pathname: string): boolean =>
  Object.hasOwn(titleByPath, pathname) || datasetDetailPath.test(pathname);

/** The title of a route; what we do not know is titled as the 404 page. */
export const titleOf = (pathname: string): string =>
  titleByPath[pathname] ?? (datasetDetailPath.test(pathname) ? titles.datasetDetail : titles.notFound);
