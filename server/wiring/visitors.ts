import type { Config } from '../config.ts';
import { catalogueRoutes } from '../features/catalogue/catalogue.routes.ts';
import { catalogueStore } from '../features/catalogue/catalogue.store.ts';
import { catalogueForVisitors } from '../features/catalogue/visitors.ts';
import { dictionaryRoutes } from '../features/dictionary/dictionary.routes.ts';
import { dictionaryService } from '../features/dictionary/dictionary.service.ts';
import { dictionaryStore } from '../features/dictionary/dictionary.store.ts';
import { settingRoutes } from '../features/setting/setting.routes.ts';
import { settingService } from '../features/setting/setting.service.ts';
import { staticFilesRoutes } from '../features/static-files/static-files.routes.ts';
import { staticFilesStore } from '../features/static-files/static-files.store.ts';
import type { Route } from '../http/route.ts';
import type { Server } from '../http/server.ts';
import { type changeCounter, freshCache } from '../shared/versioned-cache.ts';
import type { Identity } from './identity.ts';
import type { Storage } from './storage.ts';

interface Given {
  server: Server;
  route: Route;
  config: Config;
  storage: Storage;
  identity: Identity;
  changes: ReturnType<typeof changeCounter>;
  now: () => number;
}

/** What everybody may read: the catalogue, the dictionary, the settings, pictures and documents. */
export function visitorRoutes({ server, route, config, storage, identity, changes, now }: Given) {
  const { db, ledger, descriptions } = storage;
  const { settings, tickets } = identity;
  const dictionary = dictionaryStore(db);
  const dictionaries = freshCache({
    load: (dictType) => dictionary.ofType(dictType),
    version: changes.version,
    now,
    lifetime: 4_000,
    most: 50,
    keep: (entries) => entries.length > 0,
  });
  const dictionaryOf = (dictType: string) => dictionaries.get(dictType);
  dictionaryRoutes(route, dictionaryService(dictionary, now), dictionary, dictionaryOf);
  const catalogue = catalogueStore(db);
  const visitorCatalogue = catalogueForVisitors({ store: catalogue, descriptions, changes, now });
  catalogueRoutes(route, {
    store: catalogue,
    descriptions,
    visitors: visitorCatalogue,
    giveTicket: tickets.give,
  });
  const currentSetting = freshCache({
    load: () => settings.read(config.staticBase),
    version: changes.version,
    now,
    lifetime: 4_000,
    most: 1,
  });
  const setting = () => currentSetting.get('');
  settingRoutes(
    route,
    settingService({ store: settings, ledger, staticBase: config.staticBase, now }),
    setting,
  );
  staticFilesRoutes(server, staticFilesStore(db), ledger);

  return { visitorCatalogue, setting, dictionaryOf };
}

export type Visitors = ReturnType<typeof visitorRoutes>;
