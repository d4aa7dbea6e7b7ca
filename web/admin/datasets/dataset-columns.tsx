import { ActionIcon, Badge, Button, Group, Menu, VisuallyHidden } from '@mantine/core';
import { useRef } from 'react';
import { Link } from 'react-router';
import { t } from '#texts';
import { tVersions } from '#texts/versions';
import type { DatasetStatus } from '../../../contract/catalogue.ts';
import {
  type AdminDataset,
  deleteDataset,
  type ListedDataset,
  updateDataset,
} from '../../../contract/dataset-admin.ts';
import { listRecords } from '../../../contract/statistics.ts';
import { paths } from '../../paths.ts';
import { formatCount, formatSizeShort } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import type { Column } from '../../ui/mantine/table/column.ts';
import { StateWord } from '../../ui/mantine/table/state-word.tsx';
import { Time } from '../../ui/mantine/time.tsx';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { useAllowed } from '../access/use-allowed.ts';
import { isDeletable, nextStatus } from './dataset-actions.ts';
import styles from './datasets.module.css';
import { type DatasetSort, titleOf } from './datasets.query.ts';
import { embargoOf } from './versions/asked.ts';

const words = t.admin.datasets;
const colors: Partial<Record<DatasetStatus, string>> = { draft: 'warn', withdrawn: 'neutral' };

export interface DatasetHandlers {
  onEdit(dataset: AdminDataset): void;
  onFiles(dataset: AdminDataset): void;
  onVersions(dataset: AdminDataset): void;
  onStatus(dataset: AdminDataset): void;
  onDelete(dataset: AdminDataset): void;
  /** Whether a call about it is running. */
  isBusy(id: string): boolean;
}

function RowActions({ dataset, handlers }: { dataset: AdminDataset; handlers: DatasetHandlers }) {
  const name = titleOf(dataset);
  const action = words[nextStatus(dataset.status).action];
  const menu = useRef<HTMLButtonElement>(null);
  const busy = handlers.isBusy(dataset.id);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {dataset.status !== 'published' && (
        <Allowed {...toCall(updateDataset)}>
          <Button
            size="compact-sm"
            variant="default"
            aria-label={words.actionOn(action, name)}
            disabled={busy}
            onClick={() => {
              // A published dataset has no such button: the focus stays in its row.
              menu.current?.focus();
              handlers.onStatus(dataset);
            }}
          >
            {action}
          </Button>
        </Allowed>
      )}
      <ActionIcon
        variant="default"
        aria-label={words.subsetsOf(name)}
        title={words.subsets}
        onClick={() => handlers.onFiles(dataset)}
      >
        <Icon name="folder" />
      </ActionIcon>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon ref={menu} variant="default" aria-label={words.more(name)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Allowed {...toCall(updateDataset)}>
            <Menu.Item onClick={() => handlers.onEdit(dataset)}>{words.edit}</Menu.Item>
            {dataset.status === 'published' && (
              <Menu.Item disabled={busy} onClick={() => handlers.onStatus(dataset)}>
                {action}
              </Menu.Item>
            )}
          </Allowed>
          <Menu.Item onClick={() => handlers.onVersions(dataset)}>{tVersions.parts.versions}</Menu.Item>
          {dataset.status !== 'draft' && (
            <Menu.Item component="a" href={paths.datasetDetail(dataset.id)}>
              {words.view}
            </Menu.Item>
          )}
          <Allowed {...toCall(listRecords)}>
            <Menu.Item
              component={Link}
              to={`${paths.adminDownload}?${new URLSearchParams({ datasetId: dataset.id })}`}
            >
              {words.records}
            </Menu.Item>
          </Allowed>
          {isDeletable(dataset) && (
            <Allowed {...toCall(deleteDataset)}>
              <Menu.Divider />
              <Menu.Item color="error" onClick={() => handlers.onDelete(dataset)}>
                {words.delete}
              </Menu.Item>
            </Allowed>
          )}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

function Name({ dataset, handlers }: { dataset: ListedDataset; handlers: DatasetHandlers }) {
  const mayEdit = useAllowed(toCall(updateDataset));
  const name = titleOf(dataset);
  return (
    <div className={styles.name}>
      {mayEdit ? (
        <button type="button" className={styles.open} onClick={() => handlers.onEdit(dataset)}>
          {name}
        </button>
      ) : (
        name
      )}
      {dataset.versions > 1 && (
        <button
          type="button"
          className={styles.versions}
          aria-label={tVersions.openList(dataset.name, dataset.version, dataset.versions)}
          onClick={() => handlers.onVersions(dataset)}
        >
          {tVersions.among(dataset.version, dataset.versions)}
        </button>
      )}
    </div>
  );
}

/** Badges only for what is not as usual; a lock for what never changes again. */
function State({ dataset }: { dataset: AdminDataset }) {
  const { status, frozenAt } = dataset;
  const until = embargoOf(dataset);
  return (
    <span className={styles.state}>
      <span className={styles.locked}>
        <StateWord color={colors[status]}>{words.statusName[status]}</StateWord>
        {frozenAt !== null && (
          <span className={styles.frozen} title={tVersions.state.frozen}>
            <Icon name="lock" />
            <VisuallyHidden>{tVersions.state.frozen}</VisuallyHidden>
          </span>
        )}
      </span>
      {until !== undefined && (
        <Badge color="warn" title={tVersions.state.embargo(until)}>
          {tVersions.embargo.action}
        </Badge>
      )}
    </span>
  );
}

export const datasetColumns = (handlers: DatasetHandlers): Column<ListedDataset, DatasetSort>[] => [
  {
    key: 'name',
    header: words.name,
    sort: 'name',
    primary: true,
    long: true,
    cell: (dataset) => <Name dataset={dataset} handlers={handlers} />,
  },
  {
    key: 'modality',
    header: words.modality,
    sort: 'modalityName',
    long: true,
    cell: ({ modalityName }) => modalityName,
  },
  {
    key: 'status',
    header: words.status,
    sort: 'status',
    cell: (dataset) => <State dataset={dataset} />,
  },
  { key: 'files', header: words.fileCount, numeric: true, cell: ({ fileCount }) => formatCount(fileCount) },
  { key: 'size', header: words.size, sort: 'size', numeric: true, cell: ({ size }) => formatSizeShort(size) },
  {
    key: 'count',
    header: words.count,
    sort: 'count',
    numeric: true,
    cell: ({ count }) => formatCount(count),
  },
  {
    key: 'createdAt',
    header: words.created,
    sort: 'createdAt',
    cell: ({ createdAt }) => <Time at={createdAt} day />,
  },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (dataset) => <RowActions dataset={dataset} handlers={handlers} />,
  },
];
