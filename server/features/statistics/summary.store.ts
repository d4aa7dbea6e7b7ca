import type { DataOf } from '../../../contract/endpoint.ts';
import type { getSummary, listRecordDatasets } from '../../../contract/statistics.ts';
import type { Db } from '../../database/index.ts';
import { MAIL_JOB } from '../../mail/index.ts';
import { iso } from '../../shared/time.ts';
import { userStatuses } from './user-statuses.store.ts';

type Summary = DataOf<typeof getSummary>;
type Part<Key extends keyof Summary> = NonNullable<Summary[Key]>;

/** Options of the records' dataset filter; a longer list is of no use. */
const SUGGESTIONS = 1_000;

/** Bytes and rows behind the dashboard's tiles. */
export function summaryStore(own: Db) {
  // The reader: counting may take long, and no request should wait for it.
  const db = own.inReader;
  const count = () => db.fn.countAll<number>();

  return {
    async users(now: number): Promise<Part<'users'>> {
      const { total, of } = await userStatuses(db, now);
      const pending = await db
        .selectFrom('users')
        .select((eb) => eb.fn.min(eb.fn.coalesce('applied_at', 'created_at')).as('oldest'))
        .where('status', '=', 'pending')
        .executeTakeFirst();
      return {
        total,
        approved: of('approved'),
        pending: of('pending'),
        needsInfo: of('needs_info'),
        oldestPendingAt: iso(pending?.oldest ?? null),
      };
    },

    /**
     * Downloads started since a time, and how many of them broke.
     * @param running ids of those being sent now
     */
    async downloads(since: number, running: readonly string[]) {
      const begun = db.selectFrom('records').select(count().as('count')).where('started_at', '>=', since);
      let broken = begun.where('complete', '=', 0);
      if (running.length > 0) broken = broken.where('id', 'not in', running);
      return {
        begun24h: Number((await begun.executeTakeFirstOrThrow()).count),
        broken24h: Number((await broken.executeTakeFirstOrThrow()).count),
      };
    },

    async datasets(): Promise<Part<'datasets'>> {
      const rows = await db
        .selectFrom('datasets')
        .select(['status', count().as('count')])
        .where('trashed_at', 'is', null)
        .groupBy('status')
        .execute();
      const of = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
      return {
        total: rows.reduce((total, row) => total + Number(row.count), 0),
        published: of('published'),
        draft: of('draft'),
        withdrawn: of('withdrawn'),
      };
    },

    /** Bytes of stored blobs, and of files registered in place. */
    async storage(): Promise<Omit<Part<'storage'>, 'free'>> {
      const { used, inPlace } = await db
        .selectFrom('blobs')
        .select((eb) => [
          eb.fn.sum<number>(eb.case().when('source', 'is', null).then(eb.ref('size')).end()).as('used'),
          eb.fn
            .sum<number>(eb.case().when('source', 'is not', null).then(eb.ref('size')).end())
            .as('inPlace'),
        ])
        .where('state', '=', 'kept')
        .executeTakeFirstOrThrow();
      return { used: Number(used ?? 0), inPlace: Number(inPlace ?? 0) };
    },

    async jobs(since: number): Promise<Part<'jobs'>> {
      const failed = db.selectFrom('jobs').select(count().as('count')).where('state', '=', 'failed');
      const lately = await failed.where('finished_at', '>=', since).executeTakeFirstOrThrow();
      const unfinished = await db
        .selectFrom('jobs')
        .select(count().as('count'))
        .where('state', 'in', ['waiting', 'running'])
        .where('kind', '!=', MAIL_JOB)
        .executeTakeFirstOrThrow();
      return {
        failed24h: Number(lately.count),
        failed: Number((await failed.executeTakeFirstOrThrow()).count),
        unfinished: Number(unfinished.count),
      };
    },

    /** Given-up mails, and failed ones that will be retried. */
    async mail(): Promise<Omit<Part<'mail'>, 'toFiles'>> {
      const { givenUp, delayed } = await db
        .selectFrom('outbox')
        .select((eb) => [
          eb.fn.count<number>('given_up_at').as('givenUp'),
          eb.fn
            .count<number>(
              eb
                .case()
                .when(eb.and([eb('given_up_at', 'is', null), eb('last_error', 'is not', null)]))
                .then(1)
                .end(),
            )
            .as('delayed'),
        ])
        // Repeats the predicate of the partial index of unsent mails.
        .where('sent_at', 'is', null)
        .executeTakeFirstOrThrow();
      return { givenUp: Number(givenUp), delayed: Number(delayed) };
    },

    /** The options of the records' dataset filter: every dataset that ever existed, newest first. */
    recordDatasets: (): Promise<DataOf<typeof listRecordDatasets>> =>
      db
        .selectFrom('datasets')
        .select(['id', 'name', 'version'])
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(SUGGESTIONS)
        .execute(),
  };
}

export type SummaryStore = ReturnType<typeof summaryStore>;
