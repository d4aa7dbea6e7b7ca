import { ActionIcon, Group } from '@mantine/core';
import type { Subset } from '../../../contract/catalogue.ts';
import { deleteSubset, updateSubset } from '../../../contract/dataset-admin.ts';
import { en } from '../../../texts/en.ts';
import { formatSizeShort, shortHash } from '../../ui/format.ts';
import type { Column } from '../../ui/mantine/table/column.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';

const words = en.admin.subsets;

interface Handlers {
  onEdit(subset: Subset): void;
  onDelete(subset: Subset): void;
}

export const subsetColumns = ({ onEdit, onDelete }: Handlers): Column<Subset, never>[] => [
  { key: 'path', header: words.path, primary: true, long: true, cell: ({ path }) => path },
  { key: 'desc', header: words.desc, cell: ({ desc }) => desc || en.literal.subset },
  { key: 'size', header: words.size, numeric: true, cell: ({ size }) => formatSizeShort(size) },
  {
    key: 'sha256',
    header: words.checksum,
    cell: ({ sha256 }) => (sha256 === null ? words.hashing : <code title={sha256}>{shortHash(sha256)}</code>),
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
