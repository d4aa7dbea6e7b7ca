import { Button } from '@mantine/core';
import { t } from '#texts';
import { limits } from '../../../contract/limits.ts';
import { WhileOnline } from '../access/while-online.tsx';
import type { ChosenUsers } from './use-chosen.ts';
import type { UserHandlers } from './use-user-handlers.ts';
import { type Decision, decisionsFor } from './user-actions.ts';
import styles from './users.module.css';

const words = t.admin.users;
const rest: readonly Decision[] = ['needs_info', 'rejected', 'suspended'];

interface Props {
  chosen: ChosenUsers;
  /** Total number of matches; undefined before the first answer. */
  count: number | undefined;
  handlers: UserHandlers;
}

/** Bulk actions on the selected users, with one Undo. */
export function BulkBar({ chosen, count, handlers }: Props) {
  const { users, clear } = chosen;
  if (count === 0) return null;
  // Mounted before the first row and without a selection: a bar that appears would shift the rows under the pointer.
  if (users.length === 0 || count === undefined) {
    return (
      <div className={styles.bulk} data-empty>
        <span>{words.selectHint}</span>
        <span className={styles.keys}>{words.keys}</span>
        <Button
          size="xs"
          variant="subtle"
          className={styles.selectPage ?? ''}
          onClick={chosen.selection.toggleAll}
        >
          {t.admin.table.selectPage}
        </Button>
      </div>
    );
  }
  const fitting = (decision: Decision) =>
    users.filter(({ status }) => decisionsFor(status).includes(decision));
  const more = !chosen.everybody && chosen.selection.all && count > users.length;

  const decide = (decision: Decision) => {
    const those = fitting(decision);
    if (those.length === 0) return null;
    return (
      <Button
        key={decision}
        size="xs"
        variant={decision === 'approved' ? 'filled' : 'default'}
        onClick={() => handlers.onDecide(those, decision, clear)}
      >
        {those.length === users.length
          ? words.bulk[decision]
          : words.someOf(words.bulk[decision], those.length)}
      </Button>
    );
  };

  return (
    <div className={styles.bulk}>
      <span role="status">
        {chosen.everybody && users.length === count
          ? words.allSelected(users.length)
          : words.selected(users.length)}
      </span>
      {more && (
        <Button size="xs" variant="subtle" loading={chosen.busy} onClick={() => void chosen.chooseAll()}>
          {count > limits.reviewBatch ? words.selectFirst(limits.reviewBatch) : words.selectMatching(count)}
        </Button>
      )}
      <WhileOnline>
        {decide('approved')}
        {fitting('approved').length > 0 && (
          <Button
            size="xs"
            variant="default"
            onClick={() => handlers.onApproveUntil(fitting('approved'), clear)}
          >
            {words.approveUntil}
          </Button>
        )}
        {rest.map(decide)}
      </WhileOnline>
      <Button size="xs" variant="subtle" onClick={clear}>
        {words.clearSelection}
      </Button>
    </div>
  );
}
