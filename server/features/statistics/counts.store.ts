import type { DataOf } from '../../../contract/endpoint.ts';
import type { UserStatus } from '../../../contract/session.ts';
import type { downloadCount, listModalities, userCount } from '../../../contract/statistics.ts';
import { dayOf, sum } from '../../database/dialect.ts';
import { listsOf } from '../../database/lists/of.ts';
import type { Db } from '../../database/open.ts';
import { DAY, dayName } from '../../time.ts';

/** A span of whole UTC days in ms, `to` exclusive. */
export interface Days {
  from: number;
  to: number;
}

export function countsStore(db: Db) {
  const lists = listsOf(db);
  const count = () => db.fn.countAll<number>();

  /** Decisions per day number that nobody took back. */
  async function decided(status: 'approved' | 'rejected', days: Days): Promise<Map<number, number>> {
    const rows = await db.inReader
      .selectFrom('reviews')
      .select([dayOf('at').as('day'), count().as('count')])
      .where('to_status', '=', status)
      .where('at', '>=', days.from)
      .where('at', '<', days.to)
      .where('undone_at', 'is', null)
      .groupBy(dayOf('at'))
      .execute();
    return new Map(rows.map((row) => [Number(row.day), Number(row.count)]));
  }

  function eachDay<Row>(days: Days, row: (day: number) => Row): ({ date: string } & Row)[] {
    const list: ({ date: string } & Row)[] = [];
    for (let at = days.from; at < days.to; at += DAY)
      list.push({ date: dayName(at / DAY), ...row(at / DAY) });
    return list;
  }

  return {
    async users(days: Days, now: number): Promise<DataOf<typeof userCount>> {
      const { byStatus, registered } = await lists.ask('userCounts', { ...days, now });
      const [approved, rejected] = [await decided('approved', days), await decided('rejected', days)];
      const of = (status: UserStatus) => byStatus[status] ?? 0;
      return {
        total: Object.values(byStatus).reduce((total, one) => total + one, 0),
        pending: of('pending'),
        needsInfo: of('needs_info'),
        approved: of('approved'),
        rejected: of('rejected'),
        suspended: of('suspended'),
        expired: of('expired'),
        series: eachDay(days, (day) => ({
          registered: registered[day - days.from / DAY] ?? 0,
          approved: approved.get(day) ?? 0,
          rejected: rejected.get(day) ?? 0,
        })),
      };
    },

    async downloads(days: Days): Promise<DataOf<typeof downloadCount>> {
      const { counts, bytes, top } = await lists.ask('downloads', days);
      const total = (list: number[]) => list.reduce((sum, one) => sum + one, 0);
      return {
        total: total(counts),
        bytes: total(bytes),
        series: eachDay(days, (day) => ({
          count: counts[day - days.from / DAY] ?? 0,
          bytes: bytes[day - days.from / DAY] ?? 0,
        })),
        top,
      };
    },

    async modalities(): Promise<DataOf<typeof listModalities>> {
      const rows = await db
        .selectFrom('datasets')
        .select(['modality_name', count().as('datasets'), sum('count').as('downloads')])
        .where('trashed_at', 'is', null)
        .groupBy('modality_name')
        .orderBy('modality_name')
        .execute();
      return rows.map((row) => ({
        name: row.modality_name,
        datasets: Number(row.datasets),
        downloads: Number(row.downloads),
      }));
    },
  };
}

export type CountsStore = ReturnType<typeof countsStore>;
