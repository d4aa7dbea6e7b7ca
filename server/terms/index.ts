import type { Db } from '../database/index.ts';
import { standingStore, type ToSign } from './standing.store.ts';

export { type EvidenceFault, type EvidenceReport, evidenceStore } from './evidence.store.ts';
export { type Seals, seals, sha256Of } from './seal.ts';
export type { ToSign };

/** Terms to sign before downloading: what is asked for, and what of it somebody has signed. */
export function createTerms(db: Db) {
  const store = standingStore(db);
  return {
    toSign: store.toSign,
    asked: store.asked,
  };
}

export type Terms = ReturnType<typeof createTerms>;
