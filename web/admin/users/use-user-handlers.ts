import { notifications } from '@mantine/notifications';
import { t } from '#texts';
import { deleteUser, type ListedUser } from '../../../contract/user-review.ts';
import { call } from '../../api/call.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { useRefresh } from '../review/use-review.ts';
import { type ReviewHandlers, useReviewHandlers } from '../review/use-review-handlers.ts';
import { type UserReview, userKind } from './user-kind.ts';
import { nameOf } from './users.query.ts';

const words = t.admin.users;

export interface UserHandlers extends ReviewHandlers<UserReview> {
  onDelete(user: ListedUser): void;
}

/** Actions on users from the list and the drawer, and the open dialogs. */
export function useUserHandlers() {
  const desk = useReviewHandlers(userKind);
  const refresh = useRefresh(userKind);

  const remove = async (user: ListedUser): Promise<void> => {
    const name = nameOf(user);
    const sure = await confirm({
      title: words.deleteTitle(name),
      message: words.deleteBody,
      confirmLabel: words.delete,
      cancelLabel: t.admin.cancel,
      danger: true,
    });
    if (!sure) return;
    await call(deleteUser, { params: { id: user.id } });
    desk.close();
    notifications.show({ message: words.deleted(name), color: 'ok' });
    await refresh();
  };

  const handlers: UserHandlers = {
    ...desk.handlers,
    // Failures are reported by §8's toast.
    onDelete: (user) => void remove(user).catch(() => undefined),
  };
  return { desk, handlers };
}
