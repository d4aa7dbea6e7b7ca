import { Button, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tRecalls } from '#texts/recalls';
import { exportRecallPeople, type Recall, type RecallPerson } from '../../../../contract/recalls.ts';
import { callFile } from '../../../api/call.ts';
import { formatCount, formatSizeShort, plural } from '../../../ui/format.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { DataTable } from '../../../ui/mantine/table/data-table.tsx';
import { Pager } from '../../../ui/mantine/table/pager.tsx';
import { StateWord } from '../../../ui/mantine/table/state-word.tsx';
import { saveBlob } from '../../../ui/save-blob.ts';
import styles from './recalls.module.css';
import { recallPeopleQuery } from './recalls.query.ts';

const words = tRecalls.preview;

const nameOf = ({ name }: RecallPerson): string => name || words.deleted;

const person: Column<RecallPerson, never> = {
  key: 'person',
  header: words.person,
  primary: true,
  long: true,
  cell: (row) => (
    <>
      {row.userId === null ? <em>{words.deleted}</em> : nameOf(row)}
      <span className={styles.below}>{row.email}</span>
    </>
  ),
};

const extents: Column<RecallPerson, never>[] = [
  { key: 'whole', header: words.whole, numeric: true, cell: ({ whole }) => formatCount(whole) },
  {
    key: 'partial',
    header: words.partial,
    numeric: true,
    cell: ({ whole, partial }) => (
      <StateWord color={partial > 0 && whole === 0 ? 'warn' : undefined}>{formatCount(partial)}</StateWord>
    ),
  },
];

const outcomes: Column<RecallPerson, never>[] = [
  {
    key: 'mail',
    header: words.mail,
    cell: ({ mail }) =>
      mail && <StateWord color={mail === 'failed' ? 'error' : undefined}>{words.mailState[mail]}</StateWord>,
  },
  {
    key: 'corrected',
    header: words.corrected,
    cell: ({ corrected }) =>
      corrected && (
        <StateWord color={corrected === 'yes' ? 'ok' : undefined}>
          {words.correctedState[corrected]}
        </StateWord>
      ),
  },
];

/** Who holds the files of a draft, or who was told and what they have fetched since. */
export function RecallPeople({ recall }: { recall: Pick<Recall, 'id' | 'status'> }) {
  const [page, setPage] = useState({ page: 1, size: 20 });
  const { data, isError, isPlaceholderData, refetch } = useQuery(
    recallPeopleQuery(recall.id, page.page, page.size),
  );
  if (isError && !data)
    return (
      <div role="alert">
        <Text size="sm">{words.failed}</Text>
        <Button size="sm" variant="default" mt="sm" onClick={() => void refetch()}>
          {tRecalls.retry}
        </Button>
      </div>
    );
  if (!data) return <Skeleton height={160} aria-busy />;
  const { list, count, anonymous, unclear } = data;
  const columns = [person, ...extents, ...(recall.status === 'sent' ? outcomes : [])];
  return (
    <>
      {count === 0 ? (
        <Text size="sm" role="status">
          {words.nobody}
        </Text>
      ) : (
        <>
          <DataTable
            caption={words.caption}
            columns={columns}
            rows={list}
            idOf={({ id }) => id}
            nameOf={nameOf}
            name={false}
            busy={isPlaceholderData}
            lines={2}
          />
          <Pager
            count={count}
            busy={isPlaceholderData}
            page={{
              query: { ...page, sort: undefined, order: 'desc', filters: {} },
              setPage: (next) => setPage((now) => ({ ...now, page: next })),
              correctPage: (next) => setPage((now) => ({ ...now, page: next })),
              setSize: (size) => setPage({ page: 1, size }),
            }}
          />
        </>
      )}
      {anonymous > 0 && (
        <p className={styles.hint}>{words.anonymous(plural(anonymous, ...words.download))}</p>
      )}
      {unclear > 0 && <p className={styles.hint}>{words.unclear(plural(unclear, ...words.download))}</p>}
      {count > 0 && <Export id={recall.id} />}
    </>
  );
}

function Export({ id }: { id: string }) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    setNote(words.exporting);
    try {
      const blob = await callFile(exportRecallPeople, { params: { id } });
      saveBlob(blob, `recall-${new Date().toISOString().slice(0, 10)}.csv`);
      setNote(words.exported(formatSizeShort(blob.size)));
    } catch {
      setNote(words.exportFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={styles.export}>
      <Button size="sm" variant="default" loading={busy} onClick={() => void run()}>
        {words.export}
      </Button>
      <span role="status" className={styles.muted}>
        {note}
      </span>
    </div>
  );
}
