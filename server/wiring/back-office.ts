import type { auditRecorder } from '../auth/audit.store.ts';
import type { Config } from '../config.ts';
import { changer } from '../datasets/change.store.ts';
import type { Transfers } from '../delivery/transfers.ts';
import { administratorsRoutes } from '../features/administrators/administrators.routes.ts';
import { administratorsService } from '../features/administrators/administrators.service.ts';
import { administratorsStore } from '../features/administrators/administrators.store.ts';
import { auditLogStore } from '../features/administrators/audit-log.store.ts';
import { invitationsService } from '../features/administrators/invitations.service.ts';
import { invitationsStore } from '../features/administrators/invitations.store.ts';
import { approvalPolicyRoutes } from '../features/approval-policy/approval-policy.routes.ts';
import { configurationRoutes } from '../features/configuration/configuration.routes.ts';
import { configurationService } from '../features/configuration/configuration.service.ts';
import { configurationStore } from '../features/configuration/configuration.store.ts';
import { datasetAdminRoutes } from '../features/dataset-admin/dataset-admin.routes.ts';
import { datasetAdminService } from '../features/dataset-admin/dataset-admin.service.ts';
import { datasetAdminStore } from '../features/dataset-admin/dataset-admin.store.ts';
import { orderRoutes } from '../features/dataset-admin/order.routes.ts';
import { orderStore } from '../features/dataset-admin/order.store.ts';
import { subsetsRoutes } from '../features/dataset-admin/subsets.routes.ts';
import { subsetsService } from '../features/dataset-admin/subsets.service.ts';
import { subsetsStore } from '../features/dataset-admin/subsets.store.ts';
import { importsRoutes } from '../features/imports/imports.routes.ts';
import { importsService } from '../features/imports/imports.service.ts';
import { jobsRoutes } from '../features/jobs/jobs.routes.ts';
import { jobsStore } from '../features/jobs/jobs.store.ts';
import { mailsStore } from '../features/jobs/mails.store.ts';
import { countsStore } from '../features/statistics/counts.store.ts';
import { recordsStore } from '../features/statistics/records.store.ts';
import { statisticsRoutes } from '../features/statistics/statistics.routes.ts';
import { summaries } from '../features/statistics/summary.service.ts';
import { summaryStore } from '../features/statistics/summary.store.ts';
import { hashesStore } from '../features/trash/hashes.store.ts';
import { trashRoutes } from '../features/trash/trash.routes.ts';
import { trashService } from '../features/trash/trash.service.ts';
import { type Trashed, trashStore } from '../features/trash/trash.store.ts';
import { reviewsStore } from '../features/user-review/reviews.store.ts';
import { userReviewRoutes } from '../features/user-review/user-review.routes.ts';
import { userReviewService } from '../features/user-review/user-review.service.ts';
import { usersStore } from '../features/user-review/users.store.ts';
import type { Route } from '../http/route.ts';
import { datasetFiles } from '../ingest/dataset-files.store.ts';
import { sourceReader } from '../ingest/sources.ts';
import type { Identity } from './identity.ts';
import type { Storage } from './storage.ts';
import type { Work } from './work.ts';

interface Given {
  route: Route;
  config: Config;
  storage: Storage;
  identity: Identity;
  work: Work;
  recordChange: ReturnType<typeof auditRecorder>;
  /** The transfers under way. */
  transfers: Transfers;
  now: () => number;
}

/** What administrators do: users, datasets, records, the system. */
export function backOfficeRoutes({
  route,
  config,
  storage,
  identity,
  work,
  recordChange,
  transfers,
  now,
}: Given): void {
  const { folder, db, keys, blobs, ledger, descriptions } = storage;
  const { site, sessions, marksKey, approval, builtIn } = identity;
  const { queue, hashes, purges } = work;
  const users = usersStore(db, marksKey);
  const reviews = reviewsStore(db, marksKey);
  const { usualEnd } = approval;
  userReviewRoutes(route, userReviewService({ users, reviews, site, usualEnd, now }), users, now);
  approvalPolicyRoutes(route, approval.policies, now);
  const configuration = configurationStore(db);
  configurationRoutes(
    route,
    configurationService(configuration, builtIn, now),
    configuration,
    sessions.identify,
  );
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
  const adding = datasetAdminService({ store: datasets, subsets, descriptions, ...forDatasets });
  datasetAdminRoutes(route, adding, datasets);
  subsetsRoutes(route, subsetsService({ datasets, store: subsets, ...forDatasets }));
  orderRoutes(route, orderStore(db));
  importsRoutes(route, importsService(config.importRoots));
  const trash = trashStore(db, change);
  const purge = ({ kind, id, datasetId }: Trashed) =>
    purges.now(kind === 'dataset' ? { kind, datasetId } : { kind, datasetId, subsetId: id });
  const trashing = trashService({ store: trash, purge, hashSoon: hashes.look, now });
  trashRoutes(route, trashing, trash, hashesStore(db, ledger));
  const summary = summaryStore(db);
  const { running } = transfers;
  statisticsRoutes(route, {
    records: recordsStore(db),
    counts: countsStore(db),
    summary,
    readSummary: summaries({
      store: summary,
      running,
      free: blobs.free,
      mailsToFiles: config.smtpUrl === undefined,
      now,
    }),
    running,
    recordChange,
    now,
  });

  jobsRoutes(route, jobsStore(db), mailsStore(db), queue.poke, now);

  const administrators = administratorsStore(db);
  const invitations = invitationsStore(db, keys.cipher);
  administratorsRoutes(route, {
    service: administratorsService(administrators, now),
    store: administrators,
    invitations: invitationsService({ store: invitations, site, now }),
    invitationsStore: invitations,
    auditLog: auditLogStore(db),
    recordChange,
    now,
  });
}
