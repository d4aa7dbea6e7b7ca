import { getSetting, type Setting, setSetting } from '../../../contract/setting.ts';
import type { Route } from '../../http/route.ts';
import { changes } from '../../identity/audit.ts';
import type { SettingStore } from './setting.store.ts';

/** §7: setting, the public view of the configuration. */
export function settingRoutes(
  route: Route,
  store: SettingStore,
  staticBase: string,
  now: () => number,
  /** The setting as everybody may see it, kept until it changes. */
  current: () => Promise<Setting>,
): void {
  route(getSetting, current, { revalidate: () => true, limit: 'reading' });
  route(setSetting, async ({ body, audit }) => {
    const before = await store.read(staticBase);
    await store.write(body, now());
    const after = await store.read(staticBase);
    audit({ subject: 'site settings', ...changes(before, after) });
    return after;
  });
}
