import { ActionIcon, Anchor, Button, Drawer, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { KeyboardEvent, ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#texts';
import { listRecords } from '../../../contract/statistics.ts';
import {
  deleteUser,
  type ListedUser,
  reviewUser,
  type VouchedInstitution,
} from '../../../contract/user-review.ts';
import { paths } from '../../paths.ts';
import { countryName } from '../../ui/countries.ts';
import { formatCount, formatTime } from '../../ui/format.ts';
import { Icon } from '../../ui/icon.tsx';
import { useLast } from '../../ui/mantine/use-last.ts';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { useAllowed } from '../access/use-allowed.ts';
import type { UserHandlers } from './use-user-handlers.ts';
import { type Decision, decisionsFor, needsReason } from './user-actions.ts';
import { UserStatusBadge } from './user-status.tsx';
import { UserTimeline } from './user-timeline.tsx';
import styles from './users.module.css';
import { nameOf, userQuery } from './users.query.ts';

const words = t.admin.users;

interface Props {
  id: string | undefined;
  /** The users of the page, to go on to. */
  users: readonly ListedUser[];
  onClose(): void;
  handlers: UserHandlers;
}

/** One user: application, timeline, and possible decisions; J and K go on to the next and back. */
export function UserDrawer({ id, users, onClose, handlers }: Props) {
  const shown = useLast(id);
  const index = users.findIndex((user) => user.id === shown);
  const { data } = useQuery({ ...userQuery(shown ?? ''), enabled: id !== undefined });
  const user = users[index] ?? data;
  const goTo = (to: number) => {
    const next = users[to];
    if (index >= 0 && next) handlers.onDetails(next);
  };
  const onKeyDown = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent) => {
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'j') goTo(index + 1);
    if (key === 'k') goTo(index - 1);
  };
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      onKeyDown={onKeyDown}
      position="right"
      size={680}
      classNames={{ content: styles.content ?? '', title: styles.title ?? '', body: styles.body ?? '' }}
      title={
        <Group gap="xs" wrap="nowrap">
          <span className={styles.name}>{user && nameOf(user)}</span>
          {index >= 0 && users.length > 1 && (
            <>
              <span className={styles.position}>{words.position(index + 1, users.length)}</span>
              <ActionIcon
                variant="default"
                aria-label={words.previousUser}
                aria-keyshortcuts="k"
                disabled={index === 0}
                onClick={() => goTo(index - 1)}
              >
                <Icon name="previous" />
              </ActionIcon>
              <ActionIcon
                variant="default"
                aria-label={words.nextUser}
                aria-keyshortcuts="j"
                disabled={index === users.length - 1}
                onClick={() => goTo(index + 1)}
              >
                <Icon name="next" />
              </ActionIcon>
            </>
          )}
        </Group>
      }
    >
      {id !== undefined && <Details key={id} id={id} handlers={handlers} />}
    </Drawer>
  );
}

/** What providers vouch for, apart from what the person wrote: a row for each. */
function vouchedFacts(institutions: readonly VouchedInstitution[]): [string, ReactNode][] {
  const said = Map.groupBy(institutions, ({ institution }) => institution);
  return [...said].map(([institution, links]) => [
    words.vouchedBy(institution),
    links.map(({ affiliation, subject }) => affiliation || words.vouchedWho(subject)).join('; '),
  ]);
}

function Details({ id, handlers }: { id: string; handlers: UserHandlers }) {
  const { data: user, isError, refetch } = useQuery(userQuery(id));
  const mayRead = useAllowed(toCall(listRecords));
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
    ...vouchedFacts(user.institutions),
    [words.country, user.country && countryName(user.country)],
    [words.registered, formatTime(user.createdAt)],
    [words.applied, user.appliedAt && formatTime(user.appliedAt)],
    [words.reviewed, user.reviewedAt && formatTime(user.reviewedAt)],
    [words.statusReason, user.statusReason],
    [words.approvedUntil, user.approvedUntil && formatTime(user.approvedUntil)],
    [
      words.downloads,
      mayRead && user.downloads > 0 ? (
        <Anchor
          key="downloads"
          component={Link}
          inherit
          to={`${paths.adminDownload}?${new URLSearchParams({ userId: id })}`}
          aria-label={words.downloadsOf(formatCount(user.downloads), nameOf(user))}
        >
          {formatCount(user.downloads)}
        </Anchor>
      ) : (
        formatCount(user.downloads)
      ),
    ],
  ];
  const button = (decision: Decision) => (
    <Button
      key={decision}
      variant={decision === 'approved' ? 'filled' : 'default'}
      onClick={() => handlers.onDecide([user], decision)}
    >
      {words.action[decision]}
    </Button>
  );
  return (
    <>
      <h3 className={styles.purposeTitle}>{words.purpose}</h3>
      <p className={styles.purpose}>{user.purpose}</p>
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value ? [<dt key={`${name} name`}>{name}</dt>, <dd key={`${name} value`}>{value}</dd>] : null,
        )}
      </dl>
      <h3 className={styles.part}>{words.timeline}</h3>
      <div className={styles.timeline}>
        <UserTimeline steps={user.timeline} />
      </div>
      <div className={styles.foot}>
        <Allowed {...toCall(deleteUser)}>
          <Button
            variant="subtle"
            color="error"
            className={styles.delete}
            onClick={() => handlers.onDelete(user)}
          >
            {words.delete}
          </Button>
        </Allowed>
        <Allowed {...toCall(reviewUser)}>
          {decisionsFor(user.status).filter(needsReason).toReversed().map(button)}
          <Button variant="default" onClick={() => handlers.onApproveUntil([user])}>
            {user.status === 'approved' ? words.changeEnd : words.approveUntil}
          </Button>
          {decisionsFor(user.status)
            .filter((each) => !needsReason(each))
            .map(button)}
        </Allowed>
      </div>
    </>
  );
}
