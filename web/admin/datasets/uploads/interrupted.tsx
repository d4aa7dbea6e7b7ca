import { Button, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { tUploads as words } from '#texts/uploads';
import { formatCount, formatSizeShort } from '../../../ui/format.ts';
import { confirmRemoval } from './confirm-removal.ts';
import { onAdded } from './queue.ts';
import { allRemembered, forget, forgetFolder, type RememberedUpload } from './remembered.ts';
import { discard } from './send-file.ts';
import type { Task } from './task.ts';
import styles from './uploads.module.css';

interface Group {
  name: string;
  label: string;
  folder: string | undefined;
  uploads: RememberedUpload[];
}

/** Groups a folder's files, which are chosen again as one. */
function grouped(uploads: readonly RememberedUpload[]): Group[] {
  const single = uploads
    .filter(({ folder }) => !folder)
    .map((one) => ({
      name: one.name,
      label: words.interruptedFile(one.name, formatSizeShort(one.size)),
      folder: undefined,
      uploads: [one],
    }));
  const folders = Map.groupBy(
    uploads.filter(({ folder }) => folder),
    ({ folder }) => folder?.name ?? '',
  );
  const whole = [...folders].map(([name, files]) => ({
    name,
    label: words.interruptedFolder(name, words.files(formatCount(files.length), files.length === 1)),
    folder: name,
    uploads: files,
  }));
  return [...single, ...whole];
}

/** Uploads of an earlier visit, which continue when their files are chosen again. */
export function Interrupted({ datasetId, tasks }: { datasetId: string; tasks: readonly Task[] }) {
  const [remembered, setRemembered] = useState<RememberedUpload[]>([]);
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read anew when the uploads are others
  useEffect(() => {
    void allRemembered(datasetId).then(setRemembered);
  }, [datasetId, tasks.length, round]);
  // Covers an upload that ended before the first render.
  useEffect(() => {
    const off = onAdded(() => setRound((last) => last + 1));
    return () => void off();
  }, []);

  const running = new Set(tasks.flatMap(({ items }) => items).map(({ fingerprint }) => fingerprint));
  const groups = grouped(remembered.filter(({ fingerprint }) => !running.has(fingerprint)));
  if (groups.length === 0) return null;

  const drop = async ({ name, uploads, folder }: Group) => {
    if (!(await confirmRemoval(name))) return;
    for (const { url } of uploads) await discard(url);
    await forget(uploads.map(({ fingerprint }) => fingerprint));
    if (folder !== undefined) await forgetFolder(datasetId, folder);
    setRound(round + 1);
  };

  return (
    <section className={styles.interrupted} aria-label={words.interruptedTitle}>
      <Text fw={600}>{words.interruptedTitle}</Text>
      <Text size="sm">{words.interruptedHint}</Text>
      <ul className={styles.rows}>
        {groups.map((group) => (
          <li key={group.label} className={styles.head}>
            <span className={styles.name}>{group.label}</span>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.discard(group.name)}
              onClick={() => void drop(group)}
            >
              {words.discardWord}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
