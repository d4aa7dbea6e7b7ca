import { ActionIcon, Group, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type AdminSubset, deleteSubset, updateSubset } from '../../../contract/dataset-admin.ts';
import { en } from '../../../texts/en.ts';
import { enUploads } from '../../../texts/en-uploads.ts';
import { storedLiteral } from '../../session/wording.ts';
import { formatSizeShort, shortHash } from '../../ui/format.ts';
import type { Column } from '../../ui/mantine/table/column.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';

const words = en.admin.subsets;

/** The checksum, or why there is none yet, or why what it was of is not handed out. */
function checksumOf({ sha256, intake, mark }: AdminSubset): ReactNode {
  if (mark) return <Text c="error">{enUploads.mark[mark]}</Text>;
  if (intake?.state === 'failed') return <Text c="error">{intake.message || enUploads.intake.failed}</Text>;
  if (intake?.state === 'waiting') return enUploads.intake.waiting;
  if (intake) {
    const percent = intake.size === 0 ? 0 : Math.floor((intake.hashed / intake.size) * 100);
    return enUploads.intake.hashing(`${percent} %`);
  }
  return sha256 === null ? words.hashing : <code title={sha256}>{shortHash(sha256)}</code>;
}

interface Handlers {
  onEdit(subset: AdminSubset): void;
  onDelete(subset: AdminSubset): void;
}

export const subsetColumns = ({ onEdit, onDelete }: Handlers): Column<AdminSubset, never>[] => [
  { key: 'path', header: words.path, primary: true, long: true, cell: ({ path }) => path },
  { key: 'desc', header: words.desc, cell: ({ desc }) => desc || storedLiteral().subset },
  { key: 'size', header: words.size, numeric: true, cell: ({ size }) => formatSizeShort(size) },
  {
    key: 'sha256',
    header: words.checksum,
    cell: (subset) => checksumOf(subset),
  },
  {
    key: 'actions',
    header: en.admin.table.actions,
    actions: true,
    cell: (subset) => (
      <Group gap="xs" wrap="nowrap" justify="flex-end">
        <Allowed {...toCall(updateSubset)}>
          <ActionIcon
            variant="default"
            size={28}
            aria-label={words.edit(subset.path)}
            onClick={() => onEdit(subset)}
          >
            ✎
          </ActionIcon>
        </Allowed>
        <Allowed {...toCall(deleteSubset)}>
          <ActionIcon
            variant="default"
            size={28}
            c="error"
            aria-label={words.delete(subset.path)}
            onClick={() => onDelete(subset)}
          >
            ✕
          </ActionIcon>
        </Allowed>
      </Group>
    ),
  },
];
