import type { DataOf } from '../../../contract/endpoint.ts';
import type { downloadCount, listModalities, userCount } from '../../../contract/statistics.ts';
import { dayOf, sum } from '../../database/dialect.ts';
import type { Db } from '../../database/open.ts';
import { DAY, dayName } from '../../time.ts';

/** A span of whole UTC days in ms, `to` exclusive. */
export interface Days {
  from: number;
  to: number;
}

export function countsStore(db: Db) {
  const count = () => db.fn.countAll<number>();

  /** Rows per day number of a time column. */
  async function perDay(
    table: 'users' | 'reviews',
    column: 'created_at' | 'at',
    days: Days,
    status?: string,
  ) {
    let rows = db
      .selectFrom(table)
      .select([dayOf(column).as('day'), count().as('count')])
      .where(column as never, '>=', days.from as never)
      .where(column as never, '<', days.to as never)
      .groupBy(dayOf(column));
    if (status)
      rows = rows.where('to_status' as never, '=', status as never).where('undone_at' as never, 'is', null);
    return new Map((await rows.execute()).map((row) => [Number(row.day), Number(row.count)]));
  }

  function eachDay<Row>(days: Days, row: (day: number) => Row): ({ date: string } & Row)[] {
    const list: ({ date: string } & Row)[] = [];
    for (let at = days.from; at < days.to; at += DAY)
      list.push({ date: dayName(at / DAY), ...row(at / DAY) });
    return list;
  }

  return {
    async users(days: Days, now: number): Promise<DataOf<typeof userCount>> {
      const rows = await db
        .selectFrom('users')
        .select(['status', count().as('count')])
        .select((eb) =>
          eb.fn.count<number>(eb.case().when('approved_until', '<=', now).then(1).end()).as('ended'),
        )
        .groupBy('status')
        .execute();
      const of = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
      const ended = Number(rows.find((row) => row.status === 'approved')?.ended ?? 0);
      const [registered, approved, rejected] = [
        await perDay('users', 'created_at', days),
        await perDay('reviews', 'at', days, 'approved'),
        await perDay('reviews', 'at', days, 'rejected'),
      ];
      return {
        total: rows.reduce((total, row) => total + Number(row.count), 0),
        pending: of('pending'),
        needsInfo: of('needs_info'),
        approved: of('approved') - ended,
        rejected: of('rejected'),
        suspended: of('suspended'),
        expired: of('expired') + ended,
        series: eachDay(days, (day) => ({
          registered: registered.get(day) ?? 0,
          approved: approved.get(day) ?? 0,
          rejected: rejected.get(day) ?? 0,
        })),
      };
    },

    async downloads(days: Days): Promise<DataOf<typeof downloadCount>> {
      const inside = db
        .selectFrom('records')
        .where('started_at', '>=', days.from)
        .where('started_at', '<', days.to);
      const rows = await inside
        .select([dayOf('started_at').as('day'), count().as('count'), sum('bytes_sent').as('bytes')])
        .groupBy(dayOf('started_at'))
        .execute();
      const byDay = new Map(rows.map((row) => [Number(row.day), row]));
      const top = await inside
        .select(['dataset_id', 'dataset_name', 'version', count().as('count'), sum('bytes_sent').as('bytes')])
        .groupBy(['dataset_id', 'dataset_name', 'version'])
        .orderBy('count', 'desc')
        .orderBy('dataset_name')
        .limit(10)
        .execute();
      return {
        total: rows.reduce((total, row) => total + Number(row.count), 0),
        bytes: rows.reduce((total, row) => total + Number(row.bytes), 0),
        series: eachDay(days, (day) => ({
          count: Number(byDay.get(day)?.count ?? 0),
          bytes: Number(byDay.get(day)?.bytes ?? 0),
        })),
        top: top.map((row) => ({
          datasetId: row.dataset_id,
          name: row.dataset_name,
          version: row.version,
          count: Number(row.count),
          bytes: Number(row.bytes),
        })),
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
