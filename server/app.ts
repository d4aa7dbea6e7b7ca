import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { diskStore } from './blobs/disk-store.ts';
import type { Config } from './config.ts';
import { takeDataFolder } from './database/instance.ts';
import { openDatabase, ping } from './database/open.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { accountService } from './features/account/account.service.ts';
import { accountStore } from './features/account/account.store.ts';
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts';
import { catalogueStore } from './features/catalogue/catalogue.store.ts';
import { datasetAdminRoutes } from './features/dataset-admin/dataset-admin.routes.ts';
import { datasetAdminService } from './features/dataset-admin/dataset-admin.service.ts';
import { datasetAdminStore } from './features/dataset-admin/dataset-admin.store.ts';
import { downloadsRoutes } from './features/downloads/downloads.routes.ts';
import { downloadsService } from './features/downloads/downloads.service.ts';
import { downloadsStore } from './features/downloads/downloads.store.ts';
import { transfers as makeTransfers } from './features/downloads/transfers.ts';
import { sessionRoutes } from './features/session/session.routes.ts';
import { sessionService } from './features/session/session.service.ts';
import { signInStore } from './features/session/session.store.ts';
import { settingRoutes } from './features/setting/setting.routes.ts';
import { settingStore } from './features/setting/setting.store.ts';
import { staticFilesRoutes } from './features/static-files/static-files.routes.ts';
import { staticFilesStore } from './features/static-files/static-files.store.ts';
import { countsStore } from './features/statistics/counts.store.ts';
import { recordsStore } from './features/statistics/records.store.ts';
import { statisticsRoutes } from './features/statistics/statistics.routes.ts';
import { reviewsStore } from './features/user-review/reviews.store.ts';
import { userReviewRoutes } from './features/user-review/user-review.routes.ts';
import { userReviewService } from './features/user-review/user-review.service.ts';
import { usersStore } from './features/user-review/users.store.ts';
import { blobLedger } from './holdings/blob-ledger.store.ts';
import { objectReader } from './holdings/object-reader.ts';
import { notFound } from './http/errors.ts';
import { addressKey, limitConfig } from './http/limits.ts';
import { routeMaker } from './http/route.ts';
import { createServer } from './http/server.ts';
import { captchaStore } from './identity/captcha.store.ts';
import { captchas as makeCaptchas } from './identity/captcha.ts';
import { failedLogins as makeFailedLogins } from './identity/failed-logins.ts';
import { firstAdministrator } from './identity/first-admin.store.ts';
import { secret } from './identity/secrets.store.ts';
import { sessionStore } from './identity/session.store.ts';
import { sessions as makeSessions } from './identity/sessions.ts';
import { ticketStore } from './identity/tickets.store.ts';
import { tickets as makeTickets } from './identity/tickets.ts';
import { archiveHashesStore } from './jobs/archive-hashes.store.ts';
import { archiveHashes } from './jobs/archive-hashes.ts';
import { outboxStore } from './jobs/outbox.store.ts';
import { fileCarrier, outbox as makeOutbox } from './jobs/outbox.ts';
import { healthRoutes } from './pages/health.routes.ts';
import { pagesRoutes } from './pages/pages.routes.ts';
import { loadShells } from './pages/shells.ts';

export interface AppOptions {
  config: Config;
  /** ms since 1970. */
  now?: () => number;
  logLevel?: string | false;
  /** Tests: every answer must be of its endpoint's shape. */
  checkAnswers?: boolean;
  /** Where the built pages lie; absent: calls only. */
  pagesFolder?: string;
  /** Told when the process must end because the disk's state is unknown. */
  onFatal?: (error: unknown) => void;
}

export interface App {
  server: FastifyInstance;
  /** False: nobody can administer this portal yet. */
  hasAdministrator: boolean;
  /** Work behind requests, for the demo and tests: mails, progress and hashes done now. */
  settle: () => Promise<void>;
  close: () => Promise<void>;
}

/** The only wiring: what the portal is made of, in the order in which a reader would ask. */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config } = options;
  const now = options.now ?? Date.now;
  const folder = takeDataFolder(config.dataDir);
  const server = await createServer({
    trustProxy: config.trustProxy,
    publicUrl: config.publicUrl,
    rateLimitFactor: config.rateLimitFactor,
    logLevel: options.logLevel ?? false,
  });
  const onError = (error: unknown) => server.log.error({ err: error }, 'work behind the requests failed');

  const db = await openDatabase(config.databaseUrl ?? join(config.dataDir, 'vitrine.sqlite'), onError);
  const key = (name: string) => secret(db, name, () => randomBytes(32).toString('base64url'));
  const blobs = diskStore(config.dataDir, options.onFatal ?? onError);
  const ledger = blobLedger(db, blobs, folder.instanceId, now);
  await ledger.recover();
  const reader = objectReader(ledger);

  const settings = settingStore(db);
  await settings.seed(now());
  const hasAdministrator = await firstAdministrator(db, config.firstAdmin, now());
  const site = async () => {
    const { name } = await settings.read(config.staticBase);
    return { name, publicUrl: config.publicUrl };
  };

  const sessions = makeSessions(sessionStore(db), now);
  const tickets = makeTickets(ticketStore(db), await key('ticket'), now);
  const captchas = makeCaptchas(captchaStore(db), await key('captcha'), config.captchaEffort);
  const failedLogins = makeFailedLogins(config.rateLimitFactor, addressKey, now);

  const carrier = fileCarrier(join(config.dataDir, 'outbox'), config.mailFrom);
  const outbox = makeOutbox(outboxStore(db), carrier, now, onError);
  const hashes = archiveHashes(archiveHashesStore(db), reader, onError);

  const route = routeMaker(server, {
    identify: sessions.identify,
    checkAnswers: options.checkAnswers ?? false,
    limitConfig: limitConfig(config.rateLimitFactor),
  });

  // Visitors
  const catalogue = catalogueStore(db);
  catalogueRoutes(route, catalogue, tickets.give);
  settingRoutes(route, settings, config.staticBase, now);
  staticFilesRoutes(server, staticFilesStore(db), ledger);

  // Who somebody is
  sessionRoutes(route, sessionService({ store: signInStore(db), sessions, failedLogins, now }));
  accountRoutes(
    route,
    accountService({
      store: accountStore(db),
      captchas,
      codeKey: await key('code'),
      site,
      limitFactor: config.rateLimitFactor,
      now,
    }),
  );

  // Downloads
  const downloads = downloadsStore(db);
  const transfers = makeTransfers(downloads, now, onError);
  const downloading = downloadsService({
    store: downloads,
    identify: sessions.identify,
    tickets,
    hashSoon: (object) => hashes.hashObject(object.id),
    now,
  });
  downloadsRoutes(route, downloading, reader, transfers);

  // Back office
  const users = usersStore(db);
  userReviewRoutes(route, userReviewService({ users, reviews: reviewsStore(db), site, now }), users, now);
  const datasets = datasetAdminStore(db, ledger);
  const datasetAdmin = datasetAdminService({ store: datasets, ledger, hashSoon: hashes.hashDataset, now });
  datasetAdminRoutes(route, datasetAdmin, datasets);
  statisticsRoutes(route, recordsStore(db), countsStore(db), now);

  // Pages
  healthRoutes(server, () => ping(db));
  if (options.pagesFolder !== undefined) {
    await pagesRoutes(server, await loadShells(options.pagesFolder), options.pagesFolder, config.staticBase);
  } else {
    server.setNotFoundHandler(notFound);
  }

  return {
    server,
    hasAdministrator,
    async settle() {
      await outbox.flush();
      await transfers.flush();
      await hashes.idle();
    },
    async close() {
      await server.close();
      await transfers.stop();
      await outbox.stop();
      await hashes.stop();
      await db.destroy();
      folder.release();
    },
  };
}
