import { Button, Group } from '@mantine/core';
import { t } from '#texts';
import { tSystem } from '#texts/system';
import { type ConfigEntry, deleteConfig, updateConfig } from '../../../../contract/configuration.ts';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { Time } from '../../../ui/mantine/time.tsx';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import styles from '../system.module.css';
import type { ConfigSort } from './config.query.ts';

const words = tSystem.config;

export interface ConfigHandlers {
  isBusy(configId: string): boolean;
  onEdit(entry: ConfigEntry): void;
  onDelete(entry: ConfigEntry): void;
}

const Actions = ({ entry, handlers }: { entry: ConfigEntry; handlers: ConfigHandlers }) => (
  <Group gap="xs" justify="flex-end" wrap="nowrap">
    {entry.configType === 'N' && (
      <Allowed {...toCall(deleteConfig)}>
        <Button
          size="compact-sm"
          variant="default"
          color="error"
          aria-label={tSystem.deleteOf(entry.configName)}
          disabled={handlers.isBusy(entry.configId)}
          onClick={() => handlers.onDelete(entry)}
        >
          {tSystem.delete}
        </Button>
      </Allowed>
    )}
    <Allowed {...toCall(updateConfig)}>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={tSystem.editOf(entry.configName)}
        disabled={handlers.isBusy(entry.configId)}
        onClick={() => handlers.onEdit(entry)}
      >
        {tSystem.edit}
      </Button>
    </Allowed>
  </Group>
);

export const configColumns = (handlers: ConfigHandlers): Column<ConfigEntry, ConfigSort>[] => [
  {
    key: 'configName',
    header: words.name,
    sort: 'configName',
    primary: true,
    long: true,
    cell: ({ configName, remark }) => (
      <>
        {configName}
        {remark !== '' && <span className={styles.below}>{remark}</span>}
      </>
    ),
  },
  {
    key: 'configKey',
    header: words.key,
    sort: 'configKey',
    long: true,
    cell: ({ configKey }) => <code className={styles.code}>{configKey}</code>,
  },
  {
    key: 'configValue',
    header: words.value,
    long: true,
    cell: ({ configValue }) =>
      configValue === '' ? (
        <span className={styles.empty}>{words.empty}</span>
      ) : (
        <span className={styles.value}>{configValue}</span>
      ),
  },
  {
    key: 'configType',
    header: words.type,
    sort: 'configType',
    cell: ({ configType }) => words.typeName[configType],
  },
  {
    key: 'isPublic',
    header: words.readers,
    cell: ({ isPublic }) => (isPublic ? words.public : words.private),
  },
  {
    key: 'updatedAt',
    header: tSystem.updated,
    sort: 'updatedAt',
    cell: ({ updatedAt }) => <Time at={updatedAt} day />,
  },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (entry) => <Actions entry={entry} handlers={handlers} />,
  },
];
