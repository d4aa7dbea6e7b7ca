import { Button } from '@mantine/core';
import { useState } from 'react';
import { tSystem } from '#texts/system';
import { exportDictData } from '../../../../contract/dictionary.ts';
import { callFile } from '../../../api/call.ts';
import { formatSizeShort } from '../../../ui/format.ts';
import type { FilterValues } from '../../../ui/mantine/table/table-query.ts';
import { saveBlob } from '../../../ui/save-blob.ts';
import forms from '../../layout/form.module.css';
import styles from '../system.module.css';
import type { dictSpec } from './dict.query.ts';

const words = tSystem.dict;

interface Props {
  filters: FilterValues<typeof dictSpec.filters>;
}

/** Downloads the filtered rows as a spreadsheet. */
export function ExportButton({ filters }: Props) {
  const [note, setNote] = useState('');
  const [busy, setBusy] = useState(false);

  const run = async () => {
    setBusy(true);
    setNote(words.exporting);
    try {
      const blob = await callFile(exportDictData, { query: filters });
      saveBlob(blob, `dictionary-${filters.dictType ?? 'all'}.xlsx`);
      setNote(words.exported(formatSizeShort(blob.size)));
    } catch {
      setNote(words.exportFailed);
    } finally {
      setBusy(false);
    }
  };

  return (
    <>
      <span role="status" className={`${forms.note} ${styles.status}`}>
        {note}
      </span>
      <Button variant="default" loading={busy} onClick={() => void run()}>
        {words.export}
      </Button>
    </>
  );
}
