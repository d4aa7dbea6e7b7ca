import { type RawBuilder, sql } from 'kysely';
import type { QueryOf } from '../../../contract/endpoint.ts';
import type { Page } from '../../../contract/lists.ts';
import type { UserStatus } from '../../../contract/session.ts';
import type { ListedUser, listUsers } from '../../../contract/user-review.ts';
import { forgetPerson, identitiesOf } from '../../approval/index.ts';
import { type Note, statusNow } from '../../auth/index.ts';
import { anyContains, type Db, page, type UsersTable, unindexed } from '../../database/index.ts';
import { iso, startOfDay } from '../../shared/time.ts';

const columns = {
  createdAt: 'created_at',
  appliedAt: 'applied_at',
  reviewedAt: 'reviewed_at',
  email: 'email',
  familyName: 'family_name',
} as const;

/** Columns for the keyword search: each word must occur in one of them. */
const searched = ['first_name', 'family_name', 'email', 'affiliation'] as const;

/**
 * Filters by effective status: an approval whose end has passed counts as expired (decisions §3). Keeps the sort's
 * index in use.
 */
function hasStatus(db: Db, status: UserStatus, now: number): RawBuilder<boolean> {
  const [column, until] = [unindexed(db, 'status'), unindexed(db, 'approved_until')];
  if (status === 'approved') return sql`(${column} = 'approved' and (${until} is null or ${until} > ${now}))`;
  if (status === 'expired')
    return sql`(${column} = 'expired' or (${column} = 'approved' and ${until} <= ${now}))`;
  return sql`${column} = ${status}`;
}

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
      const { status, keyword, from, to, sort = 'createdAt', order = 'desc' } = query;
      const words = keyword?.split(/\s+/).filter(Boolean) ?? [];
      let rows = db.inReader.selectFrom('users').selectAll();
      if (status) rows = rows.where((eb) => eb.or(status.map((one) => hasStatus(db, one, now))));
      if (from !== undefined) rows = rows.where('created_at', '>=', startOfDay(from));
      if (to !== undefined) rows = rows.where('created_at', '<', startOfDay(to));
      for (const word of words) rows = rows.where(anyContains(searched, word));
      const column = columns[sort];
      const isSearched = words.length > 0;
      return page(
        rows,
        {
          ...query,
          column: isSearched ? unindexed(db, column) : column,
          order,
          nullable: column === 'applied_at' || column === 'reviewed_at',
          searched: isSearched,
        },
        'id',
        present(now),
      );
    },

    async find(id: string, now: number): Promise<ListedUser | undefined> {
      const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
      return row && present(now)(row);
    },

    async idOf(email: string): Promise<string | undefined> {
      const row = await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirst();
      return row?.id;
    },

    institutions: (id: string) => identitiesOf(db, id),

    async downloads(id: string): Promise<number> {
      const row = await db
        .selectFrom('records')
        .select((eb) => eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', id)
        .executeTakeFirstOrThrow();
      return Number(row.count);
    },

    /**
     * Deletes the user; false when there is none.
     * @param note called with the former status, in the same transaction
     */
    remove: (id: string, now: number, note: Note<UserStatus>): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const user = await trx
          .selectFrom('users')
          .select(['status', 'approved_until'])
          .where('id', '=', id)
          .executeTakeFirst();
        if (!user || !(await forgetPerson(trx, addressKey, id, now))) return false;
        await note(trx, statusNow(user.status, user.approved_until, now));
        return true;
      }),
  };
}

export type UsersStore = ReturnType<typeof usersStore>;
