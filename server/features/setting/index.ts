import type { Setting } from '../../../contract/setting.ts';
import type { Route } from '../../http/index.ts';
import { type ChangeCounter, versionedCache } from '../../shared/versioned-cache.ts';
import type { BlobLedger } from '../../storage/index.ts';
import { settingRoutes } from './setting.routes.ts';
import { settingService } from './setting.service.ts';
import { type SettingStore, settingStore } from './setting.store.ts';

export { settingStore };

interface Dependencies {
  store: SettingStore;
  ledger: BlobLedger;
  staticBase: string;
  changes: ChangeCounter;
  now: () => number;
}

/**
 * The site's setting.
 * @returns it from the cache
 */
export function serveSetting(
  route: Route,
  { store, ledger, staticBase, changes, now }: Dependencies,
): () => Promise<Setting> {
  const setting = versionedCache({
    load: () => store.read(staticBase),
    version: changes.version,
    now,
    lifetime: 4_000,
    most: 1,
  });
  const current = () => setting.get('');
  settingRoutes(route, settingService({ store, ledger, staticBase, now }), current);
  return current;
}
