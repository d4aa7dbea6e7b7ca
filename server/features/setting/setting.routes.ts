import { getSetting, type Setting, setSetting } from '../../../contract/setting.ts';
import { changes } from '../../auth/index.ts';
import { type Route, readForm } from '../../http/index.ts';
import type { SettingService } from './setting.service.ts';

/** §7: setting, the public view of the configuration. */
export function settingRoutes(
  route: Route,
  service: SettingService,
  /** The public setting, cached until it changes. */
  current: () => Promise<Setting>,
): void {
  route(getSetting, current, { revalidate: () => true, limit: 'reading' });
  route(setSetting, ({ body, request, audit }) =>
    service.change(
      (begin, take) =>
        request.isMultipart()
          ? readForm(request, setSetting.body, { logo: 1 }, begin, take)
          : begin(body ?? {}),
      (trx, { before, after }) => audit(trx, { subject: 'site settings', ...changes(before, after) }),
    ),
  );
}
