import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { t } from '#texts';
import { exportRecords } from '../../../contract/statistics.ts';
import { callFile } from '../../api/call.ts';
import { formatSizeShort } from '../../ui/format.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import styles from './records.module.css';
import type { RecordFilters } from './records.query.ts';

const words = t.admin.records;

export function ExportButton({ filters }: { filters: RecordFilters }) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);

  const run = async () => {
    setBusy(true);
    setNote(words.exporting);
    try {
      const blob = await callFile(exportRecords, { query: filters });
      saveBlob(blob, `download-records-${new Date().toISOString().slice(0, 10)}.csv`);
      setNote(words.exported(formatSizeShort(blob.size)));
    } catch {
      setNote(words.exportFailed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <Group gap="sm">
      <span role="status" className={styles.note}>
        {note}
      </span>
      <Button variant="default" loading={busy} onClick={() => void run()}>
        {words.export}
      </Button>
    </Group>
  );
}
