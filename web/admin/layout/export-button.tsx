import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { t } from '#texts';
import { formatSizeShort } from '../../ui/format.ts';
import { saveBlob } from '../../ui/save-blob.ts';
import styles from './export-button.module.css';

const words = t.admin.export;

/** The UTC day, for the name of a file. */
export const today = (): string => new Date().toISOString().slice(0, 10);

interface Props {
  label: string;
  load(): Promise<Blob>;
  fileName(): string;
}

/** Downloads the filtered rows of a list. */
export function ExportButton({ label, load, fileName }: Props) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);

  const run = async () => {
    setBusy(true);
    setNote(words.running);
    try {
      const blob = await load();
      saveBlob(blob, fileName());
      setNote(words.done(formatSizeShort(blob.size)));
    } catch {
      setNote(words.failed);
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
        {label}
      </Button>
    </Group>
  );
}
