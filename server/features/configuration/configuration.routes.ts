import {
  addConfig,
  deleteConfig,
  getConfig,
  getConfigByKey,
  listConfig,
  readsPrivateKeys,
  updateConfig,
} from '../../../contract/configuration.ts';
import { changes, type Identify } from '../../auth/index.ts';
import { authorize, type Route } from '../../http/index.ts';
import type { ConfigurationService } from './configuration.service.ts';
import type { ConfigurationStore } from './configuration.store.ts';

/** §7: the configuration calls. */
export function configurationRoutes(
  route: Route,
  service: ConfigurationService,
  store: ConfigurationStore,
  identify: Identify,
): void {
  route(listConfig, ({ query }) => store.list(query));
  route(getConfig, ({ params }) => service.one(params.id));

  route(
    getConfigByKey,
    async ({ params, request }) => {
      const entry = await service.byKey(params.key);
      if (!entry.isPublic) await authorize(readsPrivateKeys, request.headers, identify);
      return entry;
    },
    { limit: 'reading' },
  );

  route(addConfig, async ({ body, audit }) => {
    const after = await service.add(body);
    audit({ subject: after.configKey, after });
    return after;
  });

  route(updateConfig, async ({ body, audit }) => {
    const { before, after } = await service.change(body);
    audit({ subject: after.configKey, ...changes(service.told(before), service.told(after)) });
    return after;
  });

  route(deleteConfig, async ({ params, audit }) => {
    const before = await service.remove(params.id);
    audit({ subject: before.configKey, before, after: { deleted: true } });
  });
}
