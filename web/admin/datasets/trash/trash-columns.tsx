import { Button, Group } from '@mantine/core';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { purgeFromTrash, restoreFromTrash, type TrashEntry } from '../../../../contract/trash.ts';
import { formatCount, formatSizeShort, formatTime } from '../../../ui/format.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { Time } from '../../../ui/mantine/time.tsx';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { daysLeft } from './days-left.ts';
import styles from './trash.module.css';
import { nameOf, type TrashSort } from './trash.query.ts';
import type { TrashHandlers } from './use-trash-handlers.ts';

const words = tLists.trash;

function Left({ until }: { until: string }) {
  const days = daysLeft(until);
  return (
    <time
      dateTime={until}
      title={formatTime(until)}
      className={styles.left}
      data-soon={days < 3 || undefined}
    >
      {days === 0 ? words.today : words.days(days)}
    </time>
  );
}

function RowActions({ entry, handlers }: { entry: TrashEntry; handlers: TrashHandlers }) {
  const name = nameOf(entry);
  const busy = handlers.isBusy(entry.id);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      <Allowed {...toCall(restoreFromTrash)}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.restoreOf(name)}
          disabled={busy}
          onClick={() => handlers.onRestore(entry)}
        >
          {words.restore}
        </Button>
      </Allowed>
      <Allowed {...toCall(purgeFromTrash)}>
        <Button
          size="compact-sm"
          variant="subtle"
          color="error"
          aria-label={words.purgeOf(name)}
          disabled={busy}
          onClick={() => handlers.onPurge(entry)}
        >
          {words.purge}
        </Button>
      </Allowed>
    </Group>
  );
}

export const trashColumns = (handlers: TrashHandlers): Column<TrashEntry, TrashSort>[] => [
  {
    key: 'name',
    header: words.name,
    primary: true,
    long: true,
    cell: (entry) => (
      <>
        {nameOf(entry)}
        <span className={styles.below}>
          {entry.kind === 'dataset' ? entry.path : words.partOf(`${entry.name} ${entry.version}`)}
        </span>
      </>
    ),
  },
  { key: 'kind', header: words.kind, cell: ({ kind }) => words.kindName[kind] },
  { key: 'files', header: words.files, numeric: true, cell: ({ fileCount }) => formatCount(fileCount) },
  { key: 'size', header: words.size, numeric: true, cell: ({ size }) => formatSizeShort(size) },
  {
    key: 'trashedAt',
    header: words.trashedAt,
    sort: 'trashedAt',
    cell: ({ trashedAt }) => <Time at={trashedAt} day />,
  },
  { key: 'left', header: words.left, cell: ({ purgedFrom }) => <Left until={purgedFrom} /> },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (entry) => <RowActions entry={entry} handlers={handlers} />,
  },
];
