import { sql } from 'kysely';
import type { FollowPace } from '../../contract/follows.ts';
import type { Language } from '../../texts/languages.ts';
import { type Db, type NewsKind, onPostgres, type PublicState, type Queries } from '../database/index.ts';
import { type Mail, postMail } from '../mail/index.ts';
import { newId } from '../shared/ids.ts';
import type { TextCipher } from '../shared/text-cipher.ts';

/** Readers of one round; the rest follow in the next. */
const MOST = 200;

/** A version whose public state is another one than was told. */
export interface ChangedVersion {
  id: string;
  lineageId: string;
  publishedAt: number | null;
  /** Null: it was not public before. */
  from: PublicState | null;
  to: PublicState;
}

/** A piece of news that a follower waits for. */
export interface WaitingNews {
  id: string;
  kind: NewsKind;
  at: number;
  version: string;
  embargoUntil: string | null;
  withdrawnReason: string;
}

/** News of one dataset for one follower. */
export interface NewsOfDataset {
  followId: string;
  name: string;
  slug: string;
  news: WaitingNews[];
}

/** A mail that is due: to whom, and about what. */
export interface DueNews {
  userId: string;
  email: string;
  firstName: string;
  language: Language;
  pace: FollowPace;
  datasets: NewsOfDataset[];
}

class Overtaken extends Error {}

/** What changed in public, and who is to be told. */
export function datasetNewsStore(db: Db, cipher: TextCipher) {
  const waiting = (trx: Queries) =>
    trx
      .selectFrom('follow_news as n')
      .innerJoin('follows as f', 'f.id', 'n.follow_id')
      .innerJoin('users as u', 'u.id', 'f.user_id')
      .innerJoin('lineages as l', 'l.id', 'f.lineage_id')
      .innerJoin('datasets as d', 'd.id', 'n.dataset_id')
      .select(['n.id', 'n.follow_id', 'n.kind', 'n.at', 'f.user_id', 'f.pace', 'f.language'])
      .select(['u.email', 'u.first_name', 'l.name', 'l.slug'])
      .select(['d.version', 'd.embargo_until', 'd.withdrawn_reason'])
      .orderBy('l.name')
      .orderBy('n.at')
      .orderBy('n.id');
  type Row = Awaited<ReturnType<ReturnType<typeof waiting>['execute']>>[number];

  const dueOf = (rows: readonly [Row, ...Row[]]): DueNews => {
    const [{ user_id: userId, email, first_name: firstName, language, pace }] = rows;
    const datasets = [...Map.groupBy(rows, (row) => row.follow_id)].map(([followId, news]) => ({
      followId,
      name: news[0]?.name ?? '',
      slug: news[0]?.slug ?? '',
      news: news.map((row) => ({
        id: row.id,
        kind: row.kind,
        at: row.at,
        version: row.version,
        embargoUntil: row.embargo_until,
        withdrawnReason: row.withdrawn_reason,
      })),
    }));
    return { userId, email, firstName, language, pace, datasets };
  };
  const grouped = (rows: readonly Row[], key: (row: Row) => string): DueNews[] =>
    [...Map.groupBy(rows, key).values()].flatMap(([first, ...more]) =>
      first ? [dueOf([first, ...more])] : [],
    );

  return {
    /** @param today `YYYY-MM-DD`, UTC */
    async changed(today: string): Promise<ChangedVersion[]> {
      const state = sql<PublicState>`case when d.status = 'withdrawn' then 'withdrawn'
        when d.embargo_until > ${today} then 'embargoed' else 'open' end`;
      const rows = await db.inReader
        .selectFrom('datasets as d')
        .leftJoin('told_versions as t', 't.dataset_id', 'd.id')
        .select(['d.id', 'd.lineage_id', 'd.published_at', 't.state as from', state.as('to')])
        .where('d.status', '!=', 'draft')
        .where('d.trashed_at', 'is', null)
        .where((eb) => eb.or([eb('t.state', 'is', null), eb('t.state', '!=', state)]))
        .orderBy('d.published_at')
        .orderBy('d.id')
        .execute();
      return rows.map(({ lineage_id: lineageId, published_at: publishedAt, ...row }) => ({
        ...row,
        lineageId,
        publishedAt,
      }));
    },

    /**
     * Notes a change as told, and its news for everybody who follows by now, but of a version for those alone who did when
     * it came: others have seen it. Of several servers one does.
     * @param kind undefined: nothing that followers are told of
     */
    note: (
      { id, lineageId, publishedAt, from, to }: ChangedVersion,
      kind: NewsKind | undefined,
      now: number,
    ): Promise<void> =>
      db.transaction().execute(async (trx) => {
        const isMine =
          from === null
            ? (
                await trx
                  .insertInto('told_versions')
                  .values({ dataset_id: id, state: to })
                  .onConflict((conflict) => conflict.column('dataset_id').doNothing())
                  .executeTakeFirstOrThrow()
              ).numInsertedOrUpdatedRows === 1n
            : (
                await trx
                  .updateTable('told_versions')
                  .set({ state: to })
                  .where('dataset_id', '=', id)
                  .where('state', '=', from)
                  .executeTakeFirstOrThrow()
              ).numUpdatedRows === 1n;
        if (!isMine || kind === undefined) return;
        const followers = trx
          .selectFrom('follows')
          .select('id')
          .where('lineage_id', '=', lineageId)
          .$if(kind === 'version' && publishedAt !== null, (all) =>
            all.where('created_at', '<=', publishedAt),
          )
          .orderBy('id');
        const follows = await (onPostgres(trx) ? followers.forKeyShare() : followers).execute();
        for (const follow of follows) {
          await trx
            .insertInto('follow_news')
            .values({ id: newId(), follow_id: follow.id, dataset_id: id, kind, at: now })
            .execute();
        }
      }),

    /**
     * News that are due: of each follow told at once the first of which is as old, and for each weekly reader all of
     * them together, a week after the last mail.
     */
    async due(firstBefore: number, mailedBefore: number): Promise<DueNews[]> {
      const old = db
        .selectFrom('follow_news as n')
        .innerJoin('follows as f', 'f.id', 'n.follow_id')
        .where('n.at', '<=', firstBefore)
        .limit(MOST);
      const follows = await old
        .select('f.id')
        .distinct()
        .where('f.pace', '=', 'at once')
        .orderBy('f.id')
        .execute();
      const readers = await old
        .select('f.user_id as id')
        .distinct()
        .where('f.pace', '=', 'weekly')
        .where('f.user_id', 'in', (eb) =>
          eb
            .selectFrom('follows')
            .select('user_id')
            .where('pace', '=', 'weekly')
            .groupBy('user_id')
            .having((one) =>
              one(one.fn.coalesce(one.fn.max('mailed_at'), one.fn.min('created_at')), '<=', mailedBefore),
            ),
        )
        .orderBy('f.user_id')
        .execute();
      const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id);
      const atOnce =
        follows.length === 0
          ? []
          : await waiting(db).where('f.id', 'in', ids(follows)).where('f.pace', '=', 'at once').execute();
      const weekly =
        readers.length === 0
          ? []
          : await waiting(db).where('f.user_id', 'in', ids(readers)).where('f.pace', '=', 'weekly').execute();
      return [...grouped(atOnce, (row) => row.follow_id), ...grouped(weekly, (row) => row.user_id)];
    },

    /** Removes the news and queues their mail; nothing when another server, or the reader, was faster. */
    send: ({ userId, pace, datasets }: DueNews, mail: Mail, now: number): Promise<void> =>
      db
        .transaction()
        .execute(async (trx) => {
          const person = trx.selectFrom('users').select('id').where('id', '=', userId);
          // The person first, as a removal of the account does.
          await (onPostgres(trx) ? person.forNoKeyUpdate() : person).executeTakeFirst();
          // All of a digest's, so that one followed later does not begin a week of its own.
          const told = trx.updateTable('follows').set({ mailed_at: now });
          const ids = datasets.map(({ followId }) => followId);
          await (pace === 'weekly'
            ? told.where('user_id', '=', userId).where('pace', '=', 'weekly')
            : told.where('id', 'in', ids)
          ).execute();
          const news = datasets.flatMap((dataset) => dataset.news.map(({ id }) => id));
          const { numDeletedRows } = await trx
            .deleteFrom('follow_news')
            .where('id', 'in', news)
            .where('follow_id', 'in', (eb) =>
              eb.selectFrom('follows').select('id').where('id', 'in', ids).where('pace', '=', pace),
            )
            .executeTakeFirstOrThrow();
          if (Number(numDeletedRows) !== news.length) throw new Overtaken();
          await postMail(trx, mail, { now, cipher });
        })
        .catch((error: unknown) => {
          if (!(error instanceof Overtaken)) throw error;
        }),
  };
}

export type DatasetNewsStore = ReturnType<typeof datasetNewsStore>;
