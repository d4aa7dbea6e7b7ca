import { Anchor, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#texts';
import { tReview } from '#texts/review';
import { listRecords } from '../../../contract/statistics.ts';
import { deleteUser, type getUser, type ListedUser, reviewUser } from '../../../contract/user-review.ts';
import type { DataOf } from '../../api/call.ts';
import { paths } from '../../paths.ts';
import { countryName } from '../../ui/countries.ts';
import { formatCount } from '../../ui/format.ts';
import { Time } from '../../ui/mantine/time.tsx';
import { Allowed } from '../access/allowed.tsx';
import { toCall } from '../access/permissions.ts';
import { useAllowed } from '../access/use-allowed.ts';
import { DecisionFoot } from '../review/decision-foot.tsx';
import styles from '../review/review.module.css';
import { DrawerPart, Facts, ReviewDrawer } from '../review/review-drawer.tsx';
import { ReviewTimeline } from '../review/review-timeline.tsx';
import { StatusWord } from '../review/status-word.tsx';
import { vouchedFacts } from '../review/vouched-facts.ts';
import type { UserHandlers } from './use-user-handlers.ts';
import { userKind } from './user-kind.ts';
import { nameOf, userQuery } from './users.query.ts';

const words = t.admin.users;

interface Props {
  id: string | undefined;
  /** The users of the page, to go on to. */
  users: readonly ListedUser[];
  onClose(): void;
  handlers: UserHandlers;
}

/** One user: application, timeline, and possible decisions. */
export function UserDrawer({ id, users, onClose, handlers }: Props) {
  const { data } = useQuery({ ...userQuery(id ?? ''), enabled: id !== undefined });
  return (
    <ReviewDrawer
      kind={userKind}
      id={id}
      rows={users}
      title={data && nameOf(data)}
      onClose={onClose}
      onGo={handlers.onDetails}
    >
      {(open) => <OneUser key={open} id={open} handlers={handlers} />}
    </ReviewDrawer>
  );
}

const OneUser = ({ id, handlers }: { id: string; handlers: UserHandlers }) => (
  <DrawerPart asked={useQuery(userQuery(id))} failed={words.failed}>
    {(user) => <Details user={user} handlers={handlers} />}
  </DrawerPart>
);

function Details({ user, handlers }: { user: DataOf<typeof getUser>; handlers: UserHandlers }) {
  const mayRead = useAllowed(toCall(listRecords));
  const facts: [string, ReactNode][] = [
    [words.status, <StatusWord key="status" status={user.status} names={words.statusName} />],
    [words.email, user.email],
    [words.affiliation, user.affiliation],
    ...vouchedFacts(user.institutions),
    [words.country, user.country && countryName(user.country)],
    [words.registered, <Time key="registered" at={user.createdAt} />],
    [words.applied, user.appliedAt && <Time key="applied" at={user.appliedAt} />],
    [words.reviewed, user.reviewedAt && <Time key="reviewed" at={user.reviewedAt} />],
    [words.statusReason, user.statusReason],
    [words.approvedUntil, user.approvedUntil && <Time key="approvedUntil" at={user.approvedUntil} />],
    [
      words.downloads,
      mayRead && user.downloads > 0 ? (
        <Anchor
          key="downloads"
          component={Link}
          inherit
          to={`${paths.adminDownload}?${new URLSearchParams({ userId: user.id })}`}
          aria-label={words.downloadsOf(formatCount(user.downloads), nameOf(user))}
        >
          {formatCount(user.downloads)}
        </Anchor>
      ) : (
        formatCount(user.downloads)
      ),
    ],
  ];
  return (
    <>
      <h3 className={styles.purposeTitle}>{words.purpose}</h3>
      <p className={styles.purpose}>{user.purpose}</p>
      <Facts facts={facts} />
      <h3 className={styles.part}>{tReview.timeline}</h3>
      <div className={styles.timeline}>
        <ReviewTimeline steps={user.timeline} statusName={words.statusName} began={words.registeredStep} />
      </div>
      <DecisionFoot kind={userKind} row={user} handlers={handlers} required={toCall(reviewUser)}>
        <Allowed {...toCall(deleteUser)}>
          <Button
            variant="subtle"
            color="error"
            className={styles.delete ?? ''}
            onClick={() => handlers.onDelete(user)}
          >
            {words.delete}
          </Button>
        </Allowed>
      </DecisionFoot>
    </>
  );
}
