import { requestStatusNow } from '../../approval/index.ts';
import { hashToken, statusNow } from '../../auth/index.ts';
import { onPostgres, type Queries } from '../../database/index.ts';
import { type Asking, askerOf, asking } from './open-request.store.ts';

/** The sender of a request for a dataset; undefined: it asks for none, or cannot be seen. */
export async function findAsker(queries: Queries, { datasetId, userId }: Asking, now: number, lock = false) {
  const lineage = await asking(queries, datasetId).executeTakeFirst();
  if (!lineage) return undefined;
  const user = await queries
    .selectFrom('users')
    .select(['first_name', 'family_name', 'affiliation', 'status', 'approved_until'])
    .where('id', '=', userId)
    // Of calls at the same time the later sees the earlier's addresses; the account's deletion waits.
    .$if(lock && onPostgres(queries), (query) => query.forNoKeyUpdate())
    .executeTakeFirst();
  const row = await queries
    .selectFrom('requests')
    .selectAll('requests')
    .select((eb) => askerOf(eb).as('asker_name'))
    .where('user_id', '=', userId)
    .where('lineage_id', '=', lineage.id)
    .executeTakeFirst();
  return {
    lineage,
    user: user && { ...user, status: statusNow(user.status, user.approved_until, now) },
    row: row && { ...row, status: requestStatusNow(row.status, row.approved_until, now) },
  };
}

/** An open invitation, its request, and who asks. */
export const openInvitation = (queries: Queries, token: string, now: number) =>
  queries
    .selectFrom('group_invitations')
    .innerJoin('requests', 'requests.id', 'group_invitations.request_id')
    .innerJoin('users', 'users.id', 'requests.user_id')
    .innerJoin('lineages', 'lineages.id', 'requests.lineage_id')
    .selectAll('requests')
    .select(['group_invitations.id as invitation_id', 'expires_at'])
    .select(['users.first_name', 'users.family_name', 'users.affiliation', 'lineages.name'])
    .select(['users.status as asker_status', 'users.approved_until as asker_until'])
    .select((eb) =>
      eb
        .selectFrom('datasets')
        .select('datasets.id')
        .whereRef('datasets.lineage_id', '=', 'lineages.id')
        .where('datasets.status', '!=', 'draft')
        .where('datasets.trashed_at', 'is', null)
        .orderBy('datasets.published_at', 'desc')
        .orderBy('datasets.id', 'desc')
        .limit(1)
        .as('dataset_id'),
    )
    .where('token_hash', '=', hashToken(token))
    .where('answer', 'is', null)
    .where('expires_at', '>', now)
    .where('lineages.asks_request', '=', 1)
    .executeTakeFirst();

export type GroupAsker = NonNullable<Awaited<ReturnType<typeof findAsker>>>;
export type OpenInvitation = NonNullable<Awaited<ReturnType<typeof openInvitation>>>;
