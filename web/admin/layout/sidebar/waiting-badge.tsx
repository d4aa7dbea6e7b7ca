import { useQuery } from '@tanstack/react-query';
import { t } from '#texts';
import { paths } from '../../../paths.ts';
import { abbreviate } from '../../../ui/format.ts';
import hidden from '../../../ui/hidden.module.css';
import { userCountQuery } from '../../users/users.query.ts';
import type { MenuGroup } from '../menu.ts';
import styles from './sidebar.module.css';

const EVERY = 60_000;

/** Whether a group includes the list of applicants. */
export const hasApplicants = ({ items }: MenuGroup): boolean =>
  items.some(({ path }) => path === paths.adminApplicantList);

/** The number of pending applications, refetched every minute. */
export function WaitingBadge() {
  const { data } = useQuery({ ...userCountQuery, refetchInterval: EVERY });
  if (!data?.pending) return null;
  return (
    <span className={styles.badge} title={t.admin.waiting(data.pending)}>
      {abbreviate(data.pending)}
      <span className={hidden.hidden}> {t.admin.waiting(data.pending).replace(/^\S+ /, '')}</span>
    </span>
  );
}
