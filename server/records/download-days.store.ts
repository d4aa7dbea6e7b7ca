import type { Queries, RecordsTable } from '../database/index.ts';
import { DAY } from '../shared/time.ts';

/** The columns of a record that determine its row in `download_days`. */
export type CountedRecord = Pick<RecordsTable, 'started_at' | 'dataset_id' | 'dataset_name' | 'version'>;

export interface Raise extends CountedRecord {
  /** Downloads started. */
  count: number;
  bytes: number;
}

const keyOf = (row: CountedRecord): string =>
  [Math.floor(row.started_at / DAY), row.dataset_id, row.dataset_name, row.version].join('\n');

/**
 * Increments the charts' counters, in the transaction that changes the records. Rows in a fixed order, so that two
 * servers cannot deadlock.
 */
export async function raiseDownloadDays(trx: Queries, raises: readonly Raise[]): Promise<void> {
  const sums = new Map<string, Raise>();
  for (const raise of raises) {
    const key = keyOf(raise);
    const known = sums.get(key);
    if (known) {
      known.count += raise.count;
      known.bytes += raise.bytes;
    } else sums.set(key, { ...raise });
  }
  for (const [, { started_at, count, bytes, ...edition }] of [...sums].sort(([a], [b]) => (a < b ? -1 : 1)))
    await trx
      .insertInto('download_days')
      .values({ day: Math.floor(started_at / DAY), ...edition, count, bytes })
      .onConflict((conflict) =>
        conflict.columns(['day', 'dataset_id', 'dataset_name', 'version']).doUpdateSet((eb) => ({
          count: eb('download_days.count', '+', count),
          bytes: eb('download_days.bytes', '+', bytes),
        })),
      )
      .execute();
}
