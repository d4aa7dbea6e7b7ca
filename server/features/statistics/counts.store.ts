import type { DataOf } from '../../../contract/endpoint.ts';
import type { downloadCount, listModalities, userCount } from '../../../contract/statistics.ts';
import { type Db, dayOf, sum } from '../../database/index.ts';
import { DAY, dayName } from '../../shared/time.ts';
import { userStatuses } from './user-statuses.store.ts';

/** Editions that the chart shows by name. */
const TOP = 10;

/** A span of whole UTC days in ms, `to` exclusive. */
export interface Days {
  from: number;
  to: number;
}

export function countsStore(db: Db) {
  const { inReader } = db;
  const count = () => db.fn.countAll<number>();

  /** Decisions by day number, without undone ones. */
  async function decided(status: 'approved' | 'rejected', days: Days): Promise<Map<number, number>> {
    const rows = await inReader
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
      const { total, of } = await userStatuses(inReader, now);
      const registered = await inReader
        .selectFrom('users')
        .select([dayOf('created_at').as('day'), count().as('count')])
        .where('created_at', '>=', days.from)
        .where('created_at', '<', days.to)
        .groupBy(dayOf('created_at'))
        .execute();
      const perDay = new Map(registered.map((row) => [Number(row.day), Number(row.count)]));
      const [approved, rejected] = [await decided('approved', days), await decided('rejected', days)];
      return {
        total,
        pending: of('pending'),
        needsInfo: of('needs_info'),
        approved: of('approved'),
        rejected: of('rejected'),
        suspended: of('suspended'),
        expired: of('expired'),
        series: eachDay(days, (day) => ({
          registered: perDay.get(day) ?? 0,
          approved: approved.get(day) ?? 0,
          rejected: rejected.get(day) ?? 0,
        })),
      };
    },

    async downloads(days: Days): Promise<DataOf<typeof downloadCount>> {
      const counted = inReader
        .selectFrom('download_days')
        .select([sum('count').as('count'), sum('bytes').as('bytes')])
        .where('day', '>=', days.from / DAY)
        .where('day', '<', days.to / DAY);
      const perDay = await counted.select('day').groupBy('day').execute();
      const top = await counted
        .select(['dataset_id', 'dataset_name', 'version'])
        .groupBy(['dataset_id', 'dataset_name', 'version'])
        .orderBy('count', 'desc')
        .orderBy('dataset_name')
        .limit(TOP)
        .execute();
      const byDay = new Map(perDay.map((row) => [Number(row.day), row]));
      const total = (what: 'count' | 'bytes') => perDay.reduce((sum, row) => sum + Number(row[what]), 0);
      return {
        total: total('count'),
        bytes: total('bytes'),
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
