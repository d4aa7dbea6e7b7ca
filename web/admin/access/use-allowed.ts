import { queryOptions, useQuery } from '@tanstack/react-query';
import { getAdminInfo } from '../../../contract/session.ts';
import { queryCall } from '../../api/call.ts';
import { isAllowed, type Permissions, type Requirement } from './permissions.ts';

/** The signed-in administrator. Refetched periodically: an owner may change their role. */
export const adminInfoQuery = queryOptions({
  queryKey: ['adminInfo'],
  queryFn: () => queryCall(getAdminInfo, { quiet: true, background: true }),
  staleTime: 60_000,
});

const nobody: Permissions = { roles: [], permisaction: [] };

/** Permissions of the signed-in administrator; empty until loaded. */
export const usePermissions = (): Permissions => useQuery(adminInfoQuery).data ?? nobody;

/** §5: whether the signed-in administrator meets a requirement. An empty one throws. */
export const useAllowed = (required: Requirement): boolean => isAllowed(usePermissions(), required);
