import { Badge } from '@mantine/core';
import { t } from '#texts';
import type { UserStatus } from '../../../contract/session.ts';

const colors: Record<UserStatus, string> = {
  pending: 'warn',
  needs_info: 'brand',
  approved: 'ok',
  rejected: 'error',
  suspended: 'error',
  expired: 'neutral',
};

export const UserStatusBadge = ({ status }: { status: UserStatus }) => (
  <Badge color={colors[status]}>{t.admin.users.statusName[status]}</Badge>
);
