import { Button } from '@mantine/core';
import { enAccount } from '../../../../texts/en-account.ts';
import styles from './restored-note.module.css';
import type { KeptDraft } from './use-draft.ts';

/** Says that a draft was put back, and lets one do without it. */
export function RestoredNote({ kept }: { kept: KeptDraft }) {
  if (!kept.restored) return null;
  return (
    <p className={styles.note} role="status">
      {enAccount.restored}
      <Button variant="subtle" size="compact-sm" onClick={kept.startAnew}>
        {enAccount.startAnew}
      </Button>
    </p>
  );
}
