import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { t } from '#texts';
import { type AdminDataset, deleteDataset } from '../../../contract/dataset-admin.ts';
import { call } from '../../api/call.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { useWork } from '../../ui/mantine/table/use-work.ts';
import { nextStatus } from './dataset-actions.ts';
import type { DatasetHandlers } from './dataset-columns.tsx';
import { titleOf, useRefreshDatasets } from './datasets.query.ts';
import { usePanel } from './use-panel.ts';
import type { Asked } from './versions/asked.ts';

const words = t.admin.datasets;

export function useDatasetHandlers() {
  const refresh = useRefreshDatasets();
  const work = useWork();
  const { panel, setPanel, openPart } = usePanel();
  const [asked, setAsked] = useState<Asked>();

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
    // The list may be older than what another administrator has changed.
    onEdit: (dataset) => void openPart('edit', dataset.id, dataset),
    onFiles: (dataset) => setPanel({ kind: 'files', dataset }),
    onVersions: (dataset) => setPanel({ kind: 'versions', dataset }),
    onStatus: (dataset) => setAsked({ what: nextStatus(dataset.status).action, about: dataset }),
    onDelete: (dataset) =>
      dataset.frozenAt === null
        ? work.run(dataset.id, () => remove(dataset))
        : setAsked({ what: 'withdraw', about: dataset, insteadOfDeleting: true }),
    isBusy: work.isBusy,
  };
  return { handlers, panel, setPanel, openPart, asked, setAsked };
}
