import { Button } from '@mantine/core';
import { t } from '#texts';
import { tReview as words } from '#texts/review';
import { limits } from '../../../contract/limits.ts';
import { WhileOnline } from '../access/while-online.tsx';
import styles from './review.module.css';
import { type DecisionOf, decisionsFor, type ReviewKind, type ReviewTypes } from './review-kind.ts';
import type { Chosen } from './use-chosen.ts';
import type { ReviewHandlers } from './use-review-handlers.ts';

interface Props<T extends ReviewTypes> {
  kind: ReviewKind<T>;
  chosen: Chosen<T['row']>;
  /** Total number of matches; undefined before the first answer. */
  count: number | undefined;
  handlers: ReviewHandlers<T>;
}

/** Bulk actions on the selected rows, with one Undo. */
export function BulkBar<T extends ReviewTypes>({ kind, chosen, count, handlers }: Props<T>) {
  const { rows, clear } = chosen;
  if (count === 0) return null;
  // Mounted before the first row and without a selection: a bar that appears would shift the rows under the pointer.
  if (rows.length === 0 || count === undefined) {
    return (
      <div className={styles.bulk} data-empty>
        <span>{words.selectHint}</span>
        <span className={styles.keys}>{kind.words.keys}</span>
        {/* In its place, but not before there are rows: a press would be lost. */}
        <Button
          size="xs"
          variant="subtle"
          className={styles.selectPage ?? ''}
          data-early={count === undefined || undefined}
          onClick={chosen.selection.toggleAll}
        >
          {t.admin.table.selectPage}
        </Button>
      </div>
    );
  }
  const fitting = (decision: DecisionOf<T>) =>
    rows.filter((row) => decisionsFor(kind, row).includes(decision));
  const more = !chosen.everything && chosen.selection.all && count > rows.length;

  const decide = (decision: DecisionOf<T>) => {
    const those = fitting(decision);
    if (those.length === 0) return null;
    const action = kind.words.bulk[decision];
    return (
      <Button
        key={decision}
        size="xs"
        variant={decision === kind.yes ? 'filled' : 'default'}
        onClick={() => handlers.onDecide(those, decision, clear)}
      >
        {those.length === rows.length ? action : words.someOf(action, those.length)}
      </Button>
    );
  };

  return (
    <div className={styles.bulk}>
      <span role="status">
        {chosen.everything && rows.length === count
          ? words.allSelected(rows.length)
          : words.selected(rows.length)}
      </span>
      {more && (
        <Button size="xs" variant="subtle" loading={chosen.busy} onClick={() => void chosen.chooseAll()}>
          {count > limits.reviewBatch ? words.selectFirst(limits.reviewBatch) : words.selectMatching(count)}
        </Button>
      )}
      <WhileOnline>
        {decide(kind.yes)}
        {fitting(kind.yes).length > 0 && (
          <Button
            size="xs"
            variant="default"
            onClick={() => handlers.onApproveUntil(fitting(kind.yes), clear)}
          >
            {kind.words.approveUntil}
          </Button>
        )}
        {kind.no.map(decide)}
      </WhileOnline>
      <Button size="xs" variant="subtle" onClick={clear}>
        {words.clearSelection}
      </Button>
    </div>
  );
}
