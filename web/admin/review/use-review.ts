import { notifications } from '@mantine/notifications';
import { useQueryClient } from '@tanstack/react-query';
import { tReview as words } from '#texts/review';
import { limits } from '../../../contract/limits.ts';
import { showDecision } from './lists-cache.ts';
import {
  type DecisionOf,
  type DecisionTerms,
  type ReviewKind,
  type ReviewTypes,
  whoOf,
} from './review-kind.ts';
import { forget, offer } from './undo-store.ts';

/** Refetches lists, the open row and the figures after a change of any row. */
export function useRefresh({ listKey, alsoKeys }: Pick<ReviewKind<never>, 'listKey' | 'alsoKeys'>) {
  const client = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all([listKey, ...alsoKeys].map((key) => client.invalidateQueries({ queryKey: [key] })));
  };
}

/** Decides about one or several rows and offers one Undo for the 10 s that the mails are delayed (decisions §3). */
export function useReview<T extends ReviewTypes>(kind: ReviewKind<T>) {
  const client = useQueryClient();
  const refresh = useRefresh(kind);

  const undo = async (reviewIds: readonly string[]) => {
    const results = await Promise.allSettled(reviewIds.map((reviewId) => kind.undo(reviewId)));
    const undone = results.filter(({ status }) => status === 'fulfilled').length;
    const late = reviewIds.length - undone;
    notifications.show(
      late === 0
        ? { color: 'ok', message: words.undone }
        : { color: 'error', message: undone === 0 ? words.undoneNone : words.undoneSome(undone, late) },
    );
    await refresh();
  };

  return async (
    rows: readonly T['row'][],
    decision: DecisionOf<T>,
    terms: DecisionTerms = {},
  ): Promise<void> => {
    await showDecision(client, kind.listKey, new Set(rows.map(({ id }) => id)), decision);
    const began = Date.now();
    try {
      const { reviewIds, failed } = await kind.decide(rows, decision, terms);
      const id = reviewIds.join();
      const who = rows.length === reviewIds.length ? whoOf(kind, rows) : kind.words.several(reviewIds.length);
      if (reviewIds.length > 0) {
        offer({
          id,
          what: kind.words.done[decision](who, reviewIds.length),
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
          message: [...new Set(failed)].join(' '),
          autoClose: limits.toastDuration,
        });
      }
    } finally {
      await refresh();
    }
  };
}
