import type { InferResult } from 'kysely';
import type { RequestStanding, RequestStatus } from '../../contract/access.ts';
import { compiled, type Db } from '../database/index.ts';

/** What is granted ends by itself, before its row says so. */
export const requestStatusNow = (status: RequestStatus, until: number | null, now: number): RequestStatus =>
  status === 'granted' && until !== null && until <= now ? 'ended' : status;

const standingRows = (db: Db, userId: string, lineageId: string) =>
  db
    .selectFrom('requests')
    .select(['status', 'approved_until'])
    .where('user_id', '=', userId)
    .where('lineage_id', '=', lineageId);
type StandingRow = InferResult<ReturnType<typeof standingRows>>[number];

/** How people stand with datasets that ask for requests. */
export function requestStandings(db: Db, now: () => number) {
  const standing = compiled<{ userId: string; lineageId: string }, StandingRow>(db, (parameter) =>
    standingRows(db, parameter('userId'), parameter('lineageId')),
  );
  return {
    /** For each range of a download of a dataset that asks for a request. */
    async standingOf(userId: string, lineageId: string): Promise<RequestStanding> {
      const [row] = await standing({ userId, lineageId });
      return row === undefined ? 'none' : requestStatusNow(row.status, row.approved_until, now());
    },

    /**
     * Of the given people and lineages, those pairs that may not go on: the lineage asks for a request now, and none of
     * theirs is granted.
     * @returns tells for a pair
     */
    async endedAmong(
      userIds: readonly string[],
      lineageIds: readonly string[],
    ): Promise<(userId: string, lineageId: string) => boolean> {
      if (lineageIds.length === 0) return () => false;
      const asking = await db
        .selectFrom('lineages')
        .select('id')
        .where('id', 'in', lineageIds)
        .where('asks_request', '=', 1)
        .execute();
      const granted = await db
        .selectFrom('requests')
        .select(['user_id', 'lineage_id'])
        .where('user_id', 'in', userIds)
        .where('lineage_id', 'in', lineageIds)
        .where('status', '=', 'granted')
        .where((eb) => eb.or([eb('approved_until', 'is', null), eb('approved_until', '>', now())]))
        .execute();
      const asks = new Set(asking.map(({ id }) => id));
      const holds = new Set(granted.map(({ user_id, lineage_id }) => `${user_id} ${lineage_id}`));
      return (userId, lineageId) => asks.has(lineageId) && !holds.has(`${userId} ${lineageId}`);
    },
  };
}

export type RequestStandings = ReturnType<typeof requestStandings>;
