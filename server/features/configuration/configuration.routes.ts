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

  route(addConfig, ({ body, audit }) =>
    service.add(body, (trx, after) => audit(trx, { subject: after.configKey, after })),
  );

  route(updateConfig, ({ body, audit }) =>
    service.change(body, (trx, { before, after }) =>
      audit(trx, { subject: after.configKey, ...changes(service.told(before), service.told(after)) }),
    ),
  );

  route(deleteConfig, ({ params, audit }) =>
    service.remove(params.id, (trx, before) =>
      audit(trx, { subject: before.configKey, before, after: { deleted: true } }),
    ),
  );
}
