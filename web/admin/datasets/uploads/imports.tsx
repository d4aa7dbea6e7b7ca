import { Button, Checkbox, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tUploads as words } from '#texts/uploads';
import { addSubsets } from '../../../../contract/dataset-admin.ts';
import { type ImportEntry, listImports } from '../../../../contract/sources.ts';
import { call, queryCall } from '../../../api/call.ts';
import { formatCount, formatSizeShort } from '../../../ui/format.ts';
import { useOnTop } from '../../../ui/mantine/use-on-top.ts';
import { useRefreshDatasets } from '../datasets.query.ts';
import type { Target } from './queue.ts';
import styles from './uploads.module.css';

interface Props {
  target: Target;
  opened: boolean;
  onClose(): void;
}

/** Files on the server's disk: browse the import roots, choose, register. */
export function Imports({ target, opened, onClose }: Props) {
  return (
    <Modal
      {...useOnTop(opened)}
      opened={opened}
      onClose={onClose}
      title={words.imports.title}
      size="lg"
      centered
    >
      <Browse target={target} onClose={onClose} />
    </Modal>
  );
}

/** @param path undefined: the roots */
const importsQuery = (path: string | undefined) =>
  queryOptions({
    queryKey: ['imports', path],
    queryFn: ({ signal }) => queryCall(listImports, { query: path === undefined ? {} : { path }, signal }),
    staleTime: 0,
  });

/** A folder becomes one subset, served as a ZIP. */
const subsetOf = ({ base }: Target, { path, type }: ImportEntry) => ({
  // A root's name is its full path.
  path: `${base}/${path.split('/').at(-1)}${type === 'folder' ? '.zip' : ''}`,
  desc: '',
  source: { import: path },
});

function Browse({ target, onClose }: Omit<Props, 'opened'>) {
  const refresh = useRefreshDatasets();
  /** The path from the roots to the open folder. */
  const [trail, setTrail] = useState<string[]>([]);
  const [chosen, setChosen] = useState<ImportEntry[]>([]);
  const [busy, setBusy] = useState(false);
  const roots = useQuery(importsQuery(undefined));
  // A single root is opened at once.
  const [only, ...others] = roots.data?.entries ?? [];
  const base = only?.type === 'folder' && others.length === 0 ? only.path : undefined;
  const place = trail.at(-1) ?? base;
  const { data, isError } = useQuery(importsQuery(place));
  const isChosen = (entry: ImportEntry) => chosen.some(({ path }) => path === entry.path);
  const toggle = (entry: ImportEntry) =>
    setChosen(isChosen(entry) ? chosen.filter(({ path }) => path !== entry.path) : [...chosen, entry]);

  const register = async () => {
    setBusy(true);
    try {
      const body = { subsets: chosen.map((entry) => subsetOf(target, entry)) };
      await call(addSubsets, { params: { id: target.datasetId }, body });
      notifications.show({ color: 'ok', message: words.imports.done(formatCount(chosen.length)) });
      await refresh();
      onClose();
    } catch {
      // A toast has reported it (§8); the selection stays.
    } finally {
      setBusy(false);
    }
  };

  return (
    <Stack gap="md">
      <Text size="sm">{words.imports.hint}</Text>
      <Group gap="sm">
        <Button
          size="compact-sm"
          variant="default"
          disabled={trail.length === 0}
          onClick={() => setTrail(trail.slice(0, -1))}
        >
          {words.imports.up}
        </Button>
        <code className={styles.name}>{data?.path || words.imports.roots}</code>
      </Group>
      {isError && <Text role="alert">{words.imports.failed}</Text>}
      {!data && !isError && <Skeleton height={120} aria-busy />}
      {data?.entries.length === 0 && <Text c="dimmed">{words.imports.none}</Text>}
      <ul className={styles.entries}>
        {data?.entries.map((entry) => (
          <li key={entry.path} className={styles.head}>
            <Checkbox
              checked={isChosen(entry)}
              onChange={() => toggle(entry)}
              aria-label={words.imports.choose(entry.name)}
            />
            {entry.type === 'folder' ? (
              <Button
                variant="subtle"
                size="compact-sm"
                aria-label={words.imports.open(entry.name)}
                onClick={() => setTrail([...trail, entry.path])}
              >
                {entry.name}/
              </Button>
            ) : (
              <span className={styles.name}>
                {entry.name} <span className={styles.size}>{formatSizeShort(entry.size)}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
      <Group justify="flex-end" gap="sm">
        <Button variant="default" onClick={onClose}>
          {words.imports.close}
        </Button>
        <Button disabled={chosen.length === 0} loading={busy} onClick={() => void register()}>
          {words.imports.chosen(formatCount(chosen.length))}
        </Button>
      </Group>
    </Stack>
  );
}
