import { t } from '#texts';
import type { UserStatus } from '../../../contract/session.ts';
import { StateWord } from '../../ui/mantine/table/state-word.tsx';

const colors: Partial<Record<UserStatus, string>> = {
  pending: 'warn',
  needs_info: 'brand',
  rejected: 'error',
  suspended: 'error',
  expired: 'neutral',
};

export const UserStatusBadge = ({ status }: { status: UserStatus }) => (
  <StateWord color={colors[status]}>{t.admin.users.statusName[status]}</StateWord>
);
