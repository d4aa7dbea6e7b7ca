import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { t } from '#texts';
import { paths } from '../../../paths.ts';
import { abbreviate } from '../../../ui/format.ts';
import hidden from '../../../ui/hidden.module.css';
import { openProblemsQuery } from '../../datasets/problems/problems.query.ts';
import { requestQueueQuery } from '../../requests/requests.query.ts';
import { userCountQuery } from '../../users/users.query.ts';
import type { MenuGroup, MenuItem } from '../menu.ts';
import styles from './sidebar.module.css';

const EVERY = 60_000;

interface Props {
  count: number | undefined;
  /** In words, the count first. */
  says(count: number): string;
}

function Badge({ count, says }: Props) {
  if (!count) return null;
  return (
    <span className={styles.badge} title={says(count)}>
      {abbreviate(count)}
      <span className={hidden.hidden}> {says(count).replace(/^\S+ /, '')}</span>
    </span>
  );
}

/** The number of pending applications, refetched every minute. */
function Applicants() {
  const { data } = useQuery({ ...userCountQuery, refetchInterval: EVERY });
  return <Badge count={data?.pending} says={t.admin.waiting} />;
}

/** The number of pending requests, refetched every minute. */
function Requests() {
  const { data } = useQuery({ ...requestQueueQuery, refetchInterval: EVERY });
  const count = data?.datasets.reduce((sum, { waiting }) => sum + waiting, 0);
  return <Badge count={count} says={t.admin.waiting} />;
}

/** The number of reports without an answer, refetched every minute. */
function Problems() {
  const { data } = useQuery({ ...openProblemsQuery, refetchInterval: EVERY });
  return <Badge count={data} says={t.admin.problems} />;
}

const badges: Record<string, () => ReactNode> = {
  [paths.adminApplicantList]: Applicants,
  [paths.adminProblems]: Problems,
  [paths.adminRequests]: Requests,
};

/** How many wait behind a screen, where somebody may. */
export function WaitingBadge({ path }: Pick<MenuItem, 'path'>) {
  const Waiting = badges[path];
  return Waiting && <Waiting />;
}

/** The badges of a closed group's screens. */
export const GroupBadges = ({ items }: Pick<MenuGroup, 'items'>) =>
  items.map(({ path }) => <WaitingBadge key={path} path={path} />);
