import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type DecisionOf, needsReason, type ReviewKind, type ReviewTypes } from './review-kind.ts';
import { useReview } from './use-review.ts';

/** A decision that needs a dialog: for its reason or its end. */
export interface PendingDecision<T extends ReviewTypes, D extends DecisionOf<T>> {
  rows: readonly T['row'][];
  decision: D;
  onDone?: (() => void) | undefined;
}

export interface ReviewHandlers<T extends ReviewTypes> {
  /** Approves at once; opens the dialog where the decision needs a reason. */
  onDecide(rows: readonly T['row'][], decision: DecisionOf<T>, onDone?: () => void): void;
  onApproveUntil(rows: readonly T['row'][], onDone?: () => void): void;
  onDetails(row: T['row']): void;
}

/** Decisions from the list and the drawer, and the open dialogs. */
export function useReviewHandlers<T extends ReviewTypes>(kind: ReviewKind<T>) {
  const decide = useReview(kind);
  const [decided, setDecided] = useState<readonly { id: string }[]>([]);
  const review: typeof decide = async (rows, ...how) => {
    const mine = rows.map(({ id }) => ({ id }));
    setDecided((before) => [...before, ...mine]);
    try {
      await decide(rows, ...how);
    } catch (error) {
      // Nothing was decided; the others keep their places.
      setDecided((all) => all.map((one) => (mine.includes(one) ? { id: '' } : one)));
      throw error;
    }
  };
  const { parameter } = kind;
  const [search, setSearch] = useSearchParams();
  /** In the URL, so that it can be passed on; going back closes it. */
  const show = (id: string | undefined, replace = false) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now);
        next.delete(parameter);
        if (id !== undefined) next.set(parameter, id);
        return next;
      },
      { replace, preventScrollReset: true },
    );
  const [reasoned, setReasoned] = useState<PendingDecision<T, T['no']>>();
  const [until, setUntil] = useState<PendingDecision<T, T['yes']>>();

  const handlers: ReviewHandlers<T> = {
    onDecide(rows, decision, onDone) {
      if (rows.length === 0) return;
      if (needsReason(kind, decision)) return setReasoned({ rows, decision, onDone });
      onDone?.();
      // Failures are reported by §8's toast.
      void review(rows, decision).catch(() => undefined);
    },
    onApproveUntil: (rows, onDone) => setUntil({ rows, decision: kind.yes, onDone }),
    onDetails: ({ id }) => show(id, search.has(parameter)),
  };
  return {
    handlers,
    review,
    /** The rows that were decided about, in their order. */
    decided,
    open: search.get(parameter) ?? undefined,
    close: () => show(undefined, true),
    reasoned,
    closeReason: () => setReasoned(undefined),
    until,
    closeUntil: () => setUntil(undefined),
  };
}

export type ReviewDesk<T extends ReviewTypes> = ReturnType<typeof useReviewHandlers<T>>;
