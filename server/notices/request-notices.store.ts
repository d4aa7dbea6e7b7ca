import { sql } from 'kysely';
import { requests, stillAsks } from '../approval/index.ts';
import type { Db } from '../database/index.ts';
import { type Mail, postMail } from '../mail/index.ts';
import { announceAs, claimDigest, lastDigestOf } from './announcing.store.ts';

/** Time of the last digest of requests, shared by all servers. */
const LAST_DIGEST = 'notice.lastRequestDigest';

/** Requests announced in one round; the rest follow in the next. */
const MOST = 200;

export interface WaitingRequest {
  id: string;
  lineageId: string;
  datasetName: string;
  name: string;
  affiliation: string;
  appliedAt: number;
}

/** Who is told of a lineage's requests, and when. */
export interface RequestReader {
  lineageId: string;
  address: string;
  notice: 'at once' | 'daily';
}

/** Requests that wait for a decision, and the reviewers to tell. */
export function requestNoticesStore(db: Db) {
  const pending = () =>
    db
      .selectFrom('requests')
      .innerJoin('users', 'users.id', 'requests.user_id')
      .innerJoin('lineages', 'lineages.id', 'requests.lineage_id')
      .select(['requests.id', 'requests.lineage_id', 'requests.applied_at', 'lineages.name as dataset_name'])
      .select(['users.first_name', 'users.family_name', 'users.affiliation'])
      .where('requests.status', '=', sql.lit('pending'))
      // Nobody needs to decide about a dataset that asks for none any more, or is in the trash.
      .where(stillAsks)
      .orderBy('requests.applied_at')
      .orderBy('requests.id');
  type Row = Awaited<ReturnType<ReturnType<typeof pending>['executeTakeFirstOrThrow']>>;
  const present = (row: Row): WaitingRequest => ({
    id: row.id,
    lineageId: row.lineage_id,
    datasetName: row.dataset_name,
    name: `${row.first_name} ${row.family_name}`,
    affiliation: row.affiliation,
    appliedAt: row.applied_at ?? 0,
  });

  return {
    /** Those not announced yet, the oldest first. */
    async unannounced(): Promise<WaitingRequest[]> {
      const rows = await pending().where('requests.announced_at', 'is', null).limit(MOST).execute();
      return rows.map(present);
    },

    /** All that wait, the oldest first. */
    waiting: async (): Promise<WaitingRequest[]> => (await pending().execute()).map(present),

    /** The enabled reviewers of these lineages. */
    async readers(lineageIds: readonly string[]): Promise<RequestReader[]> {
      const rows = await db
        .selectFrom('dataset_reviewers')
        .innerJoin('administrators', 'administrators.id', 'dataset_reviewers.admin_id')
        .select(['lineage_id', 'username', 'notice'])
        .where('lineage_id', 'in', lineageIds)
        .where('administrators.disabled_at', 'is', null)
        .orderBy('username')
        .execute();
      return rows
        .filter(({ username }) => username.includes('@'))
        .map((row) => ({ lineageId: row.lineage_id, address: row.username, notice: row.notice }));
    },

    /** Marks these requests as announced and queues the mails; false when another server did meanwhile. */
    announce: (waiting: readonly WaitingRequest[], mails: readonly Mail[], now: number): Promise<boolean> =>
      announceAs(db, requests, waiting, mails, now),

    lastDigest: (): Promise<number> => lastDigestOf(db, LAST_DIGEST),

    /** Queues a digest; one conditional update decides which server does. */
    digest: (last: number, mails: readonly Mail[], now: number): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        if (!(await claimDigest(trx, LAST_DIGEST, last, now))) return false;
        for (const mail of mails) await postMail(trx, mail, { now });
        return true;
      }),
  };
}

export type RequestNoticesStore = ReturnType<typeof requestNoticesStore>;
