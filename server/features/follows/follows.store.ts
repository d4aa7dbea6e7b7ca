import type { Follow, FollowPace } from '../../../contract/follows.ts';
import type { Language } from '../../../texts/languages.ts';
import type { Unfollowed } from '../../auth/index.ts';
import { type Db, onPostgres, type Queries } from '../../database/index.ts';
import { newId } from '../../shared/ids.ts';
import { iso } from '../../shared/time.ts';

/** A person's follows, by the dataset's name, each with the newest version that visitors see. */
async function followsOf(db: Queries, userId: string, lineageId?: string): Promise<Follow[]> {
  let rows = db
    .selectFrom('follows as f')
    .innerJoin('lineages as l', 'l.id', 'f.lineage_id')
    .select(['f.id', 'l.name', 'f.pace', 'f.created_at', 'f.lineage_id'])
    .where('f.user_id', '=', userId)
    .orderBy('l.name');
  if (lineageId !== undefined) rows = rows.where('f.lineage_id', '=', lineageId);
  const follows = await rows.execute();
  if (follows.length === 0) return [];
  const versions = await db
    .selectFrom('datasets')
    .select(['id', 'version', 'status', 'lineage_id'])
    .where('lineage_id', 'in', [...new Set(follows.map((row) => row.lineage_id))])
    .where('status', '!=', 'draft')
    .where('trashed_at', 'is', null)
    .orderBy('published_at', 'desc')
    .orderBy('id')
    .execute();
  const siblings = Map.groupBy(versions, (row) => row.lineage_id);
  return follows.map((row) => {
    const seen = siblings.get(row.lineage_id) ?? [];
    const newest = seen.find(({ status }) => status === 'published') ?? seen[0];
    return {
      id: row.id,
      name: row.name,
      pace: row.pace,
      since: iso(row.created_at),
      datasetId: newest?.id ?? null,
      version: newest?.version ?? null,
    };
  });
}

export function followsStore(db: Db) {
  /** The follow before its news: who writes news locks the follow first. */
  async function end(trx: Queries, follows: readonly { id: string }[]): Promise<void> {
    const ids = follows.map(({ id }) => id);
    if (ids.length > 0) await trx.deleteFrom('follow_news').where('follow_id', 'in', ids).execute();
  }

  return {
    list: (userId: string): Promise<Follow[]> => followsOf(db, userId),

    /** @returns undefined where visitors see no such version, or the person is gone */
    follow: (
      userId: string,
      datasetId: string,
      { pace, language }: { pace: FollowPace; language: Language },
      now: number,
    ): Promise<Follow | undefined> =>
      db.transaction().execute(async (trx) => {
        const person = trx.selectFrom('users').select('id').where('id', '=', userId);
        // A removal of the account takes the person's row first: it then finds this follow, or this no person.
        const locked = onPostgres(trx) ? person.forNoKeyUpdate() : person;
        if (!(await locked.executeTakeFirst())) return undefined;
        const dataset = await trx
          .selectFrom('datasets')
          .select('lineage_id')
          .where('id', '=', datasetId)
          .where('status', '!=', 'draft')
          .where('trashed_at', 'is', null)
          .executeTakeFirst();
        if (!dataset) return undefined;
        const { lineage_id } = dataset;
        await trx
          .insertInto('follows')
          .values({
            id: newId(),
            user_id: userId,
            lineage_id,
            pace,
            language,
            created_at: now,
            mailed_at: null,
          })
          .onConflict((conflict) =>
            conflict.columns(['user_id', 'lineage_id']).doUpdateSet({ pace, language }),
          )
          .execute();
        const [made] = await followsOf(trx, userId, lineage_id);
        return made;
      }),

    /** @returns false when the person has no such follow */
    async change(
      userId: string,
      id: string,
      { pace, language }: { pace: FollowPace; language: Language },
    ): Promise<boolean> {
      const { numUpdatedRows } = await db
        .updateTable('follows')
        .set({ pace, language })
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow();
      return numUpdatedRows === 1n;
    },

    /** @returns false when the person has no such follow */
    remove: (userId: string, id: string): Promise<boolean> =>
      db.transaction().execute(async (trx) => {
        const gone = await trx
          .deleteFrom('follows')
          .where('id', '=', id)
          .where('user_id', '=', userId)
          .returning('id')
          .execute();
        await end(trx, gone);
        return gone.length > 0;
      }),

    /** Ends what a link of a mail names; gives the names of the datasets. */
    unfollow: (what: Unfollowed): Promise<string[]> =>
      db.transaction().execute(async (trx) => {
        const these = trx.deleteFrom('follows');
        const named =
          what.kind === 'follow'
            ? these.where('id', '=', what.id)
            : these.where('user_id', '=', what.userId).where('pace', '=', 'weekly');
        const gone = await named.returning(['id', 'lineage_id']).execute();
        await end(trx, gone);
        if (gone.length === 0) return [];
        const rows = await trx
          .selectFrom('lineages')
          .select('name')
          .where(
            'id',
            'in',
            gone.map((row) => row.lineage_id),
          )
          .orderBy('name')
          .execute();
        return rows.map(({ name }) => name);
      }),

    /** Undefined: there is no such dataset. */
    async followers(datasetId: string): Promise<{ atOnce: number; weekly: number } | undefined> {
      const dataset = await db
        .selectFrom('datasets')
        .select('lineage_id')
        .where('id', '=', datasetId)
        .executeTakeFirst();
      if (!dataset) return undefined;
      const rows = await db
        .selectFrom('follows')
        .select((eb) => ['pace', eb.fn.countAll<number>().as('count')])
        .where('lineage_id', '=', dataset.lineage_id)
        .groupBy('pace')
        .execute();
      const of = (pace: FollowPace) => Number(rows.find((row) => row.pace === pace)?.count ?? 0);
      return { atOnce: of('at once'), weekly: of('weekly') };
    },
  };
}

export type FollowsStore = ReturnType<typeof followsStore>;
