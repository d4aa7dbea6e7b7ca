import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { invitationLink } from '../contract/administrators.ts';
import { createAccess } from './access/index.ts';
import { createApproval, policyKeys } from './approval/index.ts';
import {
  createAuth,
  unfollowTokens as createUnfollowTokens,
  firstAdministrator,
  openPortalKeys,
  passwordThreads,
} from './auth/index.ts';
import { createReopening } from './backup/index.ts';
import { errorLogKey, readBuiltIn, seedBuiltIn, ticketDaysKey, usageKey } from './configuration/index.ts';
import { databaseClock, openDatabase, ping, takeDataFolder } from './database/index.ts';
import {
  createArchiveHashes,
  createPurges,
  FREEZE,
  freezing,
  objectReader,
  versionFiles,
} from './datasets/index.ts';
import { createDelivery, createTransfers } from './delivery/index.ts';
import { serveAccounts } from './features/account/index.ts';
import { serveAdministrators } from './features/administrators/index.ts';
import { serveApplications } from './features/application/index.ts';
import { serveApprovalPolicy } from './features/approval-policy/index.ts';
import { serveCatalogue } from './features/catalogue/index.ts';
import { serveConfiguration } from './features/configuration/index.ts';
import { serveDatasetAdmin } from './features/dataset-admin/index.ts';
import { serveDictionary } from './features/dictionary/index.ts';
import { serveDownloads } from './features/downloads/index.ts';
import { serveFiles } from './features/files/index.ts';
import { serveFollows } from './features/follows/index.ts';
import { serveHealth } from './features/health/index.ts';
import { serveImports } from './features/imports/index.ts';
import { serveInstitutions } from './features/institutions/index.ts';
import { serveJobs } from './features/jobs/index.ts';
import { serveManifests } from './features/manifest/index.ts';
import { serveOwnAccount } from './features/own-account/index.ts';
import { serveProblemReports } from './features/problem-reports/index.ts';
import { serveRecalls } from './features/recalls/index.ts';
import { serveReopening } from './features/reopening/index.ts';
import { serveRequests } from './features/requests/index.ts';
import { serveReviewerLinks } from './features/reviewer-links/index.ts';
import { serveSessions } from './features/session/index.ts';
import { serveSetting, settingStore } from './features/setting/index.ts';
import { serveStaticFiles } from './features/static-files/index.ts';
import { serveStatistics } from './features/statistics/index.ts';
import { serveTerms } from './features/terms/index.ts';
import { serveTrash } from './features/trash/index.ts';
import { serveUploads } from './features/uploads/index.ts';
import { serveUsage } from './features/usage/index.ts';
import { serveUserReview } from './features/user-review/index.ts';
import { hashPool } from './hashing/index.ts';
import { bounded, createHealth, type Finding } from './health/index.ts';
import { createServer, drainable, limitConfig, markGuests, routeMaker } from './http/index.ts';
import { resumableUploads, takeInFiles } from './ingest/index.ts';
import { createOutbox, mailKeys, type SiteOf } from './mail/index.ts';
import { createDescriptions } from './markdown/index.ts';
import { requestFigures, serveMetrics } from './metrics/index.ts';
import { reminders as createReminders } from './notices/index.ts';
import type { AppOptions } from './options.ts';
import { addresses, crateFile, linksOfContent, servePages } from './publishing/index.ts';
import { jobQueue } from './queue/index.ts';
import { countingUsage } from './records/index.ts';
import { createRetention, retentionKeys } from './retention/index.ts';
import { assertAlone, assertMayUpgrade, createServers, oncePossible } from './servers/index.ts';
import { changeCounter } from './shared/versioned-cache.ts';
import {
  assertNothingLeftOnDisk,
  blobLedger,
  createScrub,
  diskRoom,
  openBlobStore,
} from './storage/index.ts';
import { createTerms } from './terms/index.ts';
import { workerPool } from './workers/index.ts';

export interface App {
  server: FastifyInstance;
  /** Link that creates the first administrator, once; undefined when one exists. */
  firstAdminLink: string | undefined;
  /** Settings of the database by which acknowledged writes are lost. */
  unsafeSettings: Finding[];
  /** Completes the background work, for the demo and tests: mails, download progress and hashes. */
  settle: () => Promise<void>;
  /** Asks clients to close their connections; called before `close`, while requests may still arrive. */
  drain: () => Promise<void>;
  /** Where what runs is not waited for: the others are told that this server is gone. */
  leave: () => Promise<void>;
  close: () => Promise<void>;
}

type Closers = (() => void | Promise<void>)[];

async function closeAll(closers: Closers): Promise<void> {
  for (const close of closers.toReversed()) await close();
}

/** Composes the application; what a start that fails has taken is given back. */
export async function buildApp(options: AppOptions): Promise<App> {
  const closers: Closers = [];
  return compose(options, closers).catch(async (error: unknown) => {
    await closeAll(closers);
    throw error;
  });
}

/**
 * Module by module, in the order of their dependencies.
 * @param closers gets what gives back what is taken, to be called last first
 */
async function compose(options: AppOptions, closers: Closers): Promise<App> {
  const { config, distFolder } = options;
  const { dataDir, importRoots, publicUrl, rateLimitFactor: limitFactor, staticBase } = config;
  const untrusted = Promise.withResolvers<string>();
  const requests = requestFigures();
  const server = await createServer({
    trustProxy: config.trustProxy,
    publicUrl,
    rateLimitFactor: limitFactor,
    onAnswered: requests.count,
    onUntrustedProxy: untrusted.resolve,
    logLevel: options.logLevel ?? false,
    ...(options.bodyTimes && { bodyTimes: options.bodyTimes }),
  });
  const { assertStays, drain } = drainable(server, config.drainSeconds);
  const onError = (error: unknown) => server.log.error({ err: error }, 'work behind the requests failed');
  const onFatal = options.onFatal ?? onError;
  const changes = changeCounter();

  // Storage.
  const room = diskRoom(dataDir, config.databaseUrl === undefined);
  // Locking the data folder writes a file, too.
  room.beforeWrite();
  const folder = takeDataFolder(dataDir);
  closers.push(folder.release, room.stop);
  const owner = folder.instanceId;
  const db = await oncePossible(async () => {
    if (config.databaseUrl !== undefined) await assertMayUpgrade(config.databaseUrl, owner);
    return openDatabase(config.databaseUrl ?? join(dataDir, 'vitrine.sqlite'), onError, {
      onFatal,
      beforeWrite: room.beforeWrite,
      beforeUpgrade: assertAlone(owner),
      onUpgrade: options.onUpgrade,
    });
  }, options.onWaiting);
  closers.push(() => db.destroy());
  const clock = await databaseClock(db, onError);
  closers.push(clock.stop);
  const now = options.now ?? clock.now;
  const machineTime = options.now ?? Date.now;
  const clockAhead = () => Date.now() - clock.now();
  const servers = await createServers({
    db,
    config,
    id: owner,
    clockAhead,
    now,
    onWaiting: options.onWaiting,
    onError,
    onFatal,
  });
  closers.push(servers.leave);
  const keys = await openPortalKeys(db, config, onError);
  await assertNothingLeftOnDisk(db, config);
  const blobs = await openBlobStore(config, { onError, onFatal });
  const ledger = blobLedger(db, blobs, owner, now, importRoots, room.assert, onError);
  await ledger.recover();
  const reader = objectReader(ledger);
  const files = versionFiles({ db, ledger, changes, now });
  const health = createHealth({ db, servers, config, blobs, now, machineTime });
  await health.noteProxy(undefined);
  const unsafeSettings = await health.unsafeSettings();
  untrusted.promise.then(health.noteProxy).catch(onError);
  // Two threads, so that a long spreadsheet export does not block rendering descriptions.
  const documents = workerPool({ name: 'the writing of documents', threads: 2, concurrency: 1 });
  closers.push(documents.close);
  const descriptions = createDescriptions(db, documents);

  // Authentication, and what decides on approval.
  const settings = settingStore(db);
  const firstAdmin = await firstAdministrator(db, config.firstAdmin, now());
  const builtIn = [
    ...settings.keys,
    ...Object.values(policyKeys),
    ticketDaysKey,
    errorLogKey,
    usageKey,
    ...retentionKeys,
    ...mailKeys,
  ];
  await seedBuiltIn(db, builtIn, now());
  const site: SiteOf = async (queries) => {
    const { name } = await settings.read(staticBase, queries);
    return { name, publicUrl, texts: await readBuiltIn(queries ?? db, mailKeys) };
  };
  // fail2ban reads this line (deploy/fail2ban/).
  const onFailedSignIn = (attempt: object) => server.log.warn(attempt, 'sign-in failed');
  const auth = createAuth({ db, keys, config, changes, onFailedSignIn, now });
  const { identify } = auth;
  markGuests(server, auth.isGuests);
  const approval = createApproval({ db, addressKey: keys.address, site, now });

  // Background work.
  const unfollowTokens = createUnfollowTokens(keys.ticket);
  const reminders = createReminders(db, {
    policy: () => approval.policies.read(),
    site,
    cipher: keys.cipher,
    unfollowTokens,
    now,
    onError,
  });
  const counting = countingUsage({ db, now, onError });
  const pool = hashPool();
  const queue = jobQueue({ db, name: `${owner} server `, now, onEnd: changes.changed, onError });
  await queue.takeBack();
  const mails = createOutbox({ db, cipher: keys.cipher, config, queue, now });
  const behind = { db, ledger, queue, pool, now, onError };
  // On disk, each server scrubs the blobs it has written; blobs of an object store are shared by all.
  const scrubbing = createScrub({ ...behind, owner: config.storage ? undefined : owner });
  const hashes = createArchiveHashes({ ...behind, reader, suspect: scrubbing.suspect });
  takeInFiles({ ...behind, roots: importRoots, owner, hashSoon: hashes.look });
  const frozenWhenReady = freezing(behind);
  queue.handle(FREEZE, frozenWhenReady.job);
  const uploads = await resumableUploads({
    ...behind,
    dataDir,
    blobs,
    owner,
    serverName: config.serverName,
    onFatal,
    ...(options.lockTimes && { lockTimes: options.lockTimes }),
  });
  const purges = createPurges({ ...behind, blobs });
  const retention = createRetention({ db, now, onError });

  // Authorisation and delivery of downloads.
  const reopening = await createReopening({ db, now });
  const { assertOpen } = reopening;
  const terms = createTerms(db);
  const access = createAccess({ db, files, terms, ...auth, identify, publicUrl, assertOpen, now });
  const { decide, accessOf } = access;
  const transfers = createTransfers({ ...access, db, limitFactor, now, onError });
  servers.sends(transfers.running);

  // Routes.
  const route = routeMaker(server, {
    identify,
    auditBy: auth.auditBy,
    onChange: changes.changed,
    checkAnswers: options.checkAnswers ?? false,
    limitConfig: limitConfig(limitFactor),
  });
  const given = {
    ...auth,
    db,
    documents,
    keys,
    ledger,
    files,
    blobs,
    descriptions,
    changes,
    site,
    terms,
    accessOf,
    decide,
    limitFactor,
    now,
  };
  const own = { addressKey: keys.address, tokens: auth.personalTokens };
  const approving = { settle: approval.settle, usualEnd: approval.usualEnd };
  const { look: hashSoon } = hashes;

  const dictionary = serveDictionary(route, given);
  const visitors = serveCatalogue(route, given);
  const tree = serveFiles(route, { ...given, readerOf: access.readerOf });
  serveManifests(route, { ...given, readerOf: access.readerOf, publicUrl });
  const usage = serveUsage(route, given);
  const setting = serveSetting(route, { ...given, store: settings, staticBase });
  serveStaticFiles(server, given);
  serveSessions(route, given);
  serveAccounts(route, { ...given, ...approving });
  serveInstitutions(route, { ...given, ...approving, config, log: server.log });
  serveOwnAccount(route, { ...given, ...own });
  serveApplications(route, { ...given, ...approving });
  serveDownloads(route, {
    judge: access.judge,
    hashSoon: (object) => void hashes.askFor(object.id).catch(onError),
    reader,
    transfers,
    delivery: createDelivery(config, blobs),
    stalledAfter: options.stalledAfter,
    links: linksOfContent(publicUrl, staticBase),
  });
  serveProblemReports(route, given);
  serveFollows(route, { db, unfollowTokens, now });
  serveUserReview(route, { ...given, ...own, ...approving, institutions: config.institutions });
  serveApprovalPolicy(route, approval.policies, now);
  serveConfiguration(route, { ...given, builtIn, identify });
  const workSoon = () => {
    queue.poke();
    hashSoon();
  };
  const crateOf = crateFile({ descriptions, setting, to: addresses(publicUrl, staticBase), now });
  const datasetsGiven = { ...given, freezing: frozenWhenReady, purges, crateOf };
  serveDatasetAdmin(route, { ...datasetsGiven, importRoots, owner, workSoon });
  serveTerms(route, given);
  serveRequests(route, { ...given, institutions: config.institutions });
  serveReviewerLinks(route, { ...given, publicUrl });
  serveRecalls(route, { ...given, flush: transfers.flush, workSoon: queue.poke });
  serveImports(route, importRoots);
  serveTrash(route, { ...given, purges, hashSoon });
  const mailsToFiles = config.smtpUrl === undefined;
  serveStatistics(route, { ...given, running: servers.running, mailsToFiles });
  serveJobs(route, { ...given, poke: queue.poke });
  serveReopening(route, reopening);
  serveHealth(route, { health, servers, startedAt: now() });
  serveAdministrators(route, given);
  await serveUploads(server, route, { ...uploads, identify });
  const look = bounded(async () => {
    await Promise.all([ping(db), blobs.ready(), room.assert()]);
  });
  const ready = async () => {
    assertStays();
    await look();
  };
  serveMetrics(server, {
    db,
    config,
    requests,
    ready,
    servers,
    downloads: () => transfers.running().length,
    jobKinds: queue.kinds,
    pools: { hashing: pool.use, documents: documents.use, passwords: passwordThreads },
    now,
    onError,
  });
  await servePages({
    ...given,
    server,
    route,
    config,
    ready,
    visitors,
    tree,
    usage,
    setting,
    dictionary,
    distFolder,
  });

  // Resumes purges that a crash interrupted.
  purges.round().catch(onError);
  // Who restarts the portal often is not to wait for the first full hour each time.
  scrubbing.look().catch(onError);
  retention.round().catch(onError);

  let closing = false;
  return {
    server,
    drain,
    leave: servers.leave,
    unsafeSettings,
    firstAdminLink: firstAdmin && invitationLink(publicUrl, firstAdmin),
    async settle() {
      await reminders.now();
      await counting.now();
      await transfers.flush();
      // Closed meanwhile: the next start does the rest.
      if (closing) return;
      await hashes.askForAll();
      await scrubbing.look();
      await queue.idle();
      await purges.round();
      await retention.round();
      await uploads.expire();
    },
    async close() {
      closing = true;
      await Promise.all([server.close(), queue.stop()]);
      for (const part of [uploads, transfers, reminders, counting, hashes, scrubbing]) await part.stop();
      mails.close();
      await pool.close();
      for (const part of [purges, retention]) await part.stop();
      await closeAll(closers);
    },
  };
}
