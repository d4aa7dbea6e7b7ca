import { ActionIcon, Button, Group, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import { tReview as words } from '#texts/review';
import { Icon } from '../../ui/icon.tsx';
import type { Requirement } from '../access/permissions.ts';
import { decisionsFor, needsReason, type ReviewKind, type ReviewTypes } from './review-kind.ts';
import { ToDecide } from './to-decide.tsx';
import type { ReviewHandlers } from './use-review-handlers.ts';

interface Props<T extends ReviewTypes> {
  kind: ReviewKind<T>;
  row: T['row'];
  handlers: ReviewHandlers<T>;
  /** To decide; absent: whoever sees a row may. */
  required?: Requirement;
  /** More items of the menu. */
  children?: ReactNode;
}

/** Approval as a button, filled where somebody waits for it; the other decisions in a menu. */
export function RowActions<T extends ReviewTypes>({ kind, row, handlers, required, children }: Props<T>) {
  const name = kind.nameOf(row);
  const { action, changeEnd, approveUntil } = kind.words;
  const yes = kind.yes as T['yes'];
  const allowed = decisionsFor(kind, row);
  return (
    <Group gap="xs" justify="flex-end" wrap="nowrap">
      {allowed.includes(yes) && (
        <ToDecide required={required}>
          <Button
            size="compact-sm"
            variant={row.status === 'pending' ? 'filled' : 'default'}
            onClick={() => handlers.onDecide([row], yes)}
            aria-label={words.actionOn(action[yes], name)}
          >
            {action[yes]}
          </Button>
        </ToDecide>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" aria-label={words.more(name)}>
            <Icon name="more" />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => handlers.onDetails(row)}>{words.details}</Menu.Item>
          <ToDecide required={required}>
            <Menu.Item onClick={() => handlers.onApproveUntil([row])}>
              {row.status === yes ? changeEnd : approveUntil}
            </Menu.Item>
            {allowed
              .filter((decision) => needsReason(kind, decision))
              .map((decision) => (
                <Menu.Item key={decision} onClick={() => handlers.onDecide([row], decision)}>
                  {action[decision]}
                </Menu.Item>
              ))}
          </ToDecide>
          {children}
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}
