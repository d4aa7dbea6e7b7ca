import type { AuditBy, Keys, RecordChange } from '../../auth/index.ts';
import type { Db } from '../../database/index.ts';
import type { Route } from '../../http/index.ts';
import type { SiteOf } from '../../mail/index.ts';
import { renderInThread } from '../../markdown/index.ts';
import { versionedCache } from '../../shared/versioned-cache.ts';
import { seals, type Terms } from '../../terms/index.ts';
import type { WorkerPool } from '../../workers/index.ts';
import { datasetAccessStore } from './dataset-access.store.ts';
import { documentsRoutes } from './documents.routes.ts';
import { documentsStore } from './documents.store.ts';
import { signatureDocuments } from './documents.ts';
import { setsStore } from './sets.store.ts';
import { signaturesRoutes } from './signatures.routes.ts';
import { signaturesStore } from './signatures.store.ts';
import { signingRoutes } from './signing.routes.ts';
import { signingService } from './signing.service.ts';
import { signingStore } from './signing.store.ts';
import { termsRoutes } from './terms.routes.ts';
import { termsService } from './terms.service.ts';

export { setsStore, signaturesStore, signingStore };

/** Rendered texts that are kept. */
const MOST_TEXTS = 100;

interface Dependencies {
  db: Db;
  keys: Keys;
  terms: Terms;
  site: SiteOf;
  /** Worker threads that render texts and write PDFs. */
  documents: WorkerPool;
  auditBy: AuditBy;
  recordChange: RecordChange;
  now: () => number;
}

/** Terms to sign: the lab writes them, datasets ask for them, users sign them (access.md, "Terms as evidence"). */
export function serveTerms(route: Route, given: Dependencies): void {
  const { db, keys, terms, site, documents, auditBy, recordChange, now } = given;
  const seal = seals(keys.evidence);
  const rendered = versionedCache({
    load: async (text) => (await renderInThread(documents, text)).html,
    // The key is the text itself, so an entry is never wrong; one that timed out is rendered again in a while.
    version: () => 0,
    now,
    lifetime: 600_000,
    most: MOST_TEXTS,
  });
  const htmlOf = (text: string) => rendered.get(text);
  const signing = signingStore(db, seal, auditBy);
  termsRoutes(route, {
    service: termsService({ store: setsStore(db, seal), htmlOf, now }),
    datasets: datasetAccessStore(db),
    htmlOf,
    now,
  });
  signingRoutes(route, signingService({ store: signing, toSign: terms.toSign, htmlOf, now }), signing);
  signaturesRoutes(route, { store: signaturesStore(db), recordChange });
  documentsRoutes(route, {
    store: documentsStore(db, seal),
    documents: signatureDocuments({ pool: documents, site }),
    recordChange,
  });
}
