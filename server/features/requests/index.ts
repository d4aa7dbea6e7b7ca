import { usualWait } from '../../approval/index.ts';
import type { Keys, RecordChange } from '../../auth/index.ts';
import { type Db, onPostgres } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { type Institution, institutionNames } from '../../shared/institutions.ts';
import { versionedCache } from '../../shared/versioned-cache.ts';
import type { BlobLedger } from '../../storage/index.ts';
import { askingRoutes } from './asking.routes.ts';
import { askingService } from './asking.service.ts';
import { askingStore } from './asking.store.ts';
import { formsRoutes } from './forms.routes.ts';
import { formsStore } from './forms.store.ts';
import { groupsRoutes } from './groups.routes.ts';
import { groupsService } from './groups.service.ts';
import { groupsStore } from './groups.store.ts';
import { requestsStore } from './requests.store.ts';
import { reviewRoutes } from './review.routes.ts';
import { requestReviewService } from './review.service.ts';
import { sendingRequestFiles } from './send-request-file.routes.ts';

export { askingStore, formsStore, requestsStore };

/** Datasets whose usual wait is kept. */
const MOST_WAITS = 500;
/** ms; the wait itself is computed more often. */
const WAIT_KEPT = 3_600_000;

interface Dependencies {
  db: Db;
  ledger: BlobLedger;
  keys: Pick<Keys, 'address' | 'cipher'>;
  site: SiteOf;
  recordChange: RecordChange;
  institutions: readonly Institution[];
  now: () => number;
}

/** Requests for access to a dataset: people ask, reviewers decide (access.md, "Requests"). */
export function serveRequests(route: Route, given: Dependencies): void {
  const { db, ledger, keys, site, recordChange, institutions, now } = given;
  const asking = askingStore(db, ledger, now);
  const reviewed = requestsStore(db);
  const send = sendingRequestFiles(ledger);
  const waits = versionedCache({
    load: async (lineageId: string) =>
      usualWait((since) => asking.waits(since, lineageId), now, !onPostgres(db)),
    version: () => 0,
    now,
    lifetime: WAIT_KEPT,
    most: MOST_WAITS,
  });
  const waitOf = async (lineageId: string) => (await waits.get(lineageId))();
  askingRoutes(route, { service: askingService({ store: asking, ledger, waitOf, now }), ledger, send });
  const groups = groupsStore({ db, cipher: keys.cipher, addressKey: keys.address, now });
  groupsRoutes(route, groupsService({ store: groups, site, now }));
  formsRoutes(route, formsStore(db));
  reviewRoutes(route, {
    service: requestReviewService({
      store: reviewed,
      site,
      institutionName: institutionNames(institutions),
      now,
    }),
    store: reviewed,
    send,
    recordChange,
    now,
  });
}
