import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { ListedUser, listUsers } from '../../../contract/user-review.ts';
import { listsOf } from '../../database/lists/of.ts';
import type { Db } from '../../database/open.ts';
import { rowsOf } from '../../database/rows-of.ts';
import type { UsersTable } from '../../database/tables.ts';
import { forgetPerson } from '../../identity/forget-person.store.ts';
import { statusNow } from '../../identity/session.store.ts';
import { iso, startOfDay } from '../../time.ts';

const columns = {
  createdAt: 'created_at',
  appliedAt: 'applied_at',
  reviewedAt: 'reviewed_at',
  email: 'email',
  familyName: 'family_name',
} as const;

const present =
  (now: number) =>
  (row: UsersTable): ListedUser => ({
    id: row.id,
    email: row.email,
    firstName: row.first_name,
    familyName: row.family_name,
    affiliation: row.affiliation,
    purpose: row.purpose,
    country: row.country,
    status: statusNow(row.status, row.approved_until, now),
    statusReason: row.status_reason,
    createdAt: iso(row.created_at),
    appliedAt: iso(row.applied_at),
    reviewedAt: iso(row.reviewed_at),
    approvedUntil: iso(row.approved_until),
  });

/** @param addressKey the secret named `address` */
export function usersStore(db: Db, addressKey: string) {
  const lists = listsOf(db);
  return {
    async list(query: QueryOf<typeof listUsers>, now: number): Promise<Page<ListedUser>> {
      const { status, keyword, from, to, pageIndex, pageSize } = query;
      const { ids, count } = await lists.ask('users', {
        filters: {
          status,
          now,
          keyword,
          from: from === undefined ? undefined : startOfDay(from),
          to: to === undefined ? undefined : startOfDay(to),
        },
        sort: columns[query.sort ?? 'createdAt'],
        descending: query.order !== 'asc',
        offset: (pageIndex - 1) * pageSize,
        size: pageSize,
      });
      const rows = await rowsOf(db.inReader, 'users', ids);
      return { list: rows.map(present(now)), count, pageIndex, pageSize };
    },

    async find(id: string, now: number): Promise<ListedUser | undefined> {
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
      return row && present(now)(row);
    },

    async downloads(id: string): Promise<number> {
      const row = await db
        .selectFrom('records')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    /** Removes the person; false when there is no such user. */
    remove: (id: string, now: number): Promise<boolean> =>
      db.transaction().execute((trx) => forgetPerson(trx, addressKey, id, now)),
  };
}

export type UsersStore = ReturnType<typeof usersStore>;
