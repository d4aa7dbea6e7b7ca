import { ActionIcon, Menu } from '@mantine/core';
import { t } from '#texts';
import { type Administrator, updateAdministrator } from '../../../../contract/administrators.ts';
import { Icon } from '../../../ui/icon.tsx';
import type { Column } from '../../../ui/mantine/table/column.ts';
import { StateWord } from '../../../ui/mantine/table/state-word.tsx';
import { Time } from '../../../ui/mantine/time.tsx';
import { Allowed } from '../../access/allowed.tsx';
import { toCall } from '../../access/permissions.ts';
import { roleName } from '../../role-name.ts';
import styles from './administrators.module.css';
import type { AdministratorHandlers } from './use-administrator-handlers.ts';

const words = t.admin.administrators;

interface ActionsProps {
  administrator: Administrator;
  handlers: AdministratorHandlers;
}

function Actions({ administrator, handlers }: ActionsProps) {
  const disabled = administrator.disabledAt !== null;
  return (
    <Allowed {...toCall(updateAdministrator)}>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={words.more(administrator.name)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => handlers.onRole(administrator)}>{words.changeRole}</Menu.Item>
          <Menu.Divider />
          {disabled ? (
            <Menu.Item onClick={() => handlers.onEnable(administrator)}>{words.enable}</Menu.Item>
          ) : (
            <Menu.Item color="error" onClick={() => handlers.onDisable(administrator)}>
              {words.disable}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
    </Allowed>
  );
}

/** @param self the caller's id: their own role and access cannot be changed by themselves */
export const administratorColumns = (
  self: string | undefined,
  handlers: AdministratorHandlers,
): Column<Administrator, never>[] => [
  {
    key: 'name',
    header: words.name,
    primary: true,
    long: true,
    cell: ({ id, name, username }) => (
      <>
        {name} {id === self && <span className={styles.you}>({words.you})</span>}
        <span className={styles.below}>{username}</span>
      </>
    ),
  },
  { key: 'role', header: words.role, cell: ({ role }) => roleName(role) },
  {
    key: 'status',
    header: words.status,
    cell: ({ disabledAt }) => (
      <StateWord color={disabledAt === null ? undefined : 'neutral'}>
        {disabledAt === null ? words.active : words.disabled}
      </StateWord>
    ),
  },
  {
    key: 'totp',
    header: words.totp,
    cell: ({ totp }) => (
      <StateWord color={totp ? undefined : 'warn'}>{totp ? words.totpOn : words.totpOff}</StateWord>
    ),
  },
  {
    key: 'createdAt',
    header: words.since,
    cell: ({ createdAt }) => <Time at={createdAt} day />,
  },
  {
    key: 'actions',
    header: t.admin.table.actions,
    actions: true,
    cell: (administrator) =>
      administrator.id !== self && <Actions administrator={administrator} handlers={handlers} />,
  },
];
