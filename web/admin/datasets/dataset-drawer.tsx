import { Drawer } from '@mantine/core';
import { useEffect } from 'react';
import { useBlocker } from 'react-router';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { tVersions } from '#texts/versions';
import type { AdminDataset } from '../../../contract/dataset-admin.ts';
import { confirm } from '../../ui/mantine/confirm.ts';
import { useUpload } from '../../ui/mantine/upload/use-upload.ts';
import { useLast } from '../../ui/mantine/use-last.ts';
import { useOnTop } from '../../ui/mantine/use-on-top.ts';
import { DatasetAccess } from './access/dataset-access.tsx';
import { AddDataset } from './add-dataset.tsx';
import { DatasetParts } from './dataset-parts.tsx';
import styles from './datasets.module.css';
import { titleOf } from './datasets.query.ts';
import { EditDataset } from './edit-dataset.tsx';
import { OrderPanel } from './order-panel.tsx';
import { People } from './people/people.tsx';
import { PublishBar } from './publish-bar.tsx';
import { Subsets } from './subsets.tsx';
import type { Panel, Part } from './use-panel.ts';
import type { Ask } from './versions/asked.ts';
import { Versions } from './versions/versions.tsx';

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

const titlesOfParts: Record<Part, (name: string) => string> = {
  edit: words.editOf,
  files: words.subsetsOf,
  versions: tVersions.titleOf,
  access: tVersions.accessOf,
  people: tVersions.peopleOf,
};

const titleFor = (panel: Panel): string =>
  panel.kind === 'add'
    ? words.addTitle
    : panel.kind === 'order'
      ? tLists.order.title
      : titlesOfParts[panel.kind](titleOf(panel.dataset));

interface Props {
  panel: Panel | undefined;
  /** Continues with the files of a new draft. */
  onFiles(dataset: AdminDataset): void;
  onPart(part: Part, datasetId: string): void;
  ask: Ask;
  onClose(): void;
}

/** Drawer to add, edit, order, and manage the files of datasets. Closing is blocked while an upload runs. */
export function DatasetDrawer({ panel, onFiles, onPart, ask, onClose }: Props) {
  const upload = useUpload();
  const shown = useLast(panel);
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

  const changePart = async (part: Part, datasetId: string) => {
    if (running && !(await askToLeave())) return;
    upload.cancel();
    onPart(part, datasetId);
  };

  return (
    <Drawer
      {...useOnTop(panel !== undefined)}
      opened={panel !== undefined}
      onClose={() => void close()}
      position="right"
      // The parts of one dataset are equally wide: nothing jumps between them.
      size={shown && 'dataset' in shown ? 'xl' : 'lg'}
      title={shown && titleFor(shown)}
      classNames={{ content: styles.content ?? '', body: styles.body ?? '' }}
      closeOnClickOutside={false}
    >
      {panel?.kind === 'add' && <AddDataset upload={upload} onDone={onFiles} onCancel={onClose} />}
      {panel && 'dataset' in panel && (
        <DatasetParts part={panel.kind} onPart={(part) => void changePart(part, panel.dataset.id)}>
          {panel.kind === 'edit' && (
            <EditDataset
              dataset={panel.dataset}
              upload={upload}
              ask={ask}
              onDone={onClose}
              onCancel={onClose}
            />
          )}
          {panel.kind === 'files' && (
            <>
              <Subsets datasetId={panel.dataset.id} ask={ask} />
              <PublishBar datasetId={panel.dataset.id} onDone={onClose} />
            </>
          )}
          {panel.kind === 'access' && <DatasetAccess dataset={panel.dataset} />}
          {panel.kind === 'people' && <People dataset={panel.dataset} />}
          {panel.kind === 'versions' && (
            <Versions dataset={panel.dataset} ask={ask} onOpen={(id) => onPart('files', id)} />
          )}
        </DatasetParts>
      )}
      {panel?.kind === 'order' && <OrderPanel modalityName={panel.modalityName} />}
    </Drawer>
  );
}
