import type { Dataset } from '../../contract/catalogue.ts';
import type { Setting } from '../../contract/setting.ts';
import { t } from '../../texts/en-reading.ts';
import { type Prepared, prepare } from '../http/index.ts';
import { type ChangeCounter, versionedCache } from '../shared/versioned-cache.ts';
import { addresses } from './addresses.ts';
import { catalogJsonLd, catalogTurtle } from './dcat.ts';
import type { DescribedList } from './described-list.ts';
import { feed, feedPath } from './feed.ts';
import { robots } from './robots.ts';
import { type Listed, sitemap } from './sitemap.ts';

/** ms; with the list's and the catalogue's, another server's change shows within 10 s (docs/decisions/0047). */
const LIFETIME = { alone: 60_000, several: 2_000 };

interface Dependencies {
  ask: {
    setting: () => Promise<Setting>;
    datasets: () => Promise<Dataset[]>;
    /** Plain text of the descriptions, by dataset id. */
    plain: () => Promise<ReadonlyMap<string, string>>;
    /** Last change of each published dataset, ISO 8601 by id. */
    changedAt: () => Promise<ReadonlyMap<string, string>>;
  };
  /** All versions that visitors may see. */
  list: DescribedList;
  publicUrl: string;
  staticBase: string;
  changes: ChangeCounter;
  /** No other server can be on the database: each change is counted here. */
  alone: boolean;
  now: () => number;
}

/** The machine formats at fixed paths; cached until the catalogue changes. */
export function feeds({ ask, list, publicUrl, staticBase, changes, alone, now }: Dependencies) {
  const to = addresses(publicUrl, staticBase);

  async function lastChangedFirst(): Promise<Listed[]> {
    const [datasets, changedAt, plain] = await Promise.all([ask.datasets(), ask.changedAt(), ask.plain()]);
    return datasets
      .map((one) => ({
        ...one,
        changedAt: changedAt.get(one.id) ?? one.createdAt,
        plain: plain.get(one.id) ?? '',
      }))
      .sort((a, b) => b.changedAt.localeCompare(a.changedAt) || a.id.localeCompare(b.id));
  }

  const catalog = async (make: typeof catalogTurtle) => {
    const { name } = await ask.setting();
    return make(await list.described(await list.records()), { name, description: t.home.intro }, to);
  };

  const make: Record<string, () => Promise<Prepared>> = {
    '/robots.txt': async () => prepare(robots(to), { type: 'text/plain; charset=utf-8' }),
    '/sitemap.xml': async () =>
      prepare(sitemap(await lastChangedFirst(), to), { type: 'application/xml; charset=utf-8' }),
    [feedPath]: async () =>
      prepare(feed(await lastChangedFirst(), await ask.setting(), to), {
        type: 'application/atom+xml; charset=utf-8',
      }),
    '/catalog.ttl': async () => prepare(await catalog(catalogTurtle), { type: 'text/turtle; charset=utf-8' }),
    '/catalog.jsonld': async () => prepare(await catalog(catalogJsonLd), { type: 'application/ld+json' }),
  };
  const kept = versionedCache({
    load: async (path: string) => {
      const one = make[path];
      if (!one) throw new Error(`there is no file ${path}`);
      return one();
    },
    version: changes.version,
    now,
    lifetime: alone ? LIFETIME.alone : LIFETIME.several,
    most: Object.keys(make).length,
  });
  return { paths: Object.keys(make), file: (path: string): Promise<Prepared> => kept.get(path) };
}

export type MachineFiles = ReturnType<typeof feeds>;
