import { ActionIcon, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { t } from '#texts';
import { tLists } from '#texts/lists';
import { tUploads } from '#texts/uploads';
import { type AdminSubset, deleteSubset, updateSubset } from '../../../contract/dataset-admin.ts';
import { placeSubset } from '../../../contract/dataset-order.ts';
import { storedLiteral } from '../../session/wording.ts';
import { copyText } from '../../ui/copy-text.ts';
import { formatSizeShort, shortHash } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from '../../ui/mantine/table/column.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import styles from './datasets.module.css';

const words = t.admin.subsets;
const more = tLists.datasets;

/** The checksum, or the state of its ingest, or the integrity fault. */
function checksumOf({ path, sha256, intake, mark }: AdminSubset): ReactNode {
  if (mark) return <Text c="error">{tUploads.mark[mark]}</Text>;
  if (intake?.state === 'failed') return <Text c="error">{intake.message || tUploads.intake.failed}</Text>;
  if (intake?.state === 'waiting') return tUploads.intake.waiting;
  if (intake) {
    const percent = intake.size === 0 ? 0 : Math.floor((intake.hashed / intake.size) * 100);
    return tUploads.intake.hashing(`${percent} %`);
  }
  return sha256 === null ? words.hashing : <Checksum path={path} sha256={sha256} />;
}

async function copy(sha256: string): Promise<void> {
  const copied = await copyText(sha256);
  notifications.show({ color: copied ? 'ok' : 'error', message: copied ? words.copied : words.copyFailed });
}

const Checksum = ({ path, sha256 }: { path: string; sha256: string }) => (
  <Group gap="xs" wrap="nowrap">
    <code className={styles.hash} title={sha256}>
      {shortHash(sha256)}
    </code>
    <ActionIcon
      variant="subtle"
      color="neutral"
      aria-label={words.copyHash(path)}
      onClick={() => void copy(sha256)}
    >
      <Icon name="copy" />
    </ActionIcon>
  </Group>
);

interface Handlers {
  /** The dataset's folder, which the paths begin with. */
  folder: string;
  /** Its files are fixed: none is deleted. */
  isFrozen: boolean;
  onEdit(subset: AdminSubset): void;
  onDelete(subset: AdminSubset): void;
  /** Swaps it with the row above or below. */
  onMove(subset: AdminSubset, by: -1 | 1): void;
  /** Whether it is the first or the last row. */
  isAt(subset: AdminSubset, end: 'first' | 'last'): boolean;
}

export const subsetColumns = ({
  folder,
  isFrozen,
  onEdit,
  onDelete,
  onMove,
  isAt,
}: Handlers): Column<AdminSubset, never>[] => [
  {
    key: 'path',
    header: words.path,
    primary: true,
    long: true,
    cell: ({ path }) => (
      <span className={styles.file} title={path}>
        {path.startsWith(folder) ? path.slice(folder.length) : path}
      </span>
    ),
  },
  { key: 'desc', header: words.desc, long: true, cell: ({ desc }) => desc || storedLiteral().subset },
  { key: 'size', header: words.size, numeric: true, cell: ({ size }) => formatSizeShort(size) },
  {
    key: 'sha256',
    header: words.checksum,
    cell: (subset) => checksumOf(subset),
  },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (subset) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <Allowed {...toCall(placeSubset)}>
          {([-1, 1] as const).map((by) => (
            <ActionIcon
              key={by}
              id={`place-${subset.id}${by}`}
              variant="default"
              aria-label={(by < 0 ? more.moveUp : more.moveDown)(subset.path)}
              disabled={isAt(subset, by < 0 ? 'first' : 'last')}
              onClick={() => onMove(subset, by)}
            >
              <Icon name={by < 0 ? 'up' : 'down'} />
            </ActionIcon>
          ))}
        </Allowed>
        <Allowed {...toCall(updateSubset)}>
          <ActionIcon variant="default" aria-label={words.edit(subset.path)} onClick={() => onEdit(subset)}>
            <Icon name="edit" />
          </ActionIcon>
        </Allowed>
        {!isFrozen && (
          <Allowed {...toCall(deleteSubset)}>
            <ActionIcon
              variant="default"
              className={styles.remove ?? ''}
              aria-label={words.delete(subset.path)}
              onClick={() => onDelete(subset)}
            >
              <Icon name="remove" />
            </ActionIcon>
          </Allowed>
        )}
      </Group>
    ),
  },
];
