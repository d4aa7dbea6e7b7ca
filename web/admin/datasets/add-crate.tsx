import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { tUploads } from '#texts/uploads';
import { addRoCrate } from '../../../contract/dataset-admin.ts';
import { call } from '../../api/call.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import styles from './datasets.module.css';
import { useRefreshDatasets } from './datasets.query.ts';

const words = tUploads.crate;

/** Writes `ro-crate-metadata.json` as a file of the dataset. */
export function AddCrate({ datasetId }: { datasetId: string }) {
  const [busy, setBusy] = useState(false);
  const refresh = useRefreshDatasets();
  const add = async (): Promise<void> => {
    setBusy(true);
    try {
      await call(addRoCrate, { params: { id: datasetId } });
      notifications.show({ color: 'ok', message: words.done });
      await refresh();
    } finally {
      setBusy(false);
    }
  };
  return (
    <Allowed {...toCall(addRoCrate)}>
      <div className={styles.crate}>
        <Button
          size="xs"
          variant="default"
          loading={busy}
          aria-describedby="crate-hint"
          // Reported by §8's toast.
          onClick={() => void add().catch(() => undefined)}
        >
          {words.action}
        </Button>
        <p id="crate-hint" className={styles.crateHint}>
          {words.hint}
        </p>
      </div>
    </Allowed>
  );
}
