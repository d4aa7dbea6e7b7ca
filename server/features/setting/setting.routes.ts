import { getSetting, type Setting, setSetting } from '../../../contract/setting.ts';
import { changes } from '../../auth/index.ts';
import { type Route, readForm } from '../../http/index.ts';
import type { SettingService } from './setting.service.ts';

/** §7: setting, the public view of the configuration. */
export function settingRoutes(
  route: Route,
  service: SettingService,
  /** The setting as everybody may see it, kept until it changes. */
  current: () => Promise<Setting>,
): void {
  route(getSetting, current, { revalidate: () => true, limit: 'reading' });
  route(setSetting, async ({ body, request, audit }) => {
    const before = await service.read();
    const after = await service.change((begin, take) =>
      request.isMultipart()
        ? readForm(request, setSetting.body, { logo: 1 }, begin, take)
        : begin(body ?? {}),
    );
    audit({ subject: 'site settings', ...changes(before, after) });
    return after;
  });
}
