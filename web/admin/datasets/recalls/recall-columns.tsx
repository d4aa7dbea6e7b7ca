import { Button } from '@mantine/core';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { tRecalls as words } from '#texts/recalls';
import type { Recall } from '../../../../contract/recalls.ts';
import { formatCount, plural } from '../../../ui/format.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { StateWord } from '../../../ui/mantine/table/state-word.tsx';
import { Time } from '../../../ui/mantine/time.tsx';
import styles from './recalls.module.css';
import { type RecallSort, titleOfRecall } from './recalls.query.ts';

export const filesOfRecall = ({ whole, fileCount }: Pick<Recall, 'whole' | 'fileCount'>): string =>
  whole ? words.all : plural(fileCount, ...tLists.file);

export const recallColumns = (onOpen: (recall: Recall) => void): Column<Recall, RecallSort>[] => [
  {
    key: 'dataset',
    header: words.dataset,
    primary: true,
    long: true,
    cell: (recall) => (
      <>
        {titleOfRecall(recall)}
        <span className={styles.below}>{filesOfRecall(recall)}</span>
      </>
    ),
  },
  {
    key: 'status',
    header: words.status,
    cell: ({ status }) => (
      <StateWord color={status === 'draft' ? 'warn' : undefined}>{words.state[status]}</StateWord>
    ),
  },
  { key: 'kind', header: words.kind, cell: ({ kind }) => (kind === null ? '–' : words.kindName[kind]) },
  {
    key: 'people',
    header: words.people,
    numeric: true,
    cell: ({ status, people }) => (status === 'draft' ? '–' : formatCount(people)),
  },
  {
    key: 'createdAt',
    header: words.created,
    sort: 'createdAt',
    cell: ({ createdAt }) => <Time at={createdAt} />,
  },
  { key: 'by', header: words.by, long: true, cell: ({ by }) => by },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (recall) => (
      <Button
        size="compact-sm"
        variant="default"
        aria-label={words.showOf(titleOfRecall(recall))}
        onClick={() => onOpen(recall)}
      >
        {words.show}
      </Button>
    ),
  },
];
