import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { type AdminDataset, deleteDataset, updateDataset } from '../../../contract/dataset-admin.ts';
import { en } from '../../../texts/en.ts';
import { call } from '../../api/call.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { nextStatus } from './dataset-actions.ts';
import type { DatasetHandlers } from './dataset-columns.tsx';
import { titleOf, useRefreshDatasets } from './datasets.query.ts';

const words = en.admin.datasets;

/** What the drawer shows: nothing, the form of a new dataset, of one that is there, or its files. */
export type Panel = { kind: 'add' } | { kind: 'edit' | 'files'; dataset: AdminDataset };

export function useDatasetHandlers() {
  const refresh = useRefreshDatasets();
  const [panel, setPanel] = useState<Panel>();

  const changeStatus = async (dataset: AdminDataset): Promise<void> => {
    const { to, action } = nextStatus(dataset.status);
    const name = titleOf(dataset);
    const sure =
      action === 'publish' ||
      (await confirm({
        title: words.withdrawTitle(name),
        message: words.withdrawBody,
        confirmLabel: words.withdraw,
        cancelLabel: en.admin.cancel,
        danger: true,
      }));
    if (!sure) return;
    await call(updateDataset, { params: { id: dataset.id }, body: { status: to } });
    notifications.show({
      color: 'ok',
      message: action === 'publish' ? words.published(name) : words.withdrawn(name),
    });
    await refresh();
  };

  const remove = async (dataset: AdminDataset): Promise<void> => {
    const name = titleOf(dataset);
    const sure = await confirm({
      title: words.deleteTitle(name),
      message: words.deleteBody,
      confirmLabel: words.delete,
      cancelLabel: en.admin.cancel,
      danger: true,
    });
    if (!sure) return;
    await call(deleteDataset, { params: { id: dataset.id } });
    notifications.show({ color: 'ok', message: words.deleted(name) });
    await refresh();
  };

  // Failures are told by §8's toast; there is nothing more to do about them here.
  const ignore = () => undefined;
  const handlers: DatasetHandlers = {
    onEdit: (dataset) => setPanel({ kind: 'edit', dataset }),
    onFiles: (dataset) => setPanel({ kind: 'files', dataset }),
    onStatus: (dataset) => void changeStatus(dataset).catch(ignore),
    onDelete: (dataset) => void remove(dataset).catch(ignore),
  };
  return { handlers, panel, setPanel };
}
