import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAdminInfo } from '../../../contract/session.ts';
import { queryCall } from '../../api/call.ts';
import { isAllowed, type Permissions, type Requirement } from './permissions.ts';

/** Who is signed in. Asked again now and then: an owner may change one's role meanwhile. */
export const adminInfoQuery = queryOptions({
  queryKey: ['adminInfo'],
  queryFn: () => queryCall(getAdminInfo, { quiet: true, background: true }),
  staleTime: 60_000,
});

const nobody: Permissions = { roles: [], permisaction: [] };

/** Of the signed-in administrator; none until that is known. */
export const usePermissions = (): Permissions => useQuery(adminInfoQuery).data ?? nobody;

/** §5: whether the signed-in administrator meets a rule. An empty one is an error. */
export const useAllowed = (required: Requirement): boolean => isAllowed(usePermissions(), required);
