import { ActionIcon, Badge, Button, Group, Menu } from '@mantine/core';
import { t } from '#texts';
import { tSystem } from '#texts/system';
import { updateDictData } from '../../../../contract/dictionary.ts';
import type { DictEntry } from '../../../../contract/dictionary-entry.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { StateWord } from '../../../ui/mantine/table/state-word.tsx';
import { Time } from '../../../ui/mantine/time.tsx';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import styles from '../system.module.css';
import { type DictSort, typeName } from './dict.query.ts';
import type { DictHandlers } from './use-dict-handlers.ts';

const words = tSystem.dict;

function Actions({ entry, handlers }: { entry: DictEntry; handlers: DictHandlers }) {
  const name = entry.dictLabel;
  const busy = handlers.isBusy(entry.dictCode);
  return (
    <Allowed {...toCall(updateDictData)}>
      <Group gap="xs" justify="flex-end" wrap="nowrap">
        <Button
          size="compact-sm"
          variant="default"
          aria-label={tSystem.editOf(name)}
          disabled={busy}
          onClick={() => handlers.onEdit(entry)}
        >
          {tSystem.edit}
        </Button>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" aria-label={tSystem.more(name)} disabled={busy}>
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => handlers.onStatus(entry)}>
              {entry.status === '0' ? words.turnOff : words.turnOn}
            </Menu.Item>
            <Menu.Item onClick={() => handlers.onDefault(entry)}>
              {entry.isDefault ? words.noDefault : words.makeDefault}
            </Menu.Item>
            <Menu.Divider />
            <Menu.Item color="error" onClick={() => handlers.onDelete(entry)}>
              {tSystem.delete}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
    </Allowed>
  );
}

/** @param withType the page has entries of several types, in no order of theirs */
export function dictColumns(handlers: DictHandlers, withType: boolean): Column<DictEntry, DictSort>[] {
  const type: Column<DictEntry, DictSort> = {
    key: 'dictType',
    header: words.type,
    sort: 'dictType',
    long: true,
    cell: ({ dictType }) => typeName(dictType),
  };
  return [
    { key: 'dictSort', header: words.sort, sort: 'dictSort', numeric: true, cell: (entry) => entry.dictSort },
    {
      key: 'dictLabel',
      header: words.label,
      sort: 'dictLabel',
      primary: true,
      // It wraps, and the value too: cut off, the licences of one family look alike.
      cell: ({ dictLabel, isDefault, remark }) => (
        <>
          <span className={styles.name}>
            {dictLabel}
            {isDefault && <Badge color="brand">{words.isDefault}</Badge>}
          </span>
          {remark !== '' && <span className={styles.below}>{remark}</span>}
        </>
      ),
    },
    {
      key: 'dictValue',
      header: words.value,
      sort: 'dictValue',
      cell: ({ dictValue }) => <code className={styles.code}>{dictValue}</code>,
    },
    ...(withType ? [type] : []),
    {
      key: 'status',
      header: words.status,
      sort: 'status',
      cell: ({ status }) => (
        <StateWord color={status === '0' ? undefined : 'neutral'}>{words.statusName[status]}</StateWord>
      ),
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
}
