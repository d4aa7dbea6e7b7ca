import { paths } from '../paths.ts';

const pages = new Set<string>([
  paths.account,
  paths.changePassword,
  paths.reportProblem,
  paths.groupInvitation,
]);

/** Whether a public page is a signed-in user's: of the others nothing is lost with a session. */
export const isForUsers = (pathname: string): boolean =>
  pages.has(pathname) || pathname.startsWith(paths.datasetRequest(''));
