import { notifications } from '@mantine/notifications';
import { useEffect, useState } from 'react';
import { tUploads as words } from '#texts/uploads';
import { listImports } from '../../../../contract/sources.ts';
import { useStore } from '../../../ui/store.ts';
import { toCall } from '../../access/permissions.ts';
import { useAllowed } from '../../access/use-allowed.ts';
import { useRefreshDatasets } from '../datasets.query.ts';
import { ChooseFiles } from './choose-files.tsx';
import { Imports } from './imports.tsx';
import { Interrupted } from './interrupted.tsx';
import { onAdded, shownTasks, type Target } from './queue.ts';
import { UploadList } from './upload-list.tsx';
import styles from './uploads.module.css';

interface Props {
  target: Target;
  /** Bringing files is what comes next; a view has one filled button. */
  isNext: boolean;
}

/** Adds files to a dataset: resumable uploads from this device, or files on the server's disk. */
export function BringFiles({ target, isNext }: Props) {
  const all = useStore(shownTasks);
  const tasks = all.filter(({ datasetId }) => datasetId === target.datasetId);
  const refresh = useRefreshDatasets();
  const mayImport = useAllowed(toCall(listImports));
  const [importing, setImporting] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: one listener for as long as the panel is there
  useEffect(() => {
    const off = onAdded((path) => {
      notifications.show({ color: 'ok', message: words.added(path) });
      void refresh();
    });
    return () => void off();
  }, []);

  return (
    <div className={styles.bring}>
      <ChooseFiles
        target={target}
        isNext={isNext}
        {...(mayImport && { onFromServer: () => setImporting(true) })}
      />
      <UploadList tasks={tasks} />
      <Interrupted datasetId={target.datasetId} tasks={tasks} />
      <Imports target={target} opened={importing} onClose={() => setImporting(false)} />
    </div>
  );
}
