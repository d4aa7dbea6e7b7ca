import { createBrowserRouter, type LoaderFunctionArgs, redirect, redirectDocument } from 'react-router';
import { AppRoot } from './app-root.tsx';
import { FailedPage, FailedScreen, NotFoundPage, UnauthorizedPage } from './features/account/error-pages.tsx';
import { datasetRequestPattern, paths } from './paths.ts';
import { guard } from './session/guard.ts';
import { readToken } from './session/tokens.ts';

/** Whether a path belongs to this shell; the reading pages are in the other one. */
const isInApp = (path: string) => path !== paths.home && !path.startsWith('/datasetDetail/');

/** §2: the route guard, on every navigation of this shell. A path of the other shell loads a new document. */
function guarded({ request }: LoaderFunctionArgs): null {
  const { pathname, search } = new URL(request.url);
  const verdict = guard(pathname + search, { userToken: readToken('user'), adminToken: readToken('admin') });
  if ('stay' in verdict) return null;
  throw isInApp(verdict.go) ? redirect(verdict.go) : redirectDocument(verdict.go);
}

/** The router of account and admin pages; the back office is a chunk of its own. */
export const appRouter = createBrowserRouter([
  {
    loader: guarded,
    shouldRevalidate: () => true,
    Component: AppRoot,
    ErrorBoundary: FailedPage,
    HydrateFallback: () => null,
    children: [
      { path: paths.login, lazy: () => import('./features/account/login.page.tsx') },
      { path: paths.register, lazy: () => import('./features/account/register.page.tsx') },
      { path: paths.forgetPassword, lazy: () => import('./features/account/forget-password.page.tsx') },
      { path: paths.changePassword, lazy: () => import('./features/account/change-password.page.tsx') },
      { path: paths.authRedirect, lazy: () => import('./features/account/auth-redirect.page.tsx') },
      { path: paths.account, lazy: () => import('./features/account/own/account.page.tsx') },
      {
        path: datasetRequestPattern,
        lazy: () => import('./features/account/request/request.page.tsx'),
      },
      {
        path: paths.reportProblem,
        lazy: () => import('./features/account/problem/report-problem.page.tsx'),
      },
      { path: paths.unfollow, lazy: () => import('./features/account/unfollow/unfollow.page.tsx') },
      {
        path: paths.groupInvitation,
        lazy: () => import('./features/account/group-invitation/group-invitation.page.tsx'),
      },
      { path: paths.review, lazy: () => import('./features/review/review.page.tsx') },
      { path: paths.unauthorized, Component: UnauthorizedPage },
      { path: paths.adminLogin, lazy: () => import('./admin/login/admin-login.page.tsx') },
      { path: paths.adminInvite, lazy: () => import('./admin/invite/invite.page.tsx') },
      { path: paths.admin, loader: () => redirect(paths.adminIndex) },
      {
        lazy: () => import('./admin/layout/admin-layout.tsx'),
        children: [
          {
            ErrorBoundary: FailedScreen,
            children: [
              { path: paths.adminIndex, lazy: () => import('./admin/dashboard/dashboard.page.tsx') },
              ...[paths.adminUserList, paths.adminApprovedUserList, paths.adminApplicantList].map((path) => ({
                path,
                lazy: () => import('./admin/users/users.page.tsx'),
              })),
              { path: paths.adminDatasetList, lazy: () => import('./admin/datasets/datasets.page.tsx') },
              {
                path: paths.adminProblems,
                lazy: () => import('./admin/datasets/problems/problems.page.tsx'),
              },
              { path: paths.adminRecalls, lazy: () => import('./admin/datasets/recalls/recalls.page.tsx') },
              { path: paths.adminTrash, lazy: () => import('./admin/datasets/trash/trash.page.tsx') },
              {
                path: paths.adminRequests,
                lazy: () => import('./admin/requests/requests.page.tsx'),
              },
              { path: paths.adminTerms, lazy: () => import('./admin/terms/terms.page.tsx') },
              { path: paths.adminSignatures, lazy: () => import('./admin/signatures/signatures.page.tsx') },
              { path: paths.adminDownload, lazy: () => import('./admin/records/records.page.tsx') },
              { path: paths.adminAccount, lazy: () => import('./admin/account/account.page.tsx') },
              {
                path: paths.adminAdministrators,
                lazy: () => import('./admin/system/administrators/administrators.page.tsx'),
              },
              { path: paths.adminAudit, lazy: () => import('./admin/system/audit/audit.page.tsx') },
              { path: paths.adminApproval, lazy: () => import('./admin/system/approval/approval.page.tsx') },
              { path: paths.adminDict, lazy: () => import('./admin/system/dict/dict.page.tsx') },
              { path: paths.adminConfig, lazy: () => import('./admin/system/config/config.page.tsx') },
              { path: paths.adminSetting, lazy: () => import('./admin/system/setting/setting.page.tsx') },
              { path: paths.adminHealth, lazy: () => import('./admin/system/health/health.page.tsx') },
              { path: paths.adminJobs, lazy: () => import('./admin/system/jobs/jobs.page.tsx') },
              // The layout shows the not-found screen.
              { path: `${paths.admin}/*`, element: null },
            ],
          },
        ],
      },
      { path: '*', Component: NotFoundPage },
    ],
  },
]);
