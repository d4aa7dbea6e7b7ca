import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { ListedUser, listUsers } from '../../../contract/user-review.ts';
import { contains } from '../../database/dialect.ts';
import type { Db } from '../../database/open.ts';
import { page } from '../../database/page.ts';
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

const searched = ['first_name', 'family_name', 'email', 'affiliation'] as const;

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
  return {
    list(query: QueryOf<typeof listUsers>, now: number): Promise<Page<ListedUser>> {
      let rows = db.selectFrom('users').selectAll();
      const { status, keyword, from, to } = query;
      if (status) {
        // An approval whose end has passed counts as expired, and no longer as approved.
        rows = rows.where((eb) =>
          eb.or([
            eb.and([
              eb('status', 'in', status),
              eb.or([
                eb('status', '!=', 'approved'),
                eb('approved_until', 'is', null),
                eb('approved_until', '>', now),
              ]),
            ]),
            ...(status.includes('expired')
              ? [eb.and([eb('status', '=', 'approved'), eb('approved_until', '<=', now)])]
              : []),
          ]),
        );
      }
      // Each word must stand somewhere, so that "Ada Lovelace" finds a first and a family name.
      for (const word of keyword?.split(/\s+/).filter(Boolean) ?? []) {
        rows = rows.where((eb) => eb.or(searched.map((column) => contains(column, word))));
      }
      if (from) rows = rows.where('created_at', '>=', startOfDay(from));
      if (to) rows = rows.where('created_at', '<', startOfDay(to));
      return page(
        rows,
        {
          ...query,
          column: columns[query.sort ?? 'createdAt'],
          order: query.order ?? 'desc',
          nullable: query.sort === 'appliedAt' || query.sort === 'reviewedAt',
        },
        'id',
        present(now),
      );
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
