import type { ComponentProps, ReactNode } from 'react';
import { ListScreen } from '../../ui/mantine/table/list-screen.tsx';
import type { List } from '../../ui/mantine/table/use-list.ts';
import { BulkBar } from './bulk-bar.tsx';
import { ReasonDialog } from './reason-dialog.tsx';
import { decisionOfKey, type ReviewKind, type ReviewTypes } from './review-kind.ts';
import { UntilDialog } from './until-dialog.tsx';
import { useChosen } from './use-chosen.ts';
import type { ReviewDesk } from './use-review-handlers.ts';

interface Props<T extends ReviewTypes, Sort extends string>
  extends Pick<
    ComponentProps<typeof ListScreen<T['row'], Sort>>,
    'filters' | 'none' | 'caption' | 'columns'
  > {
  kind: ReviewKind<T>;
  desk: ReviewDesk<T>;
  list: List<T['row'], Sort>;
  /** Identifies the list: a selection in another one is discarded. */
  listId: string;
  /** All matches, over all pages, up to the limit of one decision. */
  fetchAll(): Promise<T['row'][]>;
  mayDecide: boolean;
  /** The panel of the open row. */
  children: ReactNode;
}

/** A queue: rows to choose, decisions about one or many of them by mouse or keys, and the dialogs of these. */
export function ReviewList<T extends ReviewTypes, Sort extends string>(props: Props<T, Sort>) {
  const { kind, desk, list, listId, fetchAll, mayDecide, children, ...screen } = props;
  const chosen = useChosen({ rows: list.rows, list: listId, fetchAll, decided: desk.decided });
  const onRowKey = (row: T['row'], key: string) => {
    const decision = decisionOfKey(kind, row, key);
    if (decision) desk.handlers.onDecide([row], decision);
  };
  return (
    <>
      <ListScreen
        {...screen}
        list={list}
        idOf={({ id }) => id}
        nameOf={kind.nameOf}
        {...(mayDecide && { selection: chosen.selection, onRowKey })}
        lines={2}
      >
        {mayDecide && !(list.failed && list.count === undefined) && (
          <BulkBar kind={kind} chosen={chosen} count={list.count} handlers={desk.handlers} />
        )}
      </ListScreen>
      {/* Before the dialogs, which open above it. */}
      {children}
      <ReasonDialog kind={kind} desk={desk} />
      <UntilDialog kind={kind} desk={desk} />
    </>
  );
}
