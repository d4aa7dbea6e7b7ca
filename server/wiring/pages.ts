import { join } from 'node:path';
import { labelsOf } from '../../contract/dictionary-entry.ts';
import type { Config } from '../config.ts';
import { ping } from '../database/open.ts';
import { notFound } from '../http/errors.ts';
import { inEachLanguage } from '../http/language.ts';
import { limitConfig } from '../http/limits.ts';
import type { Server } from '../http/server.ts';
import { loadAppShell } from '../publishing/app-shell.ts';
import { errorPages } from '../publishing/error-page.ts';
import { machinesRoutes } from '../publishing/feeds.routes.ts';
import { machineFiles } from '../publishing/feeds.ts';
import { healthRoutes } from '../publishing/health.routes.ts';
import { pagesRoutes } from '../publishing/pages.routes.ts';
import { readingPages } from '../publishing/reading-pages.ts';
import { loadRenderers } from '../publishing/renderer.ts';
import type { changeCounter } from '../shared/versioned-cache.ts';
import type { Storage } from './storage.ts';
import type { Visitors } from './visitors.ts';

interface Given {
  server: Server;
  config: Config;
  storage: Storage;
  visitors: Visitors;
  changes: ReturnType<typeof changeCounter>;
  /** Where the built pages lie; absent: calls only. */
  distFolder: string | undefined;
  now: () => number;
}

/** The pages, what machines read of them, and whether the server is well. */
export async function pageRoutes({
  server,
  config,
  storage,
  visitors,
  changes,
  distFolder,
  now,
}: Given): Promise<void> {
  const { db, blobs, room } = storage;
  const { visitorCatalogue, setting, dictionaryOf } = visitors;
  const machines = machineFiles({
    ask: { ...visitorCatalogue, setting },
    publicUrl: config.publicUrl,
    staticBase: config.staticBase,
    changes,
    now,
  });
  const reading = limitConfig(config.rateLimitFactor)('reading');
  machinesRoutes(server, machines, reading);
  healthRoutes(server, [() => ping(db), blobs.ready, room.assert], reading);
  if (distFolder !== undefined) {
    const web = join(distFolder, 'web');
    const pages = readingPages({
      rendererFor: await loadRenderers(web, join(distFolder, 'ssr')),
      ask: {
        ...visitorCatalogue,
        setting,
        modalityNames: async () => labelsOf(await dictionaryOf('modality')),
      },
      publicUrl: config.publicUrl,
      staticBase: config.staticBase,
      changes,
      now,
    });
    server.errorPage = await errorPages({
      folder: web,
      setting,
      dataset: visitorCatalogue.dataset,
      datasetOfPath: visitorCatalogue.datasetOfPath,
      staticBase: config.staticBase,
    });
    const shells = await inEachLanguage((language) => loadAppShell(web, language));
    await pagesRoutes(server, shells, pages, setting, web, config.staticBase, reading);
  } else {
    server.setNotFoundHandler(notFound);
  }
}
