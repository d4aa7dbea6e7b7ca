import { Button } from '@mantine/core';
import { useState } from 'react';
import { t } from '#texts';
import { copyText } from '../../ui/copy-text.ts';
import styles from './account.module.css';

const words = t.admin.own;

/** Copies a text and shows whether that succeeded. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [note, setNote] = useState('');
  const copy = async () => setNote((await copyText(text)) ? words.copied : words.copyFailed);
  return (
    <span className={styles.copy}>
      <Button variant="default" size="xs" onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status" className={styles.copied}>
        {note}
      </span>
    </span>
  );
}
