import '@mantine/core/styles/Alert.css';
import { Alert, Anchor, Button, Group, Progress, Text } from '@mantine/core';
import { t } from '#texts';
import { tUploads as words } from '#texts/uploads';
import { paths } from '../../../paths.ts';
import { formatSizeShort } from '../../../ui/format.ts';
import { formatSeconds, secondsLeft } from '../../../ui/mantine/upload/transfer.ts';
import { pause, resume, speed } from './queue.ts';
import { isRunning, sentOf, sizeOf, type Task } from './task.ts';
import { UploadRow } from './upload-row.tsx';
import styles from './uploads.module.css';

const sum = (tasks: readonly Task[], of: (task: Task) => number) =>
  tasks.reduce((all, task) => all + of(task), 0);

/** All uploads of a dataset: the total first, then each. */
export function UploadList({ tasks }: { tasks: readonly Task[] }) {
  if (tasks.length === 0) return null;
  const [sent, size] = [sum(tasks, sentOf), sum(tasks, sizeOf)];
  const running = tasks.some(isRunning);
  const rate = running ? speed() : undefined;
  const left = secondsLeft(size - sent, rate);
  const parts = [
    words.total(formatSizeShort(sent), formatSizeShort(size)),
    rate !== undefined && t.admin.upload.speed(formatSizeShort(rate)),
    left !== undefined && t.admin.upload.left(formatSeconds(left)),
  ].filter(Boolean);
  return (
    <section className={styles.list} aria-label={words.listLabel}>
      {tasks.some(({ state }) => state === 'signed out') && (
        <Alert color="warn" role="alert">
          {words.signInAgain}{' '}
          <Anchor href={paths.adminLogin} target="_blank" rel="noopener">
            {words.signIn}
          </Anchor>
        </Alert>
      )}
      <Progress value={size === 0 ? 100 : (sent / size) * 100} size="lg" aria-label={words.progressOfAll} />
      <Group justify="space-between" gap="sm">
        <Text size="sm">{parts.join(' · ')}</Text>
        <Group gap={6}>
          {running && (
            <Button size="compact-sm" variant="default" onClick={() => tasks.forEach(pause)}>
              {words.pauseAll}
            </Button>
          )}
          {tasks.some(({ state }) => state === 'paused') && (
            <Button
              size="compact-sm"
              variant="default"
              onClick={() => tasks.filter(({ state }) => state === 'paused').forEach(resume)}
            >
              {words.resumeAll}
            </Button>
          )}
        </Group>
      </Group>
      {running && <p className={styles.note}>{words.goOn}</p>}
      <ul className={styles.rows}>
        {tasks.map((task) => (
          <UploadRow key={task.id} task={task} />
        ))}
      </ul>
    </section>
  );
}
