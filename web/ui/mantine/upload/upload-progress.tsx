import { Button, Progress } from '@mantine/core';
import { t } from '#texts';
import { formatSizeShort } from '../../format.ts';
import { useLate } from '../table/use-late.ts';
import { formatSeconds } from './transfer.ts';
import styles from './upload.module.css';
import type { UploadState } from './use-upload.ts';

const words = t.admin.upload;

/** Bytes, speed, time left, and a cancel button. */
export function UploadProgress({ state, onCancel }: { state: UploadState; onCancel(): void }) {
  // It replaces the submit button: the second half of a double click must not cancel.
  const settled = useLate(true, 500);
  const { sent, total, speed, secondsLeft } = state;
  const percent = total === 0 ? 100 : Math.floor((sent / total) * 100);
  const finishing = sent >= total;
  const parts = [
    words.progress(formatSizeShort(sent), formatSizeShort(total)),
    speed !== undefined && words.speed(formatSizeShort(speed)),
    secondsLeft !== undefined && words.left(formatSeconds(secondsLeft)),
  ].filter(Boolean);
  return (
    <div className={styles.progress}>
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={words.label} animated={finishing} striped={finishing} />
      </Progress.Root>
      <div className={styles.line}>
        {/* Not a live region: it changes many times a second. */}
        <span>{finishing ? words.finishing : parts.join(' · ')}</span>
        <Button size="compact-sm" variant="default" disabled={!settled} onClick={onCancel}>
          {words.cancel}
        </Button>
      </div>
    </div>
  );
}
