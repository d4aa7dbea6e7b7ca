import { useQuery } from '@tanstack/react-query';
import { en } from '../../../texts/en.ts';
import { abbreviate } from '../../ui/format.ts';
import { userCountQuery } from '../users/users.query.ts';
import styles from './sidebar.module.css';

const EVERY = 60_000;

/** How many applications wait for a decision, asked again every minute. */
export function WaitingBadge() {
  const { data } = useQuery({ ...userCountQuery, refetchInterval: EVERY });
  if (!data?.pending) return null;
  return (
    <span className={styles.badge} title={en.admin.waiting(data.pending)}>
      {abbreviate(data.pending)}
      <span className={styles.hidden}> {en.admin.waiting(data.pending).replace(/^\S+ /, '')}</span>
    </span>
  );
}
