import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { deleteUser, type ListedUser } from '../../../contract/user-review.ts';
import { en } from '../../../texts/en.ts';
import { call } from '../../api/call.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import type { Reasoned } from './reason-dialog.tsx';
import { useReview } from './use-review.tsx';
import type { UserHandlers } from './user-row-actions.tsx';
import { nameOf, useRefreshUsers } from './users.query.ts';

const words = en.admin.users;

/** What can be done with a user from the list and from the drawer, and which of the two dialogs is open. */
export function useUserHandlers() {
  const review = useReview();
  const refresh = useRefreshUsers();
  const [open, setOpen] = useState<ListedUser>();
  const [reasoned, setReasoned] = useState<Reasoned>();

  const remove = async (user: ListedUser): Promise<void> => {
    const name = nameOf(user);
    const sure = await confirm({
      title: words.deleteTitle(name),
      message: words.deleteBody,
      confirmLabel: words.delete,
      cancelLabel: en.admin.cancel,
      danger: true,
    });
    if (!sure) return;
    await call(deleteUser, { params: { id: user.id } });
    setOpen(undefined);
    notifications.show({ message: words.deleted(name), color: 'ok' });
    await refresh();
  };

  // Failures are told by §8's toast; there is nothing more to do about them here.
  const ignore = () => undefined;
  const handlers: UserHandlers = {
    onApprove: (user) => review([user], 'approved').catch(ignore),
    onDecide: (user, decision) => setReasoned({ user, decision }),
    onDetails: setOpen,
    onDelete: (user) => void remove(user).catch(ignore),
  };
  return {
    handlers,
    approveAll: (users: readonly ListedUser[]) => review(users, 'approved').catch(ignore),
    open,
    close: () => setOpen(undefined),
    reasoned,
    closeReason: () => setReasoned(undefined),
  };
}
