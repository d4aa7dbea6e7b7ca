import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { t } from '#texts';
import { limits } from '../../../contract/limits.ts';
import type { ListedUser } from '../../../contract/user-review.ts';
import { decide, type Terms, takeBack } from './decide.ts';
import { showDecision } from './lists-cache.ts';
import { forget, offer } from './undo-store.ts';
import type { Decision } from './user-actions.ts';
import { nameOf, useRefreshUsers } from './users.query.ts';

const words = t.admin.users;

export const whoOf = (users: readonly ListedUser[]): string =>
  users.length === 1 && users[0] ? nameOf(users[0]) : words.several(users.length);

/** Decides about one or several users and offers one Undo for the 10 s that the mails are delayed (decisions §3). */
export function useReview() {
  const client = useQueryClient();
  const refresh = useRefreshUsers();

  const undo = async (reviewIds: readonly string[]) => {
    const undone = await takeBack(reviewIds);
    const late = reviewIds.length - undone;
    notifications.show(
      late === 0
        ? { color: 'ok', message: words.undone }
        : { color: 'error', message: undone === 0 ? words.undoneNone : words.undoneSome(undone, late) },
    );
    await refresh();
  };

  return async (users: readonly ListedUser[], decision: Decision, terms: Terms = {}): Promise<void> => {
    await showDecision(client, new Set(users.map(({ id }) => id)), decision);
    const began = Date.now();
    try {
      const { reviewIds, failed } = await decide(users, decision, terms);
      const id = reviewIds.join();
      const who = users.length === reviewIds.length ? whoOf(users) : words.several(reviewIds.length);
      if (reviewIds.length > 0) {
        offer({
          id,
          what: words.done[decision](who, reviewIds.length),
          reviewIds,
          // Counted from before the call: the server's 10 s begin while it is in flight.
          until: began + limits.reviewUndo,
          undo: () => {
            forget(id);
            void undo(reviewIds);
          },
        });
      }
      if (failed.length > 0) {
        notifications.show({
          color: 'error',
          title: words.someFailed(failed.length),
          message: [...new Set(failed.map(({ msg }) => msg))].join(' '),
          autoClose: limits.toastDuration,
        });
      }
    } finally {
      await refresh();
    }
  };
}
