import { Button } from '@mantine/core';
import { t } from '#texts';
import { type Invitation, withdrawInvitation } from '../../../../contract/administrators.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { Time } from '../../../ui/mantine/time.tsx';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { roleName } from '../../role-name.ts';
import type { AdministratorHandlers } from './use-administrator-handlers.ts';

const words = t.admin.administrators;

export const invitationColumns = ({ onWithdraw }: AdministratorHandlers): Column<Invitation, never>[] => [
  { key: 'email', header: words.email, primary: true, long: true, cell: ({ email }) => email },
  { key: 'role', header: words.role, cell: ({ role }) => roleName(role) },
  { key: 'createdAt', header: words.invited, cell: ({ createdAt }) => <Time at={createdAt} /> },
  { key: 'expiresAt', header: words.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (invitation) => (
      <Allowed {...toCall(withdrawInvitation)}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.withdrawOf(invitation.email)}
          onClick={() => onWithdraw(invitation)}
        >
          {words.withdraw}
        </Button>
      </Allowed>
    ),
  },
];
