import type { UserStatus } from '../../../contract/session.ts';
import type { Queries } from '../../database/index.ts';

/** Number of users by effective status: an approval whose end has passed counts as expired (decisions §3). */
export async function userStatuses(db: Queries, now: number) {
  const rows = await db
    .selectFrom('users')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .select((eb) =>
      eb.fn.count<number>(eb.case().when('approved_until', '<=', now).then(1).end()).as('ended'),
    )
    .groupBy('status')
    .execute();
  const of = (status: UserStatus) => rows.find((row) => row.status === status);
  const ended = Number(of('approved')?.ended ?? 0);
  const moved: Partial<Record<UserStatus, number>> = { approved: -ended, expired: ended };
  return {
    total: rows.reduce((total, row) => total + Number(row.count), 0),
    of: (status: UserStatus): number => Number(of(status)?.count ?? 0) + (moved[status] ?? 0),
  };
}
