import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { invitationLink } from '../contract/administrators.ts';
import { diskStore } from './blobs/disk-store.ts';
import type { Config } from './config.ts';
import { takeDataFolder } from './database/instance.ts';
import { openDatabase, ping, type Queries } from './database/open.ts';
import { accountRoutes } from './features/account/account.routes.ts';
import { accountService } from './features/account/account.service.ts';
import { accountStore } from './features/account/account.store.ts';
import { passwordRoutes } from './features/account/password.routes.ts';
import { passwordService } from './features/account/password.service.ts';
import { passwordStore } from './features/account/password.store.ts';
import { validCodes } from './features/account/valid-codes.ts';
import { administratorsRoutes } from './features/administrators/administrators.routes.ts';
import { administratorsService } from './features/administrators/administrators.service.ts';
import { administratorsStore } from './features/administrators/administrators.store.ts';
import { auditLogStore } from './features/administrators/audit-log.store.ts';
import { invitationsService } from './features/administrators/invitations.service.ts';
import { invitationsStore } from './features/administrators/invitations.store.ts';
import { ownAccessRoutes } from './features/administrators/own-access.routes.ts';
import { ownAccessService } from './features/administrators/own-access.service.ts';
import { ownAccessStore } from './features/administrators/own-access.store.ts';
import { applicationRoutes } from './features/application/application.routes.ts';
import { applicationService } from './features/application/application.service.ts';
import { applicationStore } from './features/application/application.store.ts';
import { reviewWait } from './features/application/review-wait.ts';
import { approvalPolicyRoutes } from './features/approval-policy/approval-policy.routes.ts';
import { approvalPolicyService } from './features/approval-policy/approval-policy.service.ts';
import { catalogueRoutes } from './features/catalogue/catalogue.routes.ts';
import { catalogueStore } from './features/catalogue/catalogue.store.ts';
import { catalogueForVisitors } from './features/catalogue/visitors.ts';
import { changer } from './features/dataset-admin/change.store.ts';
import { datasetAdminRoutes } from './features/dataset-admin/dataset-admin.routes.ts';
import { datasetAdminService } from './features/dataset-admin/dataset-admin.service.ts';
import { datasetAdminStore } from './features/dataset-admin/dataset-admin.store.ts';
import { datasetFiles } from './features/dataset-admin/dataset-files.store.ts';
import { sourceReader } from './features/dataset-admin/sources.ts';
import { subsetsRoutes } from './features/dataset-admin/subsets.routes.ts';
import { subsetsService } from './features/dataset-admin/subsets.service.ts';
import { subsetsStore } from './features/dataset-admin/subsets.store.ts';
import { delivery } from './features/downloads/delivery.ts';
import { downloadsRoutes } from './features/downloads/downloads.routes.ts';
import { downloadsService } from './features/downloads/downloads.service.ts';
import { downloadsStore } from './features/downloads/downloads.store.ts';
import { transfers as makeTransfers } from './features/downloads/transfers.ts';
import { importsRoutes } from './features/imports/imports.routes.ts';
import { importsService } from './features/imports/imports.service.ts';
import { jobsRoutes } from './features/jobs/jobs.routes.ts';
import { jobsStore } from './features/jobs/jobs.store.ts';
import { exportStore } from './features/own-account/export.store.ts';
import { ownAccountRoutes } from './features/own-account/own-account.routes.ts';
import { ownAccountService } from './features/own-account/own-account.service.ts';
import { ownAccountStore } from './features/own-account/own-account.store.ts';
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
import { hashesStore } from './features/trash/hashes.store.ts';
import { trashRoutes } from './features/trash/trash.routes.ts';
import { trashService } from './features/trash/trash.service.ts';
import { type Trashed, trashStore } from './features/trash/trash.store.ts';
import { uploadsRoutes } from './features/uploads/uploads.routes.ts';
import { reviewsStore } from './features/user-review/reviews.store.ts';
import { userReviewRoutes } from './features/user-review/user-review.routes.ts';
import { userReviewService } from './features/user-review/user-review.service.ts';
import { usersStore } from './features/user-review/users.store.ts';
import { changeCounter, freshCache } from './fresh-cache.ts';
import { hashPool } from './hashing/pool.ts';
import { blobLedger } from './holdings/blob-ledger.store.ts';
import { objectReader } from './holdings/object-reader.ts';
import { drainable } from './http/draining.ts';
import { notFound } from './http/errors.ts';
import { inEachLanguage } from './http/language.ts';
import { addressKey, limitConfig } from './http/limits.ts';
import { routeMaker } from './http/route.ts';
import { createServer } from './http/server.ts';
import type { BodyTimes } from './http/slow-bodies.ts';
import { auditRecorder } from './identity/audit.store.ts';
import { captchaStore } from './identity/captcha.store.ts';
import { captchas as makeCaptchas } from './identity/captcha.ts';
import { failedLogins as makeFailedLogins } from './identity/failed-logins.ts';
import { firstAdministrator } from './identity/first-admin.store.ts';
import { ownPasswordStore } from './identity/own-password.store.ts';
import { ownPasswordCheck } from './identity/own-password.ts';
import { personalTokenStore } from './identity/personal-tokens.store.ts';
import { personalTokens as makePersonalTokens } from './identity/personal-tokens.ts';
import { secondFactorStore } from './identity/second-factor.store.ts';
import { secondFactor as makeSecondFactor } from './identity/second-factor.ts';
import { secret } from './identity/secrets.store.ts';
import { sessionStore } from './identity/session.store.ts';
import { sessions as makeSessions } from './identity/sessions.ts';
import { ticketStore } from './identity/tickets.store.ts';
import { tickets as makeTickets } from './identity/tickets.ts';
import { takeInFiles } from './intake/intake-workers.ts';
import { archiveHashesStore } from './jobs/archive-hashes.store.ts';
import { archiveHashes } from './jobs/archive-hashes.ts';
import { carrierFor } from './jobs/carriers.ts';
import { outboxStore } from './jobs/outbox.store.ts';
import { outbox as makeOutbox } from './jobs/outbox.ts';
import { purgeStore } from './jobs/purge.store.ts';
import { purges as makePurges } from './jobs/purge.ts';
import { jobQueue } from './jobs/queue.ts';
import { reminders as makeReminders } from './jobs/reminders.ts';
import { scrubStore } from './jobs/scrub.store.ts';
import { scrub } from './jobs/scrub.ts';
import { loadAppShell } from './pages/app-shell.ts';
import { healthRoutes } from './pages/health.routes.ts';
import { machineFiles } from './pages/machine-files.ts';
import { machinesRoutes } from './pages/machines.routes.ts';
import { pagesRoutes } from './pages/pages.routes.ts';
import { readingPages } from './pages/reading-pages.ts';
import { loadRenderers } from './pages/renderer.ts';
import type { LockTimes } from './uploads/locks.ts';
import { resumableUploads } from './uploads/resumable-uploads.ts';

export interface AppOptions {
  config: Config;
  /** ms since 1970. */
  now?: () => number;
  logLevel?: string | false;
  /** Tests: shorter times for slow bodies, and for a lock of an upload. */
  bodyTimes?: BodyTimes;
  lockTimes?: LockTimes;
  /** Tests: ms that a client may take nothing of a download. */
  stalledAfter?: number;
  /** Tests: every answer must be of its endpoint's shape. */
  checkAnswers?: boolean;
  /** Where the built pages lie; absent: calls only. */
  distFolder?: string;
  /** Told when the process must end because the disk's state is unknown. */
  onFatal?: (error: unknown) => void;
}

export interface App {
  server: FastifyInstance;
  /** Makes the first administrator, once; undefined when there is one. */
  firstAdminLink: string | undefined;
  /** Work behind requests, for the demo and tests: mails, progress and hashes done now. */
  settle: () => Promise<void>;
  /** Tells clients to let go of their connections; before `close`, where somebody may still be asking. */
  drain: () => Promise<void>;
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
    ...(options.bodyTimes && { bodyTimes: options.bodyTimes }),
  });
  const drain = drainable(server);
  const onError = (error: unknown) => server.log.error({ err: error }, 'work behind the requests failed');

  const db = await openDatabase(config.databaseUrl ?? join(config.dataDir, 'vitrine.sqlite'), onError);
  const key = (name: string) => secret(db, name, () => randomBytes(32).toString('base64url'));
  const blobs = config.storage
    ? // The client for S3 takes its memory only where it is used.
      (await import('./blobs/s3-store.ts')).s3Store(config.storage, onError)
    : diskStore(config.dataDir, options.onFatal ?? onError);
  const ledger = blobLedger(db, blobs, folder.instanceId, now, config.importRoots);
  await ledger.recover();
  const uploads = await resumableUploads({
    db,
    dataDir: config.dataDir,
    blobs,
    ledger,
    owner: folder.instanceId,
    ...(options.lockTimes && { lockTimes: options.lockTimes }),
    now,
    onError,
    onFatal: options.onFatal ?? onError,
  });
  const reader = objectReader(ledger);

  const settings = settingStore(db);
  await settings.seed(now());
  const firstAdmin = await firstAdministrator(db, config.firstAdmin, now());
  const site = async (queries?: Queries) => {
    const { name } = await settings.read(config.staticBase, queries);
    return { name, publicUrl: config.publicUrl };
  };

  const sessions = makeSessions(sessionStore(db), now);
  const tickets = makeTickets(ticketStore(db), await key('ticket'), now);
  const personalTokens = makePersonalTokens(personalTokenStore(db), now);
  /** Of the marks that outlive an account. */
  const marksKey = await key('address');
  const captchas = makeCaptchas(captchaStore(db), await key('captcha'), config.captchaEffort);
  const failedLogins = makeFailedLogins({
    factor: config.rateLimitFactor,
    addressKey,
    checkCaptcha: captchas.check,
    now,
  });

  const factors = secondFactorStore(db);
  const secondFactor = makeSecondFactor(factors, await key('recovery'), now);

  const approval = approvalPolicyService(db, { addressKey: marksKey, site, now });
  await approval.policies.seed(now());

  const outbox = makeOutbox({ store: outboxStore(db), carrier: carrierFor(config), now, onError });
  const reminders = makeReminders(db, {
    policy: () => approval.policies.read(),
    site: () => site(),
    now,
    onError,
  });
  const pool = hashPool();
  const changes = changeCounter();
  const queue = jobQueue({
    db,
    name: `${folder.instanceId} server `,
    now,
    onEnd: changes.changed,
    onError,
  });
  await queue.takeBack();
  // On disk, each server reads what it has written; an object store's blobs are everybody's.
  const scrubbed = config.storage ? undefined : folder.instanceId;
  const scrubbing = scrub({
    db,
    store: scrubStore(db, scrubbed),
    queue,
    open: ledger.openToCheck,
    pool,
    key: scrubbed ?? 'all',
    now,
    onError,
  });
  const hashes = archiveHashes({
    db,
    store: archiveHashesStore(db),
    queue,
    reader,
    pool,
    suspect: scrubbing.suspect,
    now,
    onError,
  });

  takeInFiles({
    db,
    ledger,
    queue,
    pool,
    roots: config.importRoots,
    owner: folder.instanceId,
    hashSoon: hashes.look,
    now,
  });

  const recordChange = auditRecorder(db, now);
  const route = routeMaker(server, {
    identify: sessions.identify,
    recordChange,
    onChange: changes.changed,
    checkAnswers: options.checkAnswers ?? false,
    limitConfig: limitConfig(config.rateLimitFactor),
  });

  // Visitors
  const catalogue = catalogueStore(db);
  const visitorCatalogue = catalogueForVisitors({ store: catalogue, changes, now });
  catalogueRoutes(route, catalogue, visitorCatalogue, tickets.give);
  const currentSetting = freshCache({
    load: () => settings.read(config.staticBase),
    version: changes.version,
    now,
    lifetime: 4_000,
    most: 1,
  });
  const setting = () => currentSetting.get('');
  settingRoutes(route, settings, config.staticBase, now, setting);
  staticFilesRoutes(server, staticFilesStore(db), ledger);

  // Who somebody is
  sessionRoutes(route, sessionService({ store: signInStore(db), sessions, failedLogins, secondFactor, now }));
  const accounts = accountStore(db, approval.settle);
  const codes = validCodes(accounts, await key('code'), now);
  accountRoutes(
    route,
    accountService({
      store: accounts,
      captchas,
      codes,
      site,
      limitFactor: config.rateLimitFactor,
      now,
    }),
  );
  const passwords = passwordStore(db);
  const ownPassword = ownPasswordCheck(ownPasswordStore(db), config.rateLimitFactor, now);
  passwordRoutes(route, passwordService({ store: passwords, ownPassword, codes, now }));
  const ownAccounts = ownAccountStore(db, marksKey);
  const ownAccount = ownAccountService({
    store: ownAccounts,
    exports: exportStore(db, marksKey),
    tokens: personalTokens,
    ownPassword,
    now,
  });
  ownAccountRoutes(route, ownAccount, ownAccounts, personalTokens, now);

  const applications = applicationStore(db, approval.settle);
  applicationRoutes(route, applicationService(applications, now), reviewWait(applications, now));

  ownAccessRoutes(
    route,
    ownAccessService({
      store: ownAccessStore(db),
      factors,
      secondFactor,
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
    personalTokens,
    hashSoon: (object) => void hashes.askFor(object.id).catch(onError),
    now,
  });
  downloadsRoutes(route, {
    service: downloading,
    reader,
    transfers,
    delivery: delivery(config.delivery, blobs, config.dataDir),
    stalledAfter: options.stalledAfter,
  });

  // Back office
  const users = usersStore(db, marksKey);
  const reviews = reviewsStore(db, marksKey);
  const { usualEnd } = approval;
  userReviewRoutes(route, userReviewService({ users, reviews, site, usualEnd, now }), users, now);
  approvalPolicyRoutes(route, approval.policies, now);
  const change = changer(db, ledger);
  const taking = datasetFiles(ledger, folder.instanceId);
  const datasets = datasetAdminStore(db, change, taking);
  const subsets = subsetsStore(db, change, taking);
  const sources = sourceReader(config.importRoots);
  const workSoon = () => {
    queue.poke();
    hashes.look();
  };
  const forDatasets = { ledger, sources, workSoon, now };
  datasetAdminRoutes(route, datasetAdminService({ store: datasets, subsets, ...forDatasets }), datasets);
  subsetsRoutes(route, subsetsService({ datasets, store: subsets, ...forDatasets }));
  importsRoutes(route, importsService(config.importRoots));
  const purges = makePurges({ store: purgeStore(db), ledger, blobs, now, onError });
  const trash = trashStore(db, change);
  const purge = ({ kind, id, datasetId }: Trashed) =>
    purges.now(kind === 'dataset' ? { kind, datasetId } : { kind, datasetId, subsetId: id });
  const trashing = trashService({ store: trash, purge, hashSoon: hashes.look, now });
  trashRoutes(route, trashing, trash, hashesStore(db, ledger));
  statisticsRoutes(route, recordsStore(db), countsStore(db), now);

  jobsRoutes(route, jobsStore(db), queue.poke, now);

  const administrators = administratorsStore(db);
  const invitations = invitationsStore(db);
  administratorsRoutes(route, {
    service: administratorsService(administrators, now),
    store: administrators,
    invitations: invitationsService({ store: invitations, site, now }),
    invitationsStore: invitations,
    auditLog: auditLogStore(db),
    recordChange,
    now,
  });

  await uploadsRoutes(server, route, { ...uploads, identify: sessions.identify });

  // Pages
  const machines = machineFiles({
    ask: { ...visitorCatalogue, setting },
    publicUrl: config.publicUrl,
    staticBase: config.staticBase,
    changes,
    now,
  });
  machinesRoutes(server, machines, limitConfig(config.rateLimitFactor)('reading'));
  healthRoutes(server, [() => ping(db), blobs.ready]);
  if (options.distFolder !== undefined) {
    const web = join(options.distFolder, 'web');
    const pages = readingPages({
      rendererFor: await loadRenderers(web, join(options.distFolder, 'ssr')),
      ask: { ...visitorCatalogue, setting },
      publicUrl: config.publicUrl,
      staticBase: config.staticBase,
      changes,
      now,
    });
    const shells = await inEachLanguage((language) => loadAppShell(web, language));
    await pagesRoutes(
      server,
      shells,
      pages,
      setting,
      web,
      config.staticBase,
      limitConfig(config.rateLimitFactor)('reading'),
    );
  } else {
    server.setNotFoundHandler(notFound);
  }

  // What a crash left half removed goes on.
  purges.round().catch(onError);

  let closing = false;
  return {
    server,
    drain,
    firstAdminLink: firstAdmin && invitationLink(config.publicUrl, firstAdmin),
    async settle() {
      await reminders.now();
      await outbox.flush();
      await transfers.flush();
      // Stopped meanwhile: the rest is the next start's.
      if (closing) return;
      await hashes.askForAll();
      await scrubbing.look();
      await queue.idle();
      await purges.round();
      await uploads.expire();
    },
    async close() {
      closing = true;
      await Promise.all([server.close(), queue.stop()]);
      await uploads.stop();
      await transfers.stop();
      await reminders.stop();
      await outbox.stop();
      await hashes.stop();
      await scrubbing.stop();
      await pool.close();
      await purges.stop();
      await db.destroy();
      folder.release();
    },
  };
}
