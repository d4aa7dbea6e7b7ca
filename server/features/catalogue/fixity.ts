import type { Fixity } from '../../../contract/catalogue.ts';
import { DAY, iso } from '../../shared/time.ts';
import { versionedCache } from '../../shared/versioned-cache.ts';
import type { FixityStore } from './fixity.store.ts';
import { fixityWords } from './fixity-words.ts';

/** ms; a check shows within this time, a fault at once: 100,000 files take a fifth of a second to look up. */
const LIFETIME = 300_000;
const MOST = 500;

interface ChangedDataset {
  row: { id: string };
  /** ms. */
  changedAt: number;
}

/**
 * What the scrub last found of a dataset's current files; null without files. Cached by the dataset's last change and
 * the known faults, not by the portal's changes: its own files are right at once, and others' changes cost nothing.
 */
export function fixityOfDatasets({ store, now }: { store: FixityStore; now: () => number }) {
  const checks = versionedCache({
    load: (key: string) => store.lastChecks(key.slice(key.lastIndexOf(' ') + 1)),
    version: () => 0,
    now,
    lifetime: LIFETIME,
    most: MOST,
  });
  return async ({ row, changedAt }: ChangedDataset): Promise<Fixity | null> => {
    const { files, damaged, oldest } = await checks.get(`${await store.faults()} ${changedAt} ${row.id}`);
    if (files === 0) return null;
    // At least one: "at most 0 days ago" is never true.
    const days = Math.max(1, Math.ceil((now() - oldest) / DAY));
    const found = { files, damaged, verifiedAt: iso(oldest), days };
    return { ...found, says: { en: fixityWords(found, 'en'), 'zh-CN': fixityWords(found, 'zh-CN') } };
  };
}

export type FixityOf = ReturnType<typeof fixityOfDatasets>;
