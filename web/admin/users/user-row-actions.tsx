import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { t } from '#texts';
import { deleteUser, type ListedUser, reviewUser } from '../../../contract/user-review.ts';
import { Icon } from '../../ui/icon.tsx';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import type { UserHandlers } from './use-user-handlers.ts';
import { decisionsFor, needsReason } from './user-actions.ts';
import { nameOf } from './users.query.ts';

const words = t.admin.users;

/** Approval as a button, filled where somebody waits for it; the other decisions in a menu. */
export function UserRowActions({ user, handlers }: { user: ListedUser; handlers: UserHandlers }) {
  const name = nameOf(user);
  const allowed = decisionsFor(user.status);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {allowed.includes('approved') && (
        <Allowed {...toCall(reviewUser)}>
          <Button
            size="compact-sm"
            variant={user.status === 'pending' ? 'filled' : 'default'}
            onClick={() => handlers.onDecide([user], 'approved')}
            aria-label={words.actionOn(words.action.approved, name)}
          >
            {words.action.approved}
          </Button>
        </Allowed>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={words.more(name)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => handlers.onDetails(user)}>{words.details}</Menu.Item>
          <Allowed {...toCall(reviewUser)}>
            <Menu.Item onClick={() => handlers.onApproveUntil([user])}>
              {user.status === 'approved' ? words.changeEnd : words.approveUntil}
            </Menu.Item>
            {allowed.filter(needsReason).map((decision) => (
              <Menu.Item key={decision} onClick={() => handlers.onDecide([user], decision)}>
                {words.action[decision]}
              </Menu.Item>
            ))}
          </Allowed>
          <Allowed {...toCall(deleteUser)}>
            <Menu.Divider />
            <Menu.Item color="error" onClick={() => handlers.onDelete(user)}>
              {words.delete}
            </Menu.Item>
          </Allowed>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
