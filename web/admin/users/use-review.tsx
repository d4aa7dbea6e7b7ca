import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { limits } from '../../../contract/limits.ts';
import { type ListedUser, reviewUser, reviewUsers, undoReview } from '../../../contract/user-review.ts';
import { en } from '../../../texts/en.ts';
import { call } from '../../api/call.ts';
import type { Decision } from './user-actions.ts';
import { nameOf, useRefreshUsers } from './users.query.ts';

const words = en.admin.users;

interface Outcome {
  reviewIds: string[];
  failed: { userId: string; msg: string }[];
}

async function decide(users: readonly ListedUser[], status: Decision, reason?: string): Promise<Outcome> {
  const because = reason === undefined ? {} : { reason };
  const [only] = users;
  if (users.length === 1 && only) {
    const params = { userId: only.id, status };
    // No body where there is no reason: the contract's body is optional, an empty reason is refused.
    const { reviewId } = await call(
      reviewUser,
      reason === undefined ? { params } : { params, body: because },
    );
    return { reviewIds: [reviewId], failed: [] };
  }
  const ids = users.map(({ id }) => id);
  const { done, failed } = await call(reviewUsers, { body: { ids, status, ...because } });
  return { reviewIds: done.map(({ reviewId }) => reviewId), failed };
}

/** Decides about one or several users and offers Undo for the 10 s that the mail waits (decisions §3). */
export function useReview() {
  const refresh = useRefreshUsers();

  const undo = async (message: string, reviewIds: readonly string[]) => {
    notifications.hide(message);
    const results = await Promise.allSettled(
      reviewIds.map((reviewId) => call(undoReview, { params: { reviewId } })),
    );
    if (results.some(({ status }) => status === 'fulfilled')) {
      notifications.show({ message: words.undone, color: 'ok' });
    }
    await refresh();
  };

  return async (users: readonly ListedUser[], decision: Decision, reason?: string): Promise<void> => {
    const { reviewIds, failed } = await decide(users, decision, reason);
    const [only] = users;
    const who = users.length === 1 && only ? nameOf(only) : words.several(reviewIds.length);
    const message = `review-${reviewIds.join()}`;
    if (reviewIds.length > 0) {
      notifications.show({
        id: message,
        color: 'ok',
        title: words.done[decision](who),
        autoClose: limits.reviewUndo,
        message: (
          <Group justify="space-between" wrap="nowrap">
            <Text size="sm">{words.mailWaits}</Text>
            <Button size="compact-sm" variant="default" onClick={() => void undo(message, reviewIds)}>
              {words.undo}
            </Button>
          </Group>
        ),
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
    await refresh();
  };
}
