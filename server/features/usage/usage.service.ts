import { stringify } from 'csv-stringify/sync';
import type { UsageMonth } from '../../../contract/usage.ts';
import { type ChangeCounter, versionedCache } from '../../shared/versioned-cache.ts';
import type { CountedMonth, UsageStore } from './usage.store.ts';

/** ms; added to the page cache's lifetime. */
const LIFETIME = 4_000;
/** Cached datasets. */
const MOST = 500;

interface Dependencies {
  store: UsageStore;
  changes: ChangeCounter;
  now: () => number;
}

/** The month after `YYYY-MM`. */
function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number)).toISOString().slice(0, 7);
}

/** Every month from the first one counted to the present one. */
function filled(counted: readonly CountedMonth[], id: string, now: number): UsageMonth[] {
  const last = new Date(now).toISOString().slice(0, 7);
  const byMonth = Map.groupBy(counted, ({ month }) => month);
  const months: UsageMonth[] = [];
  for (let month = counted[0]?.month; month !== undefined && month <= last; month = nextMonth(month)) {
    const rows = byMonth.get(month) ?? [];
    const sum = (of: readonly CountedMonth[]) => of.reduce((total, { downloads }) => total + downloads, 0);
    months.push({
      month,
      downloads: sum(rows.filter(({ datasetId }) => datasetId === id)),
      allVersions: sum(rows),
    });
  }
  return months;
}

/** Downloads by month, for everybody, where the laboratory publishes them. */
export function usageService({ store, changes, now }: Dependencies) {
  const kept = versionedCache({
    load: async (id: string) => ((await store.isPublic()) ? await store.months(id) : undefined),
    version: changes.version,
    now,
    lifetime: LIFETIME,
    most: MOST,
    keep: (found) => found !== undefined,
  });

  return {
    /** Undefined: visitors see no such version, or no figures. */
    async months(id: string): Promise<UsageMonth[] | undefined> {
      const counted = await kept.get(id);
      return counted && filled(counted, id, now());
    },

    /** The same as a table by version. */
    async csv(id: string): Promise<string | undefined> {
      const counted = await kept.get(id);
      const rows = counted?.map(({ month, version, downloads }) => ({ month, version, downloads }));
      // A version that begins like a formula gets a leading apostrophe (threat 29).
      return (
        rows &&
        stringify(rows, {
          header: true,
          columns: ['month', 'version', 'downloads'],
          record_delimiter: 'windows',
          escape_formulas: true,
        })
      );
    },
  };
}

export type UsageService = ReturnType<typeof usageService>;
