import { Button, Drawer, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#texts';
import { deleteUser, type ListedUser, reviewUser } from '../../../contract/user-review.ts';
import { countryName } from '../../ui/countries.ts';
import { formatCount, formatTime } from '../../ui/format.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import type { UserHandlers } from './use-user-handlers.ts';
import { type Decision, decisionsFor, needsReason } from './user-actions.ts';
import { UserStatusBadge } from './user-status.tsx';
import { UserTimeline } from './user-timeline.tsx';
import styles from './users.module.css';
import { nameOf, userQuery } from './users.query.ts';

const words = t.admin.users;

interface Props {
  user: ListedUser | undefined;
  onClose(): void;
  handlers: UserHandlers;
}

/** One user: application, timeline, and possible decisions. */
export function UserDrawer({ user, onClose, handlers }: Props) {
  return (
    <Drawer
      opened={user !== undefined}
      onClose={onClose}
      position="right"
      size="md"
      title={user && nameOf(user)}
    >
      {user && <Details id={user.id} handlers={handlers} />}
    </Drawer>
  );
}

function Details({ id, handlers }: { id: string; handlers: UserHandlers }) {
  const { data: user, isError, refetch } = useQuery(userQuery(id));
  if (isError && !user) {
    return (
      <div role="alert">
        <Text mb="md">{words.failed}</Text>
        <Button variant="default" onClick={() => void refetch()}>
          {t.admin.table.retry}
        </Button>
      </div>
    );
  }
  if (!user) return <Skeleton height={280} aria-busy />;

  const facts: [string, ReactNode][] = [
    [words.status, <UserStatusBadge key="status" status={user.status} />],
    [words.email, user.email],
    [words.affiliation, user.affiliation],
    [words.country, user.country && countryName(user.country)],
    [words.purpose, user.purpose],
    [words.registered, formatTime(user.createdAt)],
    [words.applied, user.appliedAt && formatTime(user.appliedAt)],
    [words.reviewed, user.reviewedAt && formatTime(user.reviewedAt)],
    [words.statusReason, user.statusReason],
    [words.approvedUntil, user.approvedUntil && formatTime(user.approvedUntil)],
    [words.downloads, formatCount(user.downloads)],
  ];
  const button = (decision: Decision) => (
    <Button
      key={decision}
      size="xs"
      variant={decision === 'approved' ? 'filled' : 'default'}
      onClick={() => handlers.onDecide([user], decision)}
    >
      {words.action[decision]}
    </Button>
  );
  return (
    <>
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value ? [<dt key={`${name} name`}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>] : null,
        )}
      </dl>
      <Group mt="lg" gap="sm">
        <Allowed {...toCall(reviewUser)}>
          {decisionsFor(user.status)
            .filter((each) => !needsReason(each))
            .map(button)}
          <Button size="xs" variant="default" onClick={() => handlers.onApproveUntil([user])}>
            {user.status === 'approved' ? words.changeEnd : words.approveUntil}
          </Button>
          {decisionsFor(user.status).filter(needsReason).map(button)}
        </Allowed>
        <Allowed {...toCall(deleteUser)}>
          <Button size="xs" variant="subtle" color="error" onClick={() => handlers.onDelete(user)}>
            {words.delete}
          </Button>
        </Allowed>
      </Group>
      <h3 className={styles.part}>{words.timeline}</h3>
      <UserTimeline steps={user.timeline} />
    </>
  );
}
