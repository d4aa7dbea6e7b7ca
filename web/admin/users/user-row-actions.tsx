import { Menu } from '@mantine/core';
import { t } from '#texts';
import { deleteUser, type ListedUser, reviewUser } from '../../../contract/user-review.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { RowActions } from '../review/row-actions.tsx';
import type { UserHandlers } from './use-user-handlers.ts';
import { userKind } from './user-kind.ts';

/** The decisions about a user, and the deletion. */
export const UserRowActions = ({ user, handlers }: { user: ListedUser; handlers: UserHandlers }) => (
  <RowActions kind={userKind} row={user} handlers={handlers} required={toCall(reviewUser)}>
    <Allowed {...toCall(deleteUser)}>
      <Menu.Divider />
      <Menu.Item color="error" onClick={() => handlers.onDelete(user)}>
        {t.admin.users.delete}
      </Menu.Item>
    </Allowed>
  </RowActions>
);
