import type { Dataset } from '../../contract/catalogue.ts';
import type { Setting } from '../../contract/setting.ts';
import type { VisitorCatalogue } from '../features/catalogue/index.ts';
import { type ChangeCounter, versionedCache } from '../shared/versioned-cache.ts';
import type { Addresses } from './addresses.ts';
import { type Described, describe } from './describe.ts';

/** ms; with the catalogue's and the feeds', another server's change shows within 10 s (docs/decisions/0047). */
const LIFETIME = { alone: 10_000, several: 3_000 };
/** Versions between two yields to the event loop. */
const STEP = 200;

/** A version that is or was published. */
export interface Record {
  id: string;
  /** ISO 8601. */
  changedAt: string;
  /** Undefined: withdrawn. */
  dataset: Dataset | undefined;
}

interface Dependencies {
  ask: Pick<VisitorCatalogue, 'datasets' | 'plain' | 'changedAt' | 'withdrawn' | 'releases'> & {
    setting: () => Promise<Setting>;
  };
  to: Addresses;
  changes: ChangeCounter;
  /** No other server can be on the database: each change is counted here. */
  alone: boolean;
  now: () => number;
}

/** All versions that visitors may see, for formats that tell of many; without their subsets. */
export function describedList({ ask, to, changes, alone, now }: Dependencies) {
  const kept = versionedCache({
    load: async (): Promise<Record[]> => {
      const [datasets, changedAt, withdrawn] = await Promise.all([
        ask.datasets(),
        ask.changedAt(),
        ask.withdrawn(),
      ]);
      const records: Record[] = [
        ...datasets.map((dataset) => ({
          id: dataset.id,
          changedAt: changedAt.get(dataset.id) ?? dataset.createdAt,
          dataset,
        })),
        ...Array.from(withdrawn, ([id, time]) => ({ id, changedAt: time, dataset: undefined })),
      ];
      return records.sort((a, b) =>
        a.changedAt < b.changedAt || (a.changedAt === b.changedAt && a.id < b.id) ? -1 : 1,
      );
    },
    version: changes.version,
    now,
    lifetime: alone ? LIFETIME.alone : LIFETIME.several,
    most: 1,
  });

  return {
    /** By their last change, oldest first, then by id. */
    records: (): Promise<readonly Record[]> => kept.get(''),

    /** @returns those of them that are published, in the same order */
    async described(records: readonly Record[]): Promise<Described[]> {
      const published = records.flatMap(({ dataset, changedAt }) =>
        dataset ? [{ dataset, changedAt }] : [],
      );
      const [setting, plain, releases] = await Promise.all([
        ask.setting(),
        ask.plain(),
        ask.releases(published.map(({ dataset }) => dataset.id)),
      ]);
      const described: Described[] = [];
      for (const { dataset, changedAt } of published) {
        const release = releases.get(dataset.id);
        const shown = {
          dataset,
          subsetList: [],
          release: release && { ...release, withdrawnAt: null, withdrawnReason: '' },
          plain: plain.get(dataset.id) ?? '',
          changedAt,
        };
        described.push(describe(shown, { setting, addresses: to, language: 'en' }));
        if (described.length % STEP === 0) await new Promise(setImmediate);
      }
      return described;
    },
  };
}

export type DescribedList = ReturnType<typeof describedList>;
