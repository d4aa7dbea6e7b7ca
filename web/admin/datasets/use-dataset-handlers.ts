import { notifications } from '@mantine/notifications';
import { t } from '#texts';
import { type AdminDataset, deleteDataset, updateDataset } from '../../../contract/dataset-admin.ts';
import { call } from '../../api/call.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { nextStatus } from './dataset-actions.ts';
import type { DatasetHandlers } from './dataset-columns.tsx';
import { titleOf, useRefreshDatasets } from './datasets.query.ts';
import { usePanel } from './use-panel.ts';

const words = t.admin.datasets;

export function useDatasetHandlers() {
  const refresh = useRefreshDatasets();
  const work = useWork();
  const { panel, setPanel } = usePanel();

  const changeStatus = async (dataset: AdminDataset): Promise<void> => {
    const { to, action } = nextStatus(dataset.status);
    const name = titleOf(dataset);
    const sure =
      action === 'publish' ||
      (await confirm({
        title: words.withdrawTitle(name),
        message: words.withdrawBody,
        confirmLabel: words.withdraw,
        cancelLabel: t.admin.cancel,
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
      cancelLabel: t.admin.cancel,
      danger: true,
    });
    if (!sure) return;
    await call(deleteDataset, { params: { id: dataset.id } });
    notifications.show({ color: 'ok', message: words.deleted(name) });
    await refresh();
  };

  const handlers: DatasetHandlers = {
    onEdit: (dataset) => setPanel({ kind: 'edit', dataset }),
    onFiles: (dataset) => setPanel({ kind: 'files', dataset }),
    onStatus: (dataset) => work.run(dataset.id, () => changeStatus(dataset)),
    onDelete: (dataset) => work.run(dataset.id, () => remove(dataset)),
    isBusy: work.isBusy,
  };
  return { handlers, panel, setPanel };
}
