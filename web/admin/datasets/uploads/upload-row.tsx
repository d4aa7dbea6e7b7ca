import { Button, Group, Progress, Text } from '@mantine/core';
import { t } from '#texts';
import { tUploads as words } from '#texts/uploads';
import { formatCount, formatSizeShort } from '../../../ui/format.ts';
import { confirmRemoval } from './confirm-removal.ts';
import { pause, remove, resume } from './queue.ts';
import { doneOf, sentOf, sizeOf, type Task } from './task.ts';
import styles from './uploads.module.css';

const percentOf = (sent: number, size: number): number =>
  size === 0 ? 100 : Math.floor((sent / size) * 100);

function stateOf(task: Task): string {
  const { state, message, items } = task;
  const sent = sentOf(task);
  const parts = [t.admin.upload.progress(formatSizeShort(sent), formatSizeShort(sizeOf(task)))];
  if (task.folder) parts.push(words.filesDone(formatCount(doneOf(task)), formatCount(items.length)));
  if (state === 'failed') return message;
  if (state === 'adding') return words.state.adding;
  if (state === 'paused') return [words.state.paused, ...parts].join(' · ');
  if (state === 'signed out') return words.state.signedOut;
  const isWaiting = sent === 0 && !items.some(({ sending }) => sending);
  return isWaiting ? words.state.waiting : parts.join(' · ');
}

async function askToRemove(task: Task): Promise<void> {
  if (await confirmRemoval(task.name)) remove(task);
}

/** One upload: its progress and actions. */
export function UploadRow({ task }: { task: Task }) {
  const { name, state } = task;
  const label = { compact: 'compact-sm', variant: 'default' } as const;
  const button = (word: string, full: string, onClick: () => void) => (
    <Button size={label.compact} variant={label.variant} aria-label={full} onClick={onClick}>
      {word}
    </Button>
  );
  return (
    <li className={styles.row}>
      <div className={styles.head}>
        <span className={styles.name}>{name}</span>
        <Group gap={6} wrap="nowrap">
          {state === 'sending' && button(words.words.pause, words.pause(name), () => pause(task))}
          {state === 'paused' && button(words.words.resume, words.resume(name), () => resume(task))}
          {state === 'failed' && button(words.words.retry, words.retry(name), () => resume(task))}
          {state !== 'adding' && button(words.words.remove, words.remove(name), () => void askToRemove(task))}
        </Group>
      </div>
      <Progress
        value={percentOf(sentOf(task), sizeOf(task))}
        aria-label={words.progressOf(name)}
        {...(state === 'failed' && { color: 'error' })}
      />
      {/* Progress is no live region, since it changes many times a second. An error is announced. */}
      <Text size="sm" {...(state === 'failed' ? { c: 'error', role: 'alert' } : { c: 'dimmed' })}>
        {stateOf(task)}
      </Text>
    </li>
  );
}
