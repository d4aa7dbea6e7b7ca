import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Requirement } from '../access/permissions.ts';
import styles from './review.module.css';
import {
  type DecisionOf,
  decisionsFor,
  needsReason,
  type ReviewKind,
  type ReviewTypes,
} from './review-kind.ts';
import { ToDecide } from './to-decide.tsx';
import type { ReviewHandlers } from './use-review-handlers.ts';

interface Props<T extends ReviewTypes> {
  kind: ReviewKind<T>;
  row: T['row'];
  handlers: ReviewHandlers<T>;
  /** To decide; absent: whoever sees a row may. */
  required?: Requirement;
  /** Left of the decisions. */
  children?: ReactNode;
}

/** What can be decided about the row of the drawer, at its lower edge. */
export function DecisionFoot<T extends ReviewTypes>({ kind, row, handlers, required, children }: Props<T>) {
  const allowed = decisionsFor(kind, row);
  const { action, changeEnd, approveUntil } = kind.words;
  const button = (decision: DecisionOf<T>) => (
    <Button
      key={decision}
      variant={decision === kind.yes ? 'filled' : 'default'}
      onClick={() => handlers.onDecide([row], decision)}
    >
      {action[decision]}
    </Button>
  );
  return (
    <div className={styles.foot}>
      {children}
      <ToDecide required={required}>
        {allowed
          .filter((each) => needsReason(kind, each))
          .toReversed()
          .map(button)}
        <Button variant="default" onClick={() => handlers.onApproveUntil([row])}>
          {row.status === kind.yes ? changeEnd : approveUntil}
        </Button>
        {allowed.filter((each) => !needsReason(kind, each)).map(button)}
      </ToDecide>
    </div>
  );
}
