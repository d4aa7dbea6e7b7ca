import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { t } from '#texts';
import { deleteUser, type ListedUser } from '../../../contract/user-review.ts';
import { call } from '../../api/call.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { useReview } from './use-review.ts';
import { type Decision, needsReason } from './user-actions.ts';
import { nameOf, useRefreshUsers } from './users.query.ts';

const words = t.admin.users;

export type ReasonedDecision = Exclude<Decision, 'approved'>;

/** A decision that needs a dialog: for its reason or its end. */
export interface PendingDecision<D extends Decision> {
  users: readonly ListedUser[];
  decision: D;
  onDone?: (() => void) | undefined;
}

export interface UserHandlers {
  /** Approves at once; opens the dialog where the decision needs a reason. */
  onDecide(users: readonly ListedUser[], decision: Decision, onDone?: () => void): void;
  onApproveUntil(users: readonly ListedUser[], onDone?: () => void): void;
  onDetails(user: ListedUser): void;
  onDelete(user: ListedUser): void;
}

/** Actions on users from the list and the drawer, and the open dialogs. */
export function useUserHandlers() {
  const review = useReview();
  const refresh = useRefreshUsers();
  const [search, setSearch] = useSearchParams();
  /** In the URL, so that it can be passed on; going back closes it. */
  const show = (id: string | undefined, replace = false) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete('user');
        if (id !== undefined) next.set('user', id);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const [reasoned, setReasoned] = useState<PendingDecision<ReasonedDecision>>();
  const [until, setUntil] = useState<PendingDecision<'approved'>>();

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
    show(undefined, true);
    notifications.show({ message: words.deleted(name), color: 'ok' });
    await refresh();
  };

  // Failures are reported by §8's toast.
  const ignore = () => undefined;
  const handlers: UserHandlers = {
    onDecide(users, decision, onDone) {
      if (users.length === 0) return;
      if (needsReason(decision)) return setReasoned({ users, decision, onDone });
      onDone?.();
      void review(users, decision).catch(ignore);
    },
    onApproveUntil: (users, onDone) => setUntil({ users, decision: 'approved', onDone }),
    onDetails: ({ id }) => show(id, search.has('user')),
    onDelete: (user) => void remove(user).catch(ignore),
  };
  return {
    handlers,
    open: search.get('user') ?? undefined,
    close: () => show(undefined, true),
    reasoned,
    closeReason: () => setReasoned(undefined),
    until,
    closeUntil: () => setUntil(undefined),
  };
}
