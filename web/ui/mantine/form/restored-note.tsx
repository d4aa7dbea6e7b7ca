import { Button } from '@mantine/core';
import { tAccount } from '#texts/account';
import styles from './restored-note.module.css';
import type { KeptDraft } from './use-draft.ts';

/** Says that a draft was restored, and offers to discard it. */
export function RestoredNote({ kept }: { kept: KeptDraft }) {
  if (!kept.restored) return null;
  return (
    <p className={styles.note} role="status">
      {tAccount.restored}
      <Button variant="subtle" size="compact-sm" onClick={kept.startAnew}>
        {tAccount.startAnew}
      </Button>
    </p>
  );
}
