import { Badge } from '@mantine/core';
import type { UserStatus } from '../../../contract/session.ts';
import { en } from '../../../texts/en.ts';

const colors: Record<UserStatus, string> = {
  pending: 'warn',
  needs_info: 'brand',
  approved: 'ok',
  rejected: 'error',
  suspended: 'error',
  expired: 'neutral',
};

export const UserStatusBadge = ({ status }: { status: UserStatus }) => (
  <Badge color={colors[status]}>{en.admin.users.statusName[status]}</Badge>
);
