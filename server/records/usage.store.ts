import { sql } from 'kysely';
import { type Db, onPostgres } from '../database/index.ts';

/** Records of one transaction. */
const PIECE = 500;

/** ms within which a second start by the same person of the same object is a double click (COUNTER, 7.3). */
export const DOUBLE_CLICK = 30_000;

const monthOf = (time: number): string => new Date(time).toISOString().slice(0, 7);

export const usageCountingStore = (db: Db) => ({
  /**
   * Judges the oldest records begun up to `before`, and adds those that count to their months.
   * @param before so long ago that a double click on them has been noted
   * @returns whether there may be more
   */
  countPiece: (before: number, isRobot: (userAgent: string) => boolean): Promise<boolean> =>
    db.transaction().execute(async (trx) => {
      const open = trx
        .selectFrom('records as r')
        .select(['r.id', 'r.dataset_id', 'r.started_at', 'r.user_agent'])
        .select((eb) =>
          eb
            .exists(
              eb
                .selectFrom('records as later')
                .select(sql.lit(1).as('one'))
                .whereRef('later.user_id', '=', 'r.user_id')
                .whereRef('later.object_id', '=', 'r.object_id')
                .where((one) =>
                  one.or([
                    one('later.started_at', '>', one.ref('r.started_at')),
                    one.and([
                      one('later.started_at', '=', one.ref('r.started_at')),
                      one('later.id', '>', one.ref('r.id')),
                    ]),
                  ]),
                )
                .where('later.started_at', '<=', sql<number>`r.started_at + ${sql.lit(DOUBLE_CLICK)}`),
            )
            .as('is_repeated'),
        )
        .where('r.counted', 'is', null)
        .where('r.started_at', '<=', before)
        .orderBy('r.started_at')
        .limit(PIECE);
      // Of several servers each takes what no other one has.
      const rows = await (onPostgres(trx) ? open.forUpdate('r').skipLocked() : open).execute();
      const months = new Map<string, { dataset_id: string; month: string; downloads: number }>();
      const kept: string[] = [];
      const dropped: string[] = [];
      for (const { id, dataset_id, started_at, user_agent, is_repeated } of rows) {
        if (is_repeated || isRobot(user_agent)) {
          dropped.push(id);
          continue;
        }
        kept.push(id);
        const month = monthOf(started_at);
        const key = `${dataset_id} ${month}`;
        const known = months.get(key);
        if (known) known.downloads++;
        else months.set(key, { dataset_id, month, downloads: 1 });
      }
      for (const [ids, counted] of [
        [kept, 1],
        [dropped, 0],
      ] as const) {
        if (ids.length > 0)
          await trx.updateTable('records').set({ counted }).where('id', 'in', ids).execute();
      }
      // In a fixed order, so that two servers cannot deadlock.
      for (const [, row] of [...months].sort(([a], [b]) => (a < b ? -1 : 1))) {
        await trx
          .insertInto('usage_months')
          .values(row)
          .onConflict((conflict) =>
            conflict.columns(['dataset_id', 'month']).doUpdateSet((eb) => ({
              downloads: eb('usage_months.downloads', '+', row.downloads),
            })),
          )
          .execute();
      }
      return rows.length === PIECE;
    }),
});
