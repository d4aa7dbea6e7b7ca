import { Drawer } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import type { AdminDataset } from '../../../contract/dataset-admin.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { useUpload } from '../../ui/mantine/upload/use-upload.ts';
import { AddDataset } from './add-dataset.tsx';
import { titleOf } from './datasets.query.ts';
import { EditDataset } from './edit-dataset.tsx';
import { OrderPanel } from './order-panel.tsx';
import { PublishBar } from './publish-bar.tsx';
import { Subsets } from './subsets.tsx';
import type { Panel } from './use-panel.ts';

const words = t.admin.datasets;
const leave = t.admin.upload;

const askToLeave = () =>
  confirm({
    title: leave.leaveTitle,
    message: leave.leaveBody,
    confirmLabel: leave.leave,
    cancelLabel: leave.stay,
    danger: true,
  });

const titleFor = (panel: Panel): string =>
  panel.kind === 'add'
    ? words.addTitle
    : panel.kind === 'order'
      ? tLists.order.title
      : panel.kind === 'edit'
        ? words.editOf(titleOf(panel.dataset))
        : words.subsetsOf(titleOf(panel.dataset));

interface Props {
  panel: Panel | undefined;
  /** Continues with the files of a new draft. */
  onFiles(dataset: AdminDataset): void;
  onClose(): void;
}

/** Drawer to add, edit, order, and manage the files of datasets. Closing is blocked while an upload runs. */
export function DatasetDrawer({ panel, onFiles, onClose }: Props) {
  const upload = useUpload();
  const running = upload.state !== undefined;
  // Opening and closing a panel is no leaving; going back from one is.
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      running && (currentLocation.pathname !== nextLocation.pathname || historyAction === 'POP'),
  );

  useEffect(() => {
    if (blocker.state !== 'blocked') return;
    void askToLeave().then((sure) => {
      if (!sure) return blocker.reset();
      upload.cancel();
      blocker.proceed();
    });
  }, [blocker, upload.cancel]);

  const close = async () => {
    if (running && !(await askToLeave())) return;
    upload.cancel();
    onClose();
  };

  return (
    <Drawer
      opened={panel !== undefined}
      onClose={() => void close()}
      position="right"
      size={panel?.kind === 'files' ? 'xl' : 'lg'}
      title={panel && titleFor(panel)}
      closeOnClickOutside={false}
    >
      {panel?.kind === 'add' && <AddDataset upload={upload} onDone={onFiles} onCancel={onClose} />}
      {panel?.kind === 'edit' && (
        <EditDataset dataset={panel.dataset} upload={upload} onDone={onClose} onCancel={onClose} />
      )}
      {panel?.kind === 'files' && (
        <>
          <Subsets datasetId={panel.dataset.id} />
          <PublishBar datasetId={panel.dataset.id} onDone={onClose} />
        </>
      )}
      {panel?.kind === 'order' && <OrderPanel modalityName={panel.modalityName} />}
    </Drawer>
  );
}
