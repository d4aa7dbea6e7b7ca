import { getSetting, setSetting } from '../../../contract/setting.ts';
import type { Route } from '../../http/route.ts';
import type { SettingStore } from './setting.store.ts';

/** §7: setting, the public view of the configuration. */
export function settingRoutes(
  route: Route,
  store: SettingStore,
  staticBase: string,
  now: () => number,
): void {
  route(getSetting, () => store.read(staticBase), { revalidate: () => true, limit: 'reading' });
  route(setSetting, async ({ body }) => {
    await store.write(body, now());
    return store.read(staticBase);
  });
}
