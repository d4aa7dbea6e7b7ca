import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import { useState } from 'react';
import type { ListedUser } from '../../../contract/user-review.ts';
import { en } from '../../../texts/en.ts';
import { type Decision, decisionsFor, needsReason } from './user-actions.ts';
import { nameOf } from './users.query.ts';

const words = en.admin.users;

export interface UserHandlers {
  onApprove(user: ListedUser): Promise<void>;
  onDecide(user: ListedUser, decision: Exclude<Decision, 'approved'>): void;
  onDetails(user: ListedUser): void;
  onDelete(user: ListedUser): void;
}

/** The likeliest decision as a button, the rest in a menu. */
export function UserRowActions({ user, handlers }: { user: ListedUser; handlers: UserHandlers }) {
  const [busy, setBusy] = useState(false);
  const name = nameOf(user);
  const allowed = decisionsFor(user.status);
  const approve = async () => {
    setBusy(true);
    await handlers.onApprove(user).finally(() => setBusy(false));
  };
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {allowed.includes('approved') && (
        <Button
          size="compact-sm"
          loading={busy}
          onClick={() => void approve()}
          aria-label={words.actionOn(words.action.approved, name)}
        >
          {words.action.approved}
        </Button>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={28} aria-label={words.more(name)}>
            ⋯
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => handlers.onDetails(user)}>{words.details}</Menu.Item>
          {allowed.filter(needsReason).map((decision) => (
            <Menu.Item key={decision} onClick={() => handlers.onDecide(user, decision)}>
              {words.action[decision]}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item color="error" onClick={() => handlers.onDelete(user)}>
            {words.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
