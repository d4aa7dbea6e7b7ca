import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { exportRecords } from '../../../contract/statistics.ts';
import { en } from '../../../texts/en.ts';
import { callFile } from '../../api/call.ts';
import { formatSizeShort } from '../../ui/format.ts';
import styles from './records.module.css';
import type { exportFilters } from './records.query.ts';

const words = en.admin.records;

/** Saves bytes as a file: a plain link could not carry the Bearer token. */
function save(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser reads the address after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

export function ExportButton({ filters }: { filters: ReturnType<typeof exportFilters> }) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);

  const run = async () => {
    setBusy(true);
    setNote(words.exporting);
    try {
      const blob = await callFile(exportRecords, { query: filters });
      save(blob, `download-records-${new Date().toISOString().slice(0, 10)}.csv`);
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
