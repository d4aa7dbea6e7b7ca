import { useLocation } from 'react-router';
import { paths } from '../../paths.ts';
import type { Screen } from './user-kind.ts';
import { UsersScreen } from './users-screen.tsx';

const screenOf: Record<string, Screen> = {
  [paths.adminApprovedUserList]: 'approved',
  [paths.adminApplicantList]: 'applicants',
};

/** The three routes of §2; a change of route resets selection and dialogs. */
export function Component() {
  const screen = screenOf[useLocation().pathname] ?? 'all';
  return <UsersScreen key={screen} screen={screen} />;
}
