import { Button, Group, Skeleton, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import type { Subset } from '../../../contract/catalogue.ts';
import { addSubsets, deleteSubset } from '../../../contract/dataset-admin.ts';
import { placeSubset } from '../../../contract/dataset-order.ts';
import { call } from '../../api/call.ts';
import { formatSizeShort, plural } from '../../ui/format.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { DataTable } from '../../ui/mantine/table/data-table.tsx';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { AddCrate } from './add-crate.tsx';
import { isReady } from './dataset-actions.ts';
import styles from './datasets.module.css';
import { datasetQuery, useRefreshDatasets } from './datasets.query.ts';
import { EditSubset } from './edit-subset.tsx';
import { subsetColumns } from './subset-columns.tsx';
import { BringFiles } from './uploads/bring-files.tsx';
import { useKeptFocus, useMoves } from './use-moves.ts';
import type { Ask } from './versions/asked.ts';
import { FrozenNotice } from './versions/frozen-notice.tsx';

const words = t.admin.subsets;

/** The files of one dataset: list, add, edit, delete. */
export function Subsets({ datasetId, ask }: { datasetId: string; ask: Ask }) {
  const { data, isError, refetch } = useQuery(datasetQuery(datasetId));
  const refresh = useRefreshDatasets();
  const [edited, setEdited] = useState<Subset>();
  const { rows = [], move } = useMoves({
    rows: data?.subsetList,
    idOf: ({ id }) => id,
    place: (id, after) => call(placeSubset, { params: { id }, body: { after } }),
    refresh,
  });
  const keepFocus = useKeptFocus(rows);

  const remove = async ({ id, path }: Subset): Promise<void> => {
    const sure = await confirm({
      title: words.deleteTitle,
      message: words.deleteBody(path),
      confirmLabel: t.admin.datasets.delete,
      cancelLabel: t.admin.cancel,
      danger: true,
    });
    if (!sure) return;
    await call(deleteSubset, { params: { id } });
    notifications.show({ color: 'ok', message: words.deleted });
    await refresh();
  };

  if (isError && !data) {
    return (
      <Group role="alert">
        <Text>{words.failed}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          {t.admin.table.retry}
        </Button>
      </Group>
    );
  }
  if (!data) return <Skeleton height={240} aria-busy />;
  const base = data.dataset.path.replace(/\.zip$/i, '');
  const isFrozen = data.dataset.frozenAt !== null;
  const bytes = data.subsetList.reduce((sum, { size }) => sum + size, 0);
  return (
    <>
      {isFrozen ? (
        <FrozenNotice dataset={data.dataset} on="files" ask={ask} />
      ) : (
        <Allowed {...toCall(addSubsets)}>
          <BringFiles target={{ datasetId, base }} isNext={!isReady(data)} />
        </Allowed>
      )}
      {data.subsetList.length === 0 ? (
        <Text c="dimmed" mt="lg">
          {words.none}
        </Text>
      ) : (
        <>
          <p className={styles.folder}>{base}/</p>
          <DataTable
            caption={words.caption}
            columns={subsetColumns({
              folder: `${base}/`,
              isFrozen,
              onEdit: setEdited,
              // Reported by §8's toast.
              onDelete: (subset) => void remove(subset).catch(() => undefined),
              onMove({ id }, by) {
                keepFocus(`place-${id}${by}`, `place-${id}${-by}`);
                move(id, rows.findIndex((row) => row.id === id) + by);
              },
              isAt: ({ id }, end) => rows.at(end === 'first' ? 0 : -1)?.id === id,
            })}
            rows={rows}
            idOf={({ id }) => id}
            nameOf={({ path }) => path}
          />
          <p className={styles.sum}>
            {words.sum(plural(data.dataset.fileCount, ...tLists.file), formatSizeShort(bytes))}
          </p>
          {!isFrozen && !data.subsetList.some(({ path }) => path === `${base}/ro-crate-metadata.json`) && (
            <AddCrate datasetId={datasetId} />
          )}
        </>
      )}
      <EditSubset subset={edited} isFrozen={isFrozen} onClose={() => setEdited(undefined)} />
    </>
  );
}
