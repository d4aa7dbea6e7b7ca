import { join } from 'node:path';
import type { DictEntry } from '../../contract/dictionary-entry.ts';
import { labelsOf } from '../../contract/dictionary-labels.ts';
import { type FilesQuery, filesPerPage } from '../../contract/files-query.ts';
import type { Setting } from '../../contract/setting.ts';
import type { Config } from '../config.ts';
import type { FilesOfVersions } from '../datasets/index.ts';
import type { VisitorCatalogue } from '../features/catalogue/index.ts';
import type { FilesService } from '../features/files/index.ts';
import type { UsageService } from '../features/usage/index.ts';
import { answerNotFound, inEachLanguage, limitConfig, type Route, type Server } from '../http/index.ts';
import { AppError } from '../shared/errors.ts';
import { vitrineVersion } from '../shared/version.ts';
import type { ChangeCounter } from '../shared/versioned-cache.ts';
import type { BlobLedger } from '../storage/index.ts';
import type { WorkerPool } from '../workers/index.ts';
import { addresses } from './addresses.ts';
import { loadAppShell } from './app-shell.ts';
import { describe } from './describe.ts';
import { describedList } from './described-list.ts';
import { errorPages } from './error-page.ts';
import { feedsRoutes } from './feeds.routes.ts';
import { feeds } from './feeds.ts';
import { formatsRoutes } from './formats.routes.ts';
import { healthRoutes } from './health.routes.ts';
import { oaiRoutes } from './oai/oai.routes.ts';
import { oaiProvider } from './oai/provider.ts';
import { apiDocsRoutes } from './openapi/api-docs.routes.ts';
import { pagesRoutes } from './pages.routes.ts';
import { permalinksRoutes } from './permalinks.routes.ts';
import { readingPages } from './reading-pages.ts';
import { loadRenderers } from './renderer.ts';
import { tablesReader } from './tables/tables.ts';

interface Dependencies {
  server: Server;
  route: Route;
  config: Config;
  /** Throws when the portal cannot serve. */
  ready: () => Promise<void>;
  visitors: VisitorCatalogue;
  tree: FilesService;
  usage: UsageService;
  setting: () => Promise<Setting>;
  dictionary: (dictType: string) => Promise<DictEntry[]>;
  files: FilesOfVersions;
  ledger: BlobLedger;
  /** Threads that read documents. */
  documents: WorkerPool;
  changes: ChangeCounter;
  /** Folder of the built pages; absent: API only. */
  distFolder: string | undefined;
  now: () => number;
}

/** A page of the files, as visitors see it; null: there is no such folder. */
const filesForVisitors =
  ({ tree }: FilesService) =>
  async (id: string, { folder, find, page }: FilesQuery) => {
    const query = { prefix: folder, keyword: find, pageIndex: page, pageSize: filesPerPage };
    try {
      return await tree(id, query, { kind: 'nobody' });
    } catch (error) {
      if (error instanceof AppError && error.code === 404) return null;
      throw error;
    }
  };

/** The pages, the machine formats, and the health checks. */
export async function servePages({
  server,
  route,
  config,
  ready,
  visitors,
  tree,
  usage,
  setting,
  dictionary,
  files,
  ledger,
  documents,
  changes,
  distFolder,
  now,
}: Dependencies): Promise<void> {
  const { publicUrl, staticBase } = config;
  const to = addresses(publicUrl, staticBase);
  const alone = config.databaseUrl === undefined;
  const list = describedList({ ask: { ...visitors, setting }, to, changes, alone, now });
  const machines = feeds({
    ask: { ...visitors, setting },
    ...{ list, publicUrl, staticBase },
    ...{ changes, alone, now },
  });
  const reading = limitConfig(config.rateLimitFactor)('reading');
  feedsRoutes(server, machines, reading);
  const name = async () => (await setting()).name;
  // MAIL_FROM may have a name before the address.
  const contact = config.mailFrom.replace(/^.*<([^>]*)>.*$/s, '$1').trim();
  oaiRoutes(server, oaiProvider({ list, publicUrl, name, contact, now }), reading);
  const tables = tablesReader({ files, ledger, pool: documents, now });
  formatsRoutes(route, {
    async described(id, withTables) {
      const shown = await visitors.dataset(id);
      if (!shown) return undefined;
      const described = describe(shown, { setting: await setting(), addresses: to, language: 'en' });
      return withTables ? { ...described, tables: await tables(shown.dataset, shown.subsetList) } : described;
    },
    ...{ to, changes, now },
  });
  healthRoutes(server, ready, reading);
  permalinksRoutes(server, visitors.behindSlug, reading);
  apiDocsRoutes(route, {
    registered: server.registered,
    setting,
    ...{ publicUrl, staticBase, version: vitrineVersion },
    folder: distFolder && join(distFolder, 'web'),
  });
  if (distFolder !== undefined) {
    const web = join(distFolder, 'web');
    const pages = readingPages({
      rendererFor: await loadRenderers(web, join(distFolder, 'ssr')),
      ask: {
        ...visitors,
        files: filesForVisitors(tree),
        usage: usage.months,
        setting,
        modalityNames: async () => labelsOf(await dictionary('modality')),
      },
      publicUrl: config.publicUrl,
      staticBase: config.staticBase,
      changes,
      now,
    });
    const { errorPage, shortPage } = await errorPages({
      folder: web,
      setting,
      dataset: visitors.dataset,
      datasetOfPath: visitors.datasetOfPath,
      staticBase: config.staticBase,
    });
    Object.assign(server, { errorPage, shortPage });
    const shells = await inEachLanguage((language) => loadAppShell(web, language));
    await pagesRoutes(server, shells, pages, setting, web, config.staticBase, reading);
  } else {
    server.setNotFoundHandler(answerNotFound);
  }
}
